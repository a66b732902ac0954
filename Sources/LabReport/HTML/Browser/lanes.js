// The lanes: what the thread did in the window, and what the screen made of it. From the top: the
// mode of a nested run of the loop, due dates with arrows to late callbacks, thread, screen.

// What the pointer finds in the lanes: [left, right, top, bottom, words].
let laneItems = [];
// From where to where the line of the instant goes, for each row.
let laneRows = [];

// From which lateness on a callback has an arrow.
const lateFrom = 500;

const laneHeights = { modes: 17, due: 10, thread: 22, screen: 17 };

function drawLanes(width) {
  laneItems = [];
  laneRows = [];
  const place = placeIn(width);
  const shown = rows().filter((row) => state.shown.has(row));
  const hasModes = shown.some((row) => runOf(row).modes.length > 0);
  const narrow = isNarrow(width, 170);
  const { modes, due, thread, screen } = laneHeights;
  const rowHeight = (narrow ? 38 : 22) + (hasModes ? modes : 0) + due + thread + 4 + screen + 16;
  const height = 18 + shown.length * rowHeight;
  let marks = axis(place, state.begin, state.end,
    { width, room: width - 20, y: 12, top: 16, bottom: height });
  shown.forEach((row, index) => {
    marks += drawLaneRow(row, 18 + index * rowHeight, { width, place, narrow, hasModes });
  });
  const counts = shown.map((row) => {
    const run = runOf(row);
    return `${armName(row)}, ${run.droppedBetween(state.begin, state.end)} ${run.redWord}`;
  });
  const label = `Lanes from ${seconds(state.begin)} to ${seconds(state.end)}: ${counts.join("; ")}`;
  const frame = `<rect class="win" id="marked" y="1" width="0" height="${height - 2}" rx="3"/>`;
  return picture(width, height, label, `${marks}${frame}<path class="ink s" id="cursor" d=""/>`);
}

function drawLaneRow(row, top, sheet) {
  const run = runOf(row);
  const dropped = run.droppedBetween(state.begin, state.end);
  const { width, narrow } = sheet;
  let marks = box("paper f", 0, top, width, narrow ? 36 : 20);
  marks += heading(row, dropped, run.redWord, " here", top - 1, width - 10, narrow, width);
  let y = top + (narrow ? 38 : 22);
  const first = y;
  if (sheet.hasModes) {
    marks += drawModes(run, y, sheet);
    y += laneHeights.modes;
  }
  marks += drawDue(row, y, sheet);
  y += laneHeights.due;
  marks += drawThread(row, y, sheet) + drawDoubles(run, y, sheet);
  y += laneHeights.thread + 4;
  marks += drawScreen(row, y, sheet);
  y += laneHeights.screen;
  laneRows.push([first - 2, y + 4]);
  return marks;
}

const cut = (time) => clamp(time, state.begin, state.end);
const isInWindow = (begin, end) => end > state.begin && begin < state.end;

// The first of some texts that has room, at seven pixels a letter.
const fitting = (texts, room) => texts.find((text) => 7 * text.length < room);

function drawModes(run, y, { width, place }) {
  let marks = line("grid s", `M10 ${y + 7}H${width - 10}`);
  for (const { begin, end, name } of run.modes) {
    if (!isInWindow(begin, end)) continue;
    const [left, right] = [place(cut(begin)), place(cut(end))];
    marks += box("modeground f mode", left, y, right - left, 15);
    marks += box("mode s", left, y, right - left, 15);
    const text = fitting([`run loop in ${name} mode`, `${name} mode`, name], right - left);
    if (text) marks += words("mode b", text, (left + right) / 2, y + 12, { anchor: "middle" });
    const length = milliseconds(end - begin);
    const said = `run loop in ${name} mode for ${length}, from ${seconds(begin)}`;
    laneItems.push([left, right, y, y + 15, said]);
  }
  return marks;
}

