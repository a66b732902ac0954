// The phase as a picker: every first date of a timer through one refresh, and a run for each count.

// The point whose part lies nearest to a place of the ribbon.
function pointNear(parts, place) {
  const distance = ([from, until]) => Math.max(from - place, place - until, 0);
  const known = parts.filter(([, , point]) => point >= 0);
  return known.reduce((best, part) => (distance(part) < distance(best) ? part : best))[2];
}

// The point beside another one, in the order of their places.
function pointBeside(places, number, step) {
  const ordered = [...places.keys()].sort((one, other) => places[one] - places[other]);
  return ordered[clamp(ordered.indexOf(number) + step, 0, ordered.length - 1)];
}

// Shows another date at the same instant.
function showDate(number) {
  if (number === state.point) return;
  const { now, isPlaying } = state;
  halt();
  showPoint(number);
  state.now = clamp(now, state.begin, state.end - 1);
  drawNow();
  if (isPlaying) play();
}

// Moves the mark to the date of the point, and says what it is.
function drawRibbon() {
  const ribbon = find("#ribbon");
  if (!ribbon) return;
  const [place, words] = [data.ribbon.at[state.point], data.ribbon.say[state.point]];
  find("#phases").hidden = place === undefined;
  if (place === undefined) return;
  find("#date").setAttribute("x", place - 15);
  ribbon.setAttribute("aria-valuenow", place);
  ribbon.setAttribute("aria-valuetext", words);
  find("#say-ribbon").textContent = words;
}

function listenToRibbon() {
  const ribbon = find("#ribbon");
  if (!ribbon) return;
  const roles = { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 10000 };
  for (const [name, value] of Object.entries(roles)) ribbon.setAttribute(name, value);
  const { at: places, parts } = data.ribbon;
  const showUnder = (event) => {
    const { left, width } = ribbon.getBoundingClientRect();
    showDate(pointNear(parts, ((event.clientX - left) / width) * 10000));
  };
  listen(ribbon, "pointerdown", (event) => {
    ribbon.setPointerCapture(event.pointerId);
    showUnder(event);
  });
  listen(ribbon, "pointermove", (event) => {
    if (ribbon.hasPointerCapture(event.pointerId)) showUnder(event);
  });
  const beside = (step) => () => showDate(pointBeside(places, state.point, step));
  listen(ribbon, "keydown", onKeys({
    ArrowRight: beside(1),
    ArrowUp: beside(1),
    ArrowLeft: beside(-1),
    ArrowDown: beside(-1),
    PageUp: beside(4),
    PageDown: beside(-4),
    Home: beside(-1e9),
    End: beside(1e9),
  }));
}
