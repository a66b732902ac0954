// Playing, stepping, and going to another window, hitch or point.

const say = (text) => {
  find("#live").textContent = text;
};

const widthOf = (name) => {
  const width = Math.floor(find(`#${name}`).clientWidth);
  return width > 200 ? width : widths[name];
};

// Draws what does not depend on the window: the overview, where the window lies, and the list.
function drawAround() {
  widths.over = widthOf("over");
  find("#over").innerHTML = drawOverview(widths.over);
  drawList();
  // A map that is wider than its place says that it can be scrolled.
  for (const map of findAll(".heat")) {
    map.classList.toggle("wide", map.scrollWidth > map.clientWidth + 1);
  }
  moveBrush();
}

// Draws all that depends on the window; the overview and the list only if more than it changed.
function draw({ windowAlone = false } = {}) {
  widths.stage = widthOf("stage");
  widths.lanes = widthOf("lanes");
  find("#stage").innerHTML = drawReplay(widths.stage);
  find("#lanes").innerHTML = drawLanes(widths.lanes);
  if (!windowAlone) drawAround();
  for (const chip of findAll("#chips button")) {
    chip.hidden = !rows().includes(+chip.dataset.i);
    chip.setAttribute("aria-pressed", state.shown.has(+chip.dataset.i));
  }
  leaveOneStop("#chips");
  drawMark();
  drawShares();
  drawWords();
  drawTable();
  moveBrush();
  drawRibbon();
  drawNow();
}

let addressTimer = 0;

// What the address says; another kind of page has another one.
let pageAddress = () => addressOf(state);

// Browsers refuse to change the address often: it follows when the reader rests.
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    try {
      history.replaceState(null, "", pageAddress());
    } catch {
      // A page in a frame of its own origin has no history.
    }
  }, 200);
}

function setSpeed() {
  if (state.hasOwnSpeed) return;
  state.speed = usualSpeed(state.end - state.begin);
  find("#speed").value = String(state.speed);
}

// Shows a stretch.
function showWindow(begin, end, most = mostWindow) {
  [state.begin, state.end] = fittingWindow(begin, end, runLength(), most);
  state.now = clamp(state.now, state.begin, state.end - 1);
  if (marked && !isInWindow(marked.begin, marked.end)) marked = null;
  setSpeed();
  draw({ windowAlone: true });
  keepAddress();
}

// Shows a hitch of the list, and the instant just before its end.
function showHitch(index, scrolls = false) {
  const run = runOf(state.arm);
  const hitch = run.hitches[index];
  if (!hitch) return;
  halt();
  state.hitch = index;
  const { begin, end, now } = windowAbout(run, hitch);
  state.now = now;
  showWindow(begin, end, Infinity);
  findAll("#worst tr.go").forEach((row) => {
    row.classList.toggle("on", +row.dataset.k === index);
    if (scrolls && +row.dataset.k === index) row.scrollIntoView({ block: "nearest" });
  });
  const [from, until] = run.span(hitch);
  const what = `${milliseconds(until - from)} at ${seconds(from)}`;
  say(`Hitch ${index + 1}: ${what}, because of ${ownerName(hitch.owner)}`);
}

// The values of each sweep, in the order of the points.
const dimensions = () => data.points[0].v.map((_, index) => {
  return [...new Set(data.points.map((other) => other.v[index]))];
});

// The row that drops fewest.
function bestRow({ runs, ord: order }) {
  const dropped = (row) => (runs[row] ?? data.points[data.first].runs[row]).d;
  return order.reduce((best, row) => (dropped(row) < dropped(best) ? row : best));
}

// Shows a point of the sweep in its first window.
function showPoint(number, keeps = true) {
  const shown = data.points[number];
  state.point = number;
  marked = null;
  [state.begin, state.end, state.now] = shown.w;
  // Where the lab runs in little room, the lanes of the one that is spoken of and of the best.
  const few = find("body.play") && widthOf("lanes") < 600 ? [shown.lead, bestRow(shown)] : shown.show;
  Object.assign(state, { arm: shown.lead, shown: new Set(few), hitch: -1 });
  state.hasOwnSpeed = false;
  setSpeed();
  drawArmChoice();
  for (const button of findAll("[data-p]")) {
    button.setAttribute("aria-pressed", +button.dataset.p === number);
  }
  for (const slider of findAll("[data-dim]")) showValue(slider, shown.v[+slider.dataset.dim]);
  drawCards();
  draw();
  if (keeps) keepAddress();
}

// Lists the arms with their numbers of hitches.
function drawArmChoice() {
  find("#armsel").innerHTML = point().runs.map((_, row) => {
    const count = grouped(packedRun(row, state.point).hn);
    return `<option value="${row}">${escaped(armName(row))} (${count})</option>`;
  }).join("");
  find("#armsel").value = String(state.arm);
}

function showValue(slider, value) {
  const values = dimensions()[+slider.dataset.dim];
  slider.max = values.length - 1;
  slider.value = values.indexOf(value);
  slider.setAttribute("aria-valuetext", value);
  slider.parentNode.querySelector("output").textContent = value;
}

const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// How long a replay that began by itself goes on, and how long it stands at its end.
const loopLimit = 5;
const restLength = 700;
let lastFrame = 0;
let restsSince = 0;

function playFrame(time) {
  if (!state.isPlaying) return;
  state.now += Math.min(100, time - lastFrame) * 1e3 * state.speed;
  lastFrame = time;
  if (state.now >= state.end - 1) restAtEnd(time);
  drawNow();
  if (state.isPlaying) requestAnimationFrame(playFrame);
}

function restAtEnd(time) {
  state.now = state.end - 1;
  restsSince = restsSince || time;
  if (time - restsSince <= restLength) return;
  restsSince = 0;
  state.now = state.begin;
  if (!state.playsByItself || ++state.loops < loopLimit) return;
  halt();
  state.now = clamp(point().w[2], state.begin, state.end - 1);
}

function play() {
  if (state.isPlaying) return;
  state.isPlaying = true;
  restsSince = 0;
  find("#play").textContent = "❚❚ Pause";
  if (state.now >= state.end - 2e4) state.now = state.begin;
  requestAnimationFrame((time) => {
    lastFrame = time;
    playFrame(time);
  });
}

function pause() {
  state.isPlaying = false;
  find("#play").textContent = "▶ Play";
}

// Ends playing because the reader does something.
function halt() {
  pause();
  state.playsByItself = false;
}

function togglePlaying() {
  state.playsByItself = false;
  if (state.isPlaying) pause();
  else play();
}

function moveTo(time) {
  halt();
  state.now = clamp(time, state.begin, state.end - 1);
  drawNow();
}

// Goes on or back by refreshes, and says what is on the screen.
function stepBy(count) {
  const run = runOf(state.arm);
  const refresh = clamp(run.refreshAt(state.now) + count, 0, run.count - 1);
  moveTo(run.times[refresh] + run.period / 2);
  const outcomes = rows().map((row) => {
    const other = runOf(row);
    return `${armName(row)}: ${outcomeWords[other.outcomes[other.refreshAt(state.now)]]}`;
  });
  say(`${seconds(state.now)}. ${outcomes.join("; ")}`);
}

function zoom(factor, center = state.now) {
  halt();
  showWindow(center - (center - state.begin) * factor, center + (state.end - center) * factor);
}

// Moves the window by a part of its length.
function moveWindow(share) {
  halt();
  const most = runLength() - state.end;
  const distance = clamp(share * (state.end - state.begin), -state.begin, most);
  state.now += distance;
  showWindow(state.begin + distance, state.end + distance, Infinity);
}
