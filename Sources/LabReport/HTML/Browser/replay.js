// The replay: what was on the screen at one instant, a row for each arm. The shape of an arm stands
// at the time that the frame on the screen shows; a frame that is late is left behind the line.

// The rows as they were drawn last: [row, top, height of the track].
let tracks = [];

function trackHeight(run) {
  if (run.scene) return clamp(Math.floor(620 / rows().length) - 39, 40, 120);
  return rows().length <= 3 ? 44 : 26;
}

function drawReplay(width) {
  const place = placeIn(width);
  const narrow = isNarrow(width, 450);
  const head = narrow ? 38 : 21;
  const height = rows().reduce((sum, row) => sum + trackHeight(runOf(row)) + head + 18, 20);
  let marks = axis(place, state.begin, state.end,
    { width, room: width - 20, y: 14, top: 18, bottom: height });
  let y = 18;
  tracks = [];
  for (const row of rows()) {
    const track = trackHeight(runOf(row));
    marks += replayHeading(row, y, width, narrow);
    y += head;
    tracks.push([row, y, track]);
    const ground = runOf(row).scene ? "paper f" : "cell f";
    marks += box(ground, 10, y, width - 20, track) + drawTrack(row, y, track, width, place);
    marks += cells(runOf(row), row, place, y + track + 2, 9);
    y += track + 18;
  }
  const counts = rows().map((row) => {
    const run = runOf(row);
    const here = `${run.droppedBetween(state.begin, state.end)} ${run.redWord} here`;
    return `${armName(row)}: ${here}, ${run.dropped} dropped in the whole run`;
  });
  const stretch = `${seconds(state.begin)} to ${seconds(state.end)}`;
  const label = `Replay from ${stretch}. ${counts.join("; ")}`;
  return picture(width, height, label, `${marks}<path class="ink s" id="head" d=""/>`);
}

// The name, the count of the whole run, and a bar on one scale for all arms.
function replayHeading(row, y, width, narrow) {
  const run = runOf(row);
  const most = Math.max(1, ...rows().map((other) => runOf(other).dropped));
  const barWidth = narrow ? 60 : 150;
  const left = width - 10 - barWidth;
  const top = y + (narrow ? 25 : 8);
  return (
    box("paper f", 0, y, width, narrow ? 37 : 20) +
    heading(row, run.dropped, "dropped", ` of ${grouped(run.slots)}${run.note}`,
      y, left - 8, narrow, width) +
    box("cell f", left, top, barWidth, 9) +
    box("gone f", left, top, (barWidth * run.dropped) / most, 9)
  );
}

// What does not move: ticks at the times of all frames of the window, or the walls of a scene.
function drawTrack(row, y, height, width, place) {
  const run = runOf(row);
  if (run.scene) {
    const room = new Room(run.scene, width, height, y);
    return `${room.walls()}<g id="ball${row}"></g>`;
  }
  const [first, last] = run.refreshesBetween(state.begin, state.end);
  let ticks = "";
  for (let refresh = first; refresh <= last; refresh++) {
    const time = run.contentTimes[refresh];
    if (run.outcomes[refresh] !== "n" || time < state.begin || time >= state.end) continue;
    ticks += `M${tenth(place(time))} ${y + height / 2 - 5}v10`;
  }
  return (
    line(`band${armColor(row)} s`, ticks) +
    `<path class="gone t" id="band${row}" d=""/>` +
    `<g id="ball${row}" class="arm${armColor(row)} f">${armShape(row, height > 30 ? 13 : 8)}</g>` +
    `<text class="gone h" id="old${row}" y="${y + height / 2 + 4}" font-size="12"></text>`
  );
}

// Moves everything that belongs to the instant.
function drawNow() {
  const x = placeIn(widths.stage)(state.now);
  for (const [row, y, height] of tracks) {
    if (runOf(row).scene) drawBodies(row, y, height);
    else drawBall(row, y + height / 2, x);
  }
  // A scene is no axis of time: the line of the instant stands below it alone.
  const bars = tracks.map(([row, y, height]) =>
    `M${tenth(x)} ${runOf(row).scene ? `${y + height}v13` : `${y - 2}v${height + 15}`}`);
  find("#head")?.setAttribute("d", bars.join(""));
  const cursor = tenth(placeIn(widths.lanes)(state.now));
  const lines = laneRows.map(([top, bottom]) => `M${cursor} ${top}V${bottom}`);
  find("#cursor")?.setAttribute("d", lines.join(""));
  find("#clock").textContent = seconds(state.now);
}

// The shape of an arm, the red band by which it is behind, and how old its frame is.
function drawBall(row, y, line) {
  const ball = find(`#ball${row}`);
  if (!ball) return;
  const run = runOf(row);
  const refresh = run.refreshAt(state.now);
  const age = run.age(state.now);
  const isLate = age > run.period * 0.6 && run.outcomes[refresh] !== "r";
  const x = placeIn(widths.stage)(Math.max(state.begin, run.shownTime(refresh)));
  ball.setAttribute("transform", `translate(${tenth(x)} ${y})`);
  ball.setAttribute("class", `arm${armColor(row)} f${isLate ? " stuck" : ""}`);
  const said = isLate && age > run.period * 1.6 ? ageWords(milliseconds(age), x, line) : null;
  const text = find(`#old${row}`);
  text.textContent = said?.text ?? "";
  text.setAttribute("x", tenth(said?.x ?? x));
  text.setAttribute("text-anchor", said?.anchor ?? "end");
  const gap = said?.gap
    ? `H${tenth(said.x - said.gap)}M${tenth(said.x + said.gap)} ${y}`
    : "";
  find(`#band${row}`).setAttribute("d", isLate ? `M${tenth(x)} ${y}${gap}H${tenth(line)}` : "");
}

// Where the age of a frame is said: on its band, else right of the line, else left of the shape.
function ageWords(age, ball, line) {
  for (const text of [`frame is ${age} old`, `${age} old`]) {
    const width = 7 * text.length;
    if (line - ball > width + 44) {
      return { text, x: (ball + line) / 2, anchor: "middle", gap: width / 2 + 3 };
    }
    if (line + width + 14 < widths.stage) return { text, x: line + 8, anchor: "start" };
  }
  return { text: `${age} old`, x: ball - 14, anchor: "end" };
}