// A tick where a callback was due, and an arrow to one that began late. Where refreshes are very
// narrow, ticks would be one black bar: those on time are left out.
function drawDue(row, y, { width, place }) {
  const run = runOf(row);
  const pixels = ((width - 20) * run.period) / (state.end - state.begin);
  let [ticks, arrows, heads] = ["", "", ""];
  let worst = null;
  for (const { due, began, late } of run.callbacks) {
    if (due >= state.begin && due < state.end && (pixels >= 5 || late > lateFrom)) {
      ticks += `M${tenth(place(due))} ${y}v9`;
    }
    if (late <= lateFrom || began < state.begin || began >= state.end) continue;
    const x = place(began);
    const from = Math.min(x, Math.max(10, place(due)));
    arrows += `M${tenth(from)} ${y + 4}H${tenth(x)}`;
    if (pixels >= 13 || late > run.period) heads += `M${tenth(x)} ${y + 4}l-5-3v7z`;
    if (!worst || late > worst.late) worst = { late, from, x };
  }
  const said = worst && worst.late > run.period * 0.9 ? latenessWords(worst, y) : "";
  return line("ink s due", ticks) + line("ink s late", arrows) + line("ink f", heads) + said;
}

// How late the latest callback is, on its arrow.
function latenessWords({ late, from, x }, y) {
  const text = `${milliseconds(late)} late`;
  const half = (7 * text.length) / 2 + 3;
  if (x - from <= 2 * half + 12) return "";
  const middle = (from + x) / 2;
  return box("paper f", middle - half, y - 2, 2 * half, 12) +
    words("ink f", text, middle, y + 8, { anchor: "middle" });
}

// The tasks in the colors of their owners with their names, and the callbacks in that of the arm.
function drawThread(row, y, { width, place }) {
  const run = runOf(row);
  const height = laneHeights.thread;
  const tasks = run.tasks.filter(({ begin, end }) => isInWindow(begin, end)).map((task) => {
    return { ...task, left: place(cut(task.begin)), right: place(cut(task.end)) };
  });
  const byColor = new Map();
  for (const { owner, begin, end, left, right } of tasks) {
    const color = ownerColor(owner);
    const wide = Math.max(right, left + 1);
    byColor.set(color, [...(byColor.get(color) ?? []), [left, y, wide - left, height]]);
    const name = owner < 0 ? "task" : ownerName(owner);
    const said = `${name}, ${milliseconds(end - begin)}, from ${seconds(begin, 4)}`;
    laneItems.push([left, Math.max(left + 3, wide), y, y + height, said]);
  }
  let marks = box("cell f", 10, y, width - 20, height);
  for (const color of [...byColor.keys()].sort()) {
    marks += boxes(`${color} f work`, byColor.get(color));
  }
  marks += drawCallbacks(row, y, place);
  return marks + taskNames(tasks, y, width, place) + unknownParts(y, height, place);
}

function drawCallbacks(row, y, place) {
  const list = [];
  for (const { began, ended, late } of runOf(row).callbacks) {
    if (began < state.begin || began >= state.end) continue;
    const left = place(began);
    const right = Math.max(left + 1, place(cut(ended)));
    list.push([left, y, right - left, laneHeights.thread]);
    const when = late > lateFrom ? `${milliseconds(late)} late` : "on time";
    const said =
      `callback of ${armName(row)}, ${milliseconds(ended - began)}, ${when},` +
      ` began ${seconds(began, 4)}`;
    const item = [left - 2, Math.max(left + 4, right), y - 10, y + laneHeights.thread, said];
    laneItems.push(item);
  }
  return boxes(`arm${armColor(row)} f firing`, list);
}

// How many callbacks began in a refresh, where it is more than one: at its middle.
function drawDoubles(run, y, { width, place }) {
  let marks = "";
  let last = 0;
  for (const [refresh, count] of run.doubles) {
    if (!isInWindow(run.times[refresh], run.times[refresh + 1])) continue;
    const [left, right] = ends(run, refresh, refresh + 1, place);
    const x = clamp((left + right) / 2, 22, width - 22);
    if (x < last + 26) continue;
    last = x;
    marks += box("gone f", x - 11, y - 11, 22, 13) +
      words("ongone b double", `×${count}`, x, y, { anchor: "middle" });
  }
  return marks;
}

