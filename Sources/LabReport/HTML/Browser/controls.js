// Keys, buttons, the pointer, and how the page begins.

// Runs the action of a key, unless it belongs to a command of the browser.
const onKeys = (actions) => (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
};

const previousHitch = () => showHitch(Math.max(0, state.hitch - 1), true);
const nextHitch = () => showHitch(state.hitch + 1, true);
const zoomIn = () => zoom(0.6);
const zoomOut = () => zoom(1 / 0.6);

function listenToKeys() {
  const keys = onKeys({
    " ": togglePlaying,
    ArrowRight: () => stepBy(1),
    ArrowLeft: () => stepBy(-1),
    Home: () => moveTo(state.begin),
    End: () => moveTo(state.end),
    n: nextHitch,
    p: previousHitch,
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
  });
  for (const name of ["#stage", "#lanes"]) listen(find(name), "keydown", keys);
  const center = () => (state.begin + state.end) / 2;
  listen(find("#over"), "keydown", onKeys({
    ArrowRight: () => moveWindow(0.2),
    ArrowLeft: () => moveWindow(-0.2),
    PageDown: () => moveWindow(1),
    PageUp: () => moveWindow(-1),
    ArrowUp: () => zoom(0.8, center()),
    ArrowDown: () => zoom(1.25, center()),
    Home: () => moveWindow(-1e9),
    End: () => moveWindow(1e9),
  }));
  listen(find("#moment"), "keydown", onKeys({
    ArrowDown: () => walkTable(1),
    ArrowUp: () => walkTable(-1),
    PageDown: () => walkTable(10),
    PageUp: () => walkTable(-10),
    Home: () => walkTable(-1e9),
    End: () => walkTable(1e9),
  }));
}

// Groups of buttons that are one stop of the Tab key: arrow keys go from one to the next.
const groups = ["#chips", "#worst", ".right:has(> #prev)", "#said", "#why"];
const buttonsIn = (group) => findAll(`${group} button`).filter((button) => !button.hidden);

// Leaves the Tab key one button of a group: that with the focus, or the chosen one, or the first.
function leaveOneStop(group) {
  const buttons = buttonsIn(group);
  const isChosen = (button) => button === document.activeElement || button.closest("tr.on");
  const stop = buttons.find(isChosen) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

function listenToGroups() {
  for (const group of groups) {
    leaveOneStop(group);
    listen(find(group), "keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const buttons = buttonsIn(group);
      const from = buttons.indexOf(event.target);
      if (!step || from < 0) return;
      event.preventDefault();
      buttons[clamp(from + step, 0, buttons.length - 1)].focus();
      leaveOneStop(group);
    });
  }
}

