// The stretch that a reader marks in the lanes by dragging, and who had the thread in it.

// The marked stretch; `null` if the whole window counts.
let marked = null;

// Who had the thread of a run between two instants, and for how long: pairs, the longest first. A
// task is named by its owner, a callback of the run's own driver by "callbacks", and what is left
// by "no task". Where one runs inside another, the one that began last has the thread.
function threadBetween(run, begin, end) {
  const spans = [
    ...run.tasks.map((task) => {
      return { ...task, name: task.owner < 0 ? "task" : ownerName(task.owner) };
    }),
    ...run.callbacks.map(({ began, ended }) => ({ begin: began, end: ended, name: "callbacks" })),
  ].filter((span) => span.end > begin && span.begin < end);
  spans.sort((one, other) => one.begin - other.begin || other.end - one.end);
  const shares = new Map();
  const running = [];
  let now = begin;
  const passUntil = (time) => {
    while (now < time) {
      while (running.length > 0 && running.at(-1).end <= now) running.pop();
      const next = Math.min(time, running.at(-1)?.end ?? time);
      const name = running.at(-1)?.name ?? "no task";
      shares.set(name, (shares.get(name) ?? 0) + next - now);
      now = next;
    }
  };
  for (const span of spans) {
    passUntil(Math.max(begin, span.begin));
    running.push(span);
  }
  passUntil(end);
  return [...shares].sort((one, other) => other[1] - one[1]);
}

// Says who had the thread in the marked stretch, or in the window, for each row of the lanes.
function drawShares() {
  const { begin, end } = marked ?? state;
  const known = coverage(point().det, begin, end);
  const shown = known === "all" ? rows().filter((row) => state.shown.has(row)) : [];
  const lines = shown.map((row) => {
    const shares = threadBetween(runOf(row), begin, end).map(([name, length]) =>
      `${escaped(name)} ${milliseconds(length)}`);
    return `<br/>${escaped(armName(row))}: ${shares.join(", ")}`;
  });
  const hint = marked ? "a double click shows it alone" : "drag in the lanes to mark a part of it";
  const said = known === "all" ? hint : "tasks and callbacks of it are not in this page";
  find("#shares").innerHTML =
    `Thread, ${seconds(begin)} to ${seconds(end)}; ${said}${lines.join("")}`;
}

// Marks a stretch of the window, or nothing.
function mark(begin, end) {
  const [from, until] = [Math.min(begin, end), Math.max(begin, end)];
  const isNothing = !(until > from);
  marked = isNothing
    ? null
    : { begin: clamp(from, state.begin, state.end), end: clamp(until, state.begin, state.end) };
  drawMark();
  drawShares();
}

// Draws the frame about the marked stretch where it is in the window.
function drawMark() {
  const frame = find("#marked");
  if (!frame) return;
  const isSeen = marked !== null && isInWindow(marked.begin, marked.end);
  const place = placeIn(widths.lanes);
  const [left, right] = isSeen ? [place(cut(marked.begin)), place(cut(marked.end))] : [0, 0];
  frame.setAttribute("x", tenth(left));
  frame.setAttribute("width", tenth(right - left));
}

// Drag marks, a click takes the mark away, a double click shows the marked stretch alone.
function listenToMarking() {
  const lanes = find("#lanes");
  // Where a drag began, and where its stretch begins; `null` for none.
  let from = null;
  listen(lanes, "pointerdown", (event) => {
    if (event.button === 0) from = { x: event.clientX, time: timeUnder(event, "lanes") };
  });
  listen(lanes, "pointermove", (event) => {
    if (!from || Math.abs(event.clientX - from.x) < 4) return;
    halt();
    lanes.setPointerCapture(event.pointerId);
    mark(from.time, timeUnder(event, "lanes"));
  });
  listen(lanes, "pointerup", (event) => {
    const isClick = from && Math.abs(event.clientX - from.x) < 4;
    const isOutside = marked && !(from?.time >= marked.begin && from?.time < marked.end);
    if (isClick && isOutside) mark(0, 0);
    from = null;
  });
  listen(lanes, "dblclick", (event) => {
    halt();
    if (!marked) return zoom(0.5, timeUnder(event, "lanes"));
    const { begin, end } = marked;
    marked = null;
    showWindow(begin, end, Infinity);
  });
}