// Names in their tasks, longest task first, else behind them where nothing else is.
function taskNames(tasks, y, width, place) {
  const taken = gapsIn(point().det, state.begin, state.end).map((gap) => gap.map(place));
  const meets = (list, left, right) => list.some(([from, until]) => left < until && right > from);
  const places = tasks.filter(({ left, right }) => right > left)
    .map(({ left, right }) => [left, right]);
  const wide = tasks.filter(({ left, right }) => right - left >= 5);
  wide.sort((one, other) => other.right - other.left - (one.right - one.left) ||
    one.left - other.left);
  let marks = "";
  for (const { owner, begin, end, left, right } of wide) {
    const name = owner < 0 ? "task" : ownerName(owner);
    const inside = fitting([`${name} ${milliseconds(end - begin)}`, name], right - left - 8);
    const x = inside ? left + 4 : right + 3;
    const last = x + 7 * (inside ?? name).length + 4;
    if (last >= width - 10 || meets(taken, x, last)) continue;
    if (!inside && meets(places, x, last)) continue;
    taken.push([x, last]);
    marks += words(inside ? "ink f" : "ink h", inside ?? name, x, y + 15);
  }
  return marks;
}

// Says where the page has no tasks and callbacks.
function unknownParts(y, height, place) {
  let marks = "";
  for (const [from, until] of gapsIn(point().det, state.begin, state.end)) {
    const [left, right] = [place(from), place(until)];
    marks += box("paper f", left, y, right - left, height);
    marks += box("grid s", left, y, right - left, height);
    const texts = ["tasks and callbacks are not in this page here", "not in this page"];
    const text = fitting(texts, right - left - 8);
    if (text) marks += words("muted f", text, (left + right) / 2, y + 15, { anchor: "middle" });
  }
  return marks;
}

// The refreshes, how many in a row are dropped, and which frames no refresh ever showed.
function drawScreen(row, y, { width, place }) {
  const run = runOf(row);
  const height = laneHeights.screen;
  let marks = cells(run, row, place, y, height) + droppedNames(run, y, height, place);
  const [first, last] = run.refreshesBetween(state.begin, state.end);
  const pixels = ((width - 20) * run.period) / (state.end - state.begin);
  for (let refresh = first; refresh <= last; refresh++) {
    const [left, right] = ends(run, refresh, refresh + 1, place);
    const middle = (left + right) / 2;
    const unseen = run.unseen.get(refresh);
    if (unseen) {
      marks += line("ink f overwritten", `M${tenth(middle)} ${y + 19}l4 6h-8z`);
      if (pixels >= 22 && middle < width - 30) {
        marks += words("muted f", `+${unseen}`, middle + 6, y + 28);
      }
    }
    const more = unseen ? `; ${unseen} never shown` : "";
    const outcome = outcomeWords[run.outcomes[refresh]];
    const said = `refresh ${refresh} at ${seconds(run.times[refresh])}: ${outcome}${more}`;
    laneItems.push([left, right, y, y + 26, said]);
  }
  return marks;
}

// The count of each run of dropped refreshes, where it has room.
function droppedNames(run, y, height, place) {
  const [first, last] = run.refreshesBetween(state.begin, state.end);
  let marks = "";
  for (const match of run.outcomes.slice(first, last + 1).matchAll(/d+/g)) {
    const from = first + match.index;
    const count = match[0].length;
    const [left, right] = ends(run, from, from + count, place);
    const text = fitting([`${count} dropped`, `${count}`], right - left - 3);
    if (!text) continue;
    const [middle, width] = [(left + right) / 2, 7 * text.length];
    marks += box("gone f", middle - width / 2, y, width, height);
    marks += words("ongone b", text, middle, y + height - 4, { anchor: "middle" });
  }
  return marks;
}