function listenToButtons() {
  const actions = {
    play: togglePlaying,
    back: () => stepBy(-1),
    on: () => stepBy(1),
    prev: previousHitch,
    next: nextHitch,
    in: zoomIn,
    out: zoomOut,
    svg: saveSVG,
    png: savePNG,
    link: () => copy(location.href.replace(/#.*/, "") + pageAddress(), "Link copied"),
    copy: () => copy(find("#command").textContent, "Command copied"),
  };
  for (const [name, action] of Object.entries(actions)) listen(find(`#${name}`), "click", action);
  listen(find("#more"), "click", (event) => {
    state.showsAll = !state.showsAll;
    event.target.setAttribute("aria-pressed", state.showsAll);
    draw();
  });
  listen(find("#speed"), "change", (event) => {
    state.speed = +event.target.value;
    state.hasOwnSpeed = true;
  });
  listen(find("#reading"), "toggle", drawTable);
  listen(find(".chip"), "click", () => {
    const folded = find("#expectations");
    if (folded) folded.open = true;
  });
}

// Lists the hitches of an arm, which is in the lanes then.
function chooseArm(row) {
  Object.assign(state, { arm: row, hitch: -1 });
  if (!rows().includes(row)) state.showsAll = true;
  find("#more")?.setAttribute("aria-pressed", state.showsAll);
  state.shown.add(row);
  find("#armsel").value = String(row);
  draw();
  keepAddress();
}

// What chooses arms, hitches and points.
function listenToChoices() {
  listen(find("#worst"), "click", (event) => {
    const row = event.target.closest("tr.go");
    if (row) showHitch(+row.dataset.k);
  });
  listen(find("#armsel"), "change", (event) => chooseArm(+event.target.value));
  listen(find("#chips"), "click", (event) => {
    const chip = event.target.closest("button");
    if (!chip) return;
    const row = +chip.dataset.i;
    if (!state.shown.has(row)) state.shown.add(row);
    else if (state.shown.size > 1) state.shown.delete(row);
    draw({ windowAlone: true });
    keepAddress();
  });
  for (const button of findAll("[data-p]")) {
    listen(button, "click", () => {
      const plays = state.isPlaying;
      halt();
      showPoint(+button.dataset.p);
      if (plays) play();
    });
  }
  for (const slider of findAll("[data-dim]")) {
    listen(slider, "input", () => {
      halt();
      const dimension = +slider.dataset.dim;
      const values = [...point().v];
      values[dimension] = dimensions()[dimension][+slider.value];
      showPoint(nearestPoint(data.points, values, dimension));
    });
  }
}

// The time under the pointer in a picture of the window.
function timeUnder(event, name) {
  const left = find(`#${name}`).getBoundingClientRect().left + 10;
  const share = (event.clientX - left) / (widths[name] - 20);
  return state.begin + share * (state.end - state.begin);
}

function listenToPictures() {
  const [stage, lanes] = [find("#stage"), find("#lanes")];
  listen(stage, "click", (event) => moveTo(timeUnder(event, "stage")));
  listen(lanes, "pointermove", (event) => {
    const frame = lanes.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const found = laneItems.findLast(([left, right, top, bottom]) =>
      x >= left - 1 && x <= right + 1 && y >= top && y <= bottom);
    showTip("lanes", found?.[4] ?? "", event);
  });
  listen(lanes, "wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, timeUnder(event, "lanes"));
  }, { passive: false });
  for (const name of ["over", "lanes"]) {
    listen(find(`#${name}`), "pointerleave", () => showTip(name, ""));
  }
}

// Words beside the pointer.
function showTip(name, text, event) {
  const tip = find(`#tip-${name}`);
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const frame = find(`#${name}`).getBoundingClientRect();
  const most = Math.max(0, frame.width - tip.offsetWidth);
  const x = clamp(event.clientX - frame.left + 12, 0, most);
  const y = Math.round(event.clientY - frame.top + 18);
  tip.style.transform = `translate(${x}px,${y}px)`;
}

// The brush of the overview: drag inside moves it, its ends resize, a click elsewhere centers it.
function listenToBrush() {
  const over = find("#over");
  // What is dragged: an end, or a place in the window; `null` for nothing.
  let drag = null;
  const timeAt = (event) => {
    const left = over.getBoundingClientRect().left + overviewLeft;
    return clamp((event.clientX - left) / (widths.over - 34), 0, 1) * runLength();
  };
  listen(over, "pointerdown", (event) => {
    halt();
    const time = timeAt(event);
    const near = (runLength() / (widths.over - 34)) * 9;
    const half = (state.end - state.begin) / 2;
    const isInside = time > state.begin && time < state.end;
    if (Math.abs(time - state.begin) < near) drag = "begin";
    else if (Math.abs(time - state.end) < near) drag = "end";
    else {
      if (!isInside) showWindow(time - half, time + half);
      drag = time - state.begin;
    }
    over.setPointerCapture(event.pointerId);
  });
  listen(over, "pointermove", (event) => {
    const time = timeAt(event);
    if (drag === null) return tellStay(event, time);
    if (drag === "begin") return showWindow(Math.min(time, state.end - leastWindow), state.end);
    if (drag === "end") return showWindow(state.begin, Math.max(time, state.begin + leastWindow));
    showWindow(time - drag, time - drag + state.end - state.begin, Infinity);
  });
  listen(over, "pointerup", () => {
    drag = null;
  });
}

// Says how long the frame under the pointer stays on the screen.
function tellStay(event, time) {
  const y = event.clientY - find("#over").getBoundingClientRect().top - 16;
  const index = Math.floor(y / (overviewRowHeight() + 7));
  const row = rows()[clamp(index, 0, rows().length - 1)];
  const run = runOf(row);
  const refresh = run.refreshAt(time);
  const hitch = [...run.allHitches()].find((one) => one.first <= refresh && refresh < one.next);
  const stay = hitch ? run.span(hitch) : null;
  const said = stay
    ? `the frame of ${seconds(stay[0])} stays ${milliseconds(stay[1] - stay[0])}`
    : outcomeWords[run.outcomes[refresh]];
  showTip("over", `${armName(row)} at ${seconds(time)}: ${said}`, event);
}

// Plays when most of the replay is to be seen, until the reader does something.
function playWhenSeen() {
  if (prefersStill() || !("IntersectionObserver" in window)) return;
  state.playsByItself = true;
  let isFirst = true;
  const watch = (entries) => {
    if (!state.playsByItself) return;
    if (!entries.at(-1).isIntersecting) return pause();
    if (isFirst) state.now = state.begin;
    isFirst = false;
    play();
  };
  new IntersectionObserver(watch, { threshold: 0.35 }).observe(find("#stage"));
}

// Shows what the address says, else the first point, which plays by itself.
function begin() {
  const asked = stateOf(location.hash, data.points.length, data.arms.length);
  showPoint(asked?.point ?? data.first, false);
  if (!asked) return playWhenSeen();
  if (asked.shown.length > 0) state.shown = new Set(asked.shown);
  state.arm = asked.arm ?? state.arm;
  find("#armsel").value = String(state.arm);
  drawList();
  state.now = asked.now;
  showWindow(asked.begin, asked.end, Infinity);
}

function start() {
  listenToKeys();
  listenToGroups();
  listenToButtons();
  listenToChoices();
  listenToPictures();
  listenToMarking();
  listenToBrush();
  listenToRibbon();
  listenToLessons();
  let width = innerWidth;
  listen(window, "resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    draw();
  });
  listen(document, "visibilitychange", () => {
    if (document.hidden) pause();
    else if (state.playsByItself) play();
  });
  for (const element of findAll(".js[hidden]")) element.hidden = false;
  // A page that is still being read is laid out once, when it is painted.
  if (document.readyState === "loading") requestAnimationFrame(beginInTime);
  else beginInTime();
}

// What the page shows without a script is what it begins with: it is drawn anew after the first
// paint, unless it has another width or the address asks for something else.
function beginInTime() {
  const drawn = find("#stage svg")?.getAttribute("width") ?? 0;
  const fits = Math.abs(widthOf("stage") - drawn) < 3;
  if (fits && !location.hash) requestAnimationFrame(() => setTimeout(begin));
  else begin();
}

// For tests in a browser; times are milliseconds.
window.lab = {
  seek: (time) => moveTo(time * 1e3),
  window: (first, last) => {
    halt();
    showWindow(first * 1e3, last * 1e3);
  },
  point: (number) => {
    halt();
    showPoint(number);
  },
  list: chooseArm,
  mark: (first, last) => mark(first * 1e3, last * 1e3),
  show: showHitch,
  state: () => ({ ...state, shown: [...state.shown] }),
  run: (row) => runOf(row),
};

start();
