// What stands beside the pictures: the list of hitches, the cards, the window as a table, and the
// command that shows the window elsewhere.

function drawList() {
  const run = runOf(state.arm);
  const more = run.hitchCount - run.hitches.length;
  find("#worst table").hidden = run.hitches.length === 0;
  find("#worst table").setAttribute("aria-label", `Worst hitches of ${armName(state.arm)}`);
  find("#worst tbody").innerHTML = run.hitches.map(hitchRow).join("");
  const rest = more > 0 ? `${grouped(more)} more, none longer.` : "";
  find("#worst p").textContent = run.hitches.length === 0 ? "No frame was dropped." : rest;
  leaveOneStop("#worst");
}

function hitchRow(hitch, index) {
  const run = runOf(state.arm);
  const [begin, end] = run.span(hitch);
  const many = hitch.tasks > 1 ? `<small> × ${hitch.tasks}</small>` : "";
  return (
    `<tr class="go${index === state.hitch ? " on" : ""}" data-k="${index}">` +
    `<td class="r"><button class="link">${seconds(begin)}</button></td>` +
    `<td class="r">${milliseconds(end - begin)}</td><td class="r">${hitch.dropped}</td>` +
    `<td>${swatch(hitch.owner)}${escaped(ownerName(hitch.owner))}${many}</td></tr>`
  );
}

function drawCards() {
  findAll("#cards .card").forEach((card, index) => {
    const markup = point().cards[index] ?? "";
    card.hidden = markup === "";
    card.querySelector("div").innerHTML = markup;
  });
  drawShown();
  const section = find("#s-helps");
  if (!section) return;
  section.hidden = !point().helps;
  if (!point().helps) return;
  [find("#say-helps").textContent, find("#helps").innerHTML] = point().helps;
}

// Says of which run the words are, as the answer calls it, and lets another point of a sweep be
// chosen.
function drawShown() {
  const row = find("#shown");
  if (!row) return;
  const shown = playground.said?.place;
  row.hidden = !shown;
  if (!shown) return;
  const options = data.points.map(({ words }, number) =>
    `<option value="${number}"${number === state.point ? ' selected="selected"' : ""}>` +
    `${escaped(words)}</option>`);
  const place = options.length > 1 ? shown.replace(`, ${point().words}`, "") : shown;
  row.innerHTML = escaped(place) + (options.length > 1
    ? `, <select aria-label="Point of the sweep">${options}</select>` : "");
}

// The window in words, and what the page does not have of it.
function drawWords() {
  const where = `${seconds(state.begin)} to ${seconds(state.end)}`;
  const known = coverage(point().det, state.begin, state.end);
  const missing = {
    all: "",
    some: "; tasks and callbacks for a part of it",
    none: "; tasks and callbacks: see the command below",
  };
  find("#say-look").textContent =
    where + (point().words ? `, ${point().words}` : "") + missing[known];
  const command = find("#command");
  if (command) command.textContent = commandFor(state.begin, state.end);
}

// The rows of the table of the window: one for each refresh, with the callbacks and the tasks
// that begin in it.
function windowRows(run, begin, end) {
  const [first, last] = run.refreshesBetween(begin, end);
  const isIn = (time, refresh) => time >= run.times[refresh] && time < run.times[refresh + 1];
  const list = [];
  for (let refresh = first; refresh <= last; refresh++) {
    const callbacks = run.callbacks.filter(({ began }) => isIn(began, refresh));
    const tasks = run.tasks.filter((task) => isIn(task.begin, refresh));
    list.push({
      refresh,
      at: run.times[refresh],
      outcome: run.outcomes[refresh],
      due: callbacks.map(({ due }) => due),
      began: callbacks.map(({ began }) => began),
      late: callbacks.map(({ late }) => late),
      tasks: tasks.map((task) => [task.owner, task.end - task.begin]),
    });
  }
  return list;
}

// The most rows of the table.
const tableLimit = 400;

// Writes the table if it is open.
function drawTable() {
  const table = find("#moment");
  if (!find("#reading").open) return;
  const all = windowRows(runOf(state.arm), state.begin, state.end);
  const list = (times, say) => times.map(say).join("<br/>") || "–";
  const cell = (content, name = "r") => `<td class="${name}">${content}</td>`;
  const body = all.slice(0, tableLimit).map((row) => {
    const tasks = list(row.tasks, ([owner, length]) =>
      `${escaped(owner < 0 ? "task" : ownerName(owner))} ${milliseconds(length)}`);
    return (
      `<tr tabindex="-1" data-at="${row.at}"><th scope="row" class="r">${seconds(row.at, 4)}</th>` +
      cell(outcomeWords[row.outcome], "") +
      cell(list(row.due, (time) => seconds(time, 4))) +
      cell(list(row.began, (time) => seconds(time, 4))) +
      cell(list(row.late, (time) => (time > lateFrom ? milliseconds(time) : "on time"))) +
      `${cell(tasks, "")}</tr>`
    );
  });
  table.setAttribute("aria-label", `The window, refresh by refresh: ${armName(state.arm)}`);
  table.querySelector("tbody").innerHTML = body.join("");
  table.querySelector("tbody tr")?.setAttribute("tabindex", "0");
  const more = all.length - tableLimit;
  find("#say-moment").textContent =
    armName(state.arm) + (more > 0 ? `; ${grouped(more)} more refreshes in the window` : "");
}

// Moves to another row of the table, and the line of the pictures with it.
function walkTable(step) {
  const all = findAll("#moment tbody tr");
  const from = all.indexOf(document.activeElement);
  const row = all[clamp(from + step, 0, all.length - 1)];
  if (!row) return;
  all.forEach((other) => other.setAttribute("tabindex", other === row ? "0" : "-1"));
  row.focus();
  moveTo(+row.dataset.at + runOf(state.arm).period / 2);
}
