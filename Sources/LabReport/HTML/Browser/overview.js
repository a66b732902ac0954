// The whole run: a row for each arm, a column for each pixel. A column is as high as the longest
// stay of a frame in it, cut at six refreshes; what is above one refresh is red.

const overviewLeft = 24;
const overviewWords = find("#say-over").textContent;
const stayLimit = 6;

const overviewPlace = (width) => (time) =>
  overviewLeft + (time / runLength()) * (width - overviewLeft - 10);

const overviewRowHeight = () => (rows().length > 3 ? 20 : 32);

function drawOverview(width) {
  const rowHeight = overviewRowHeight();
  const height = 20 + rows().length * (rowHeight + 7);
  const place = overviewPlace(width);
  let marks = axis(place, 0, runLength(),
    { width, room: width - overviewLeft - 10, y: 11, top: 14, bottom: height - 4 });
  let labels = "";
  rows().forEach((row, index) => {
    const y = 16 + index * (rowHeight + 7);
    const stays = longestStays(runOf(row), place, width);
    marks += overviewRow(row, y, rowHeight, stays, width);
    labels += longestLabel(runOf(row), place, stays, y, rowHeight, width);
  });
  for (const [from, until] of gapsIn(point().det, 0, runLength())) {
    marks += box("veil", place(from), 14, place(until) - place(from), height - 16);
  }
  const isPale = gapsIn(point().det, 0, runLength()).length > 0;
  find("#say-over").textContent =
    overviewWords + (isPale ? " Pale: this page has drops alone, no tasks and callbacks." : "");
  const names = rows().map(armName).join("; ");
  const label = `How long each frame stayed, over the whole run; from top to bottom: ${names}`;
  const all = `${marks}${drawBrush(height)}<g pointer-events="none">${labels}</g>`;
  return picture(width, height, label, all, "group");
}

// The longest stay in each column, in refreshes; 0 where no frame stays too long.
function longestStays(run, place, width) {
  const stays = new Int16Array(Math.ceil(width - overviewLeft - 10) + 1);
  for (const hitch of run.allHitches()) {
    const [begin, end] = run.span(hitch);
    const count = Math.round((end - begin) / run.period);
    const from = Math.max(0, Math.floor(place(begin) - overviewLeft));
    const until = Math.min(stays.length - 1, place(end) - overviewLeft);
    for (let column = from; column <= until; column++) {
      stays[column] = Math.max(stays[column], count);
    }
  }
  return stays;
}

function overviewRow(row, y, height, stays, width) {
  const [unit, bottom, right] = [height / stayLimit, y + height, width - 10];
  const budget = bottom - unit;
  let marks =
    box("cell f", overviewLeft, y, right - overviewLeft, height) +
    box(`band${armColor(row)} f`, overviewLeft, budget, right - overviewLeft, unit) +
    line("muted d", `M${overviewLeft} ${tenth(budget)}H${right}`);
  for (let column = 0; column < stays.length; ) {
    let next = column;
    while (next < stays.length && stays[next] === stays[column]) next++;
    const stay = Math.min(stayLimit, stays[column]);
    if (stay > 1) {
      const top = bottom - stay * unit;
      marks += box("gone f", overviewLeft + column, top, next - column, budget - top);
    }
    column = next;
  }
  marks += line(`arm${armColor(row)} t`, `M${overviewLeft} ${bottom}H${right}`);
  return marks + armSymbol(row, 9, y + height / 2);
}

// The longest stay in words, if it is four refreshes or more: in its column or beside it, where no
// other red is.
function longestLabel(run, place, stays, y, height, width) {
  if (run.hitches.length === 0) return "";
  const [begin, end] = run.span(run.hitches[0]);
  if (end - begin < 4 * run.period) return "";
  const text = milliseconds(end - begin);
  const [left, right] = [place(begin), place(end)];
  if (right - left > 7 * text.length + 8) {
    return words("ongone b", text, (left + right) / 2, y + height / 2 + 4, { anchor: "middle" });
  }
  let free = right;
  stays.forEach((stay, column) => {
    const x = overviewLeft + column;
    if (stay > 2 && x + 1 > free && x < free + 50) free = x + 1;
  });
  if (free > width - 80 || free > right + 120) free = right;
  if (free > width - 80) return words("gone h", text, left - 5, y + 11, { anchor: "end" });
  return words("gone h", text, free + 5, y + 11);
}

// The window in the run: a slider with a handle at each end.
function drawBrush(height) {
  const handle = (name) =>
    `<rect class="grip" id="${name}" y="${height / 2 - 11}" width="7" height="24" rx="3"/>`;
  return (
    `<rect class="win" id="win" y="13" height="${height - 14}" rx="3" tabindex="0" role="slider"` +
    ` aria-label="Window of the pictures" aria-valuemin="0"` +
    ` aria-valuemax="${Math.round(runLength() / 1e3)}"/>${handle("grip0")}${handle("grip1")}`
  );
}

// Moves the window to where the state has it.
function moveBrush() {
  const frame = find("#win");
  if (!frame) return;
  const place = overviewPlace(widths.over);
  const left = place(state.begin);
  const right = Math.max(place(state.end), left + 4);
  frame.setAttribute("x", tenth(left));
  frame.setAttribute("width", tenth(right - left));
  frame.setAttribute("aria-valuenow", Math.round(state.begin / 1e3));
  const range = `from ${seconds(state.begin, 2)} to ${seconds(state.end, 2)}`;
  frame.setAttribute("aria-valuetext", range);
  find("#grip0").setAttribute("x", tenth(left - 4));
  find("#grip1").setAttribute("x", tenth(right - 3));
}
