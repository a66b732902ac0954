// Where something changes on the way of a slider: a driver begins to drop frames, or to fire twice in one
// refresh. The lab finds it while nothing else is asked.

// What was found, by the script without the value; it stays as the value moves.
const borders = new Map();
const mostBorders = 200;

// How long one run may take where many are wanted, and those of a slider, in milliseconds; and how
// many values are tried at least.
const quickRun = 80;
const quickSlider = 600;
const triedValues = 40;
// How many stretches are told in words.
const mostTold = 3;

// The script with another text in the place of a handle's.
function scriptWith(handle, text) {
  const [from, to] = placeOf(handle);
  return scriptText().slice(0, from) + text + scriptText().slice(to);
}

const borderKey = (handle) =>
  `${handle.name} ${handle.range?.least} ${handle.range?.most}\n${scriptWith(handle, "")}`;

// Finds the borders of all sliders, the one that was turned last first.
async function findBorders(edition) {
  if (lastTook.look > quickRun) return;
  const isFirst = (index) => index === playground.turned ? 0 : 1;
  const order = [...handles.keys()].sort((one, other) => isFirst(one) - isFirst(other));
  for (const index of order) {
    const handle = handles[index];
    if (handle.words || borders.has(borderKey(handle))) continue;
    const key = borderKey(handle);
    const found = await bordersOf(handle, edition);
    if (!found || edition !== playground.edition) return;
    if (borders.size >= mostBorders) borders.clear();
    borders.set(key, found);
    drawBorders(index);
  }
}

// What each driver does at values of a handle, in ascending order; `null` if there is no time.
async function bordersOf(handle, edition) {
  const { least, most: last, step } = handle.range;
  const run = point().run[0] ?? -1;
  const tried = new Map();
  const isQuiet = () => edition === playground.edition && !playground.isRunning;
  const wants = async (steps) => {
    const value = digits(least + steps * step, step);
    const answer = await askLab("outcome", scriptPath(), scriptWith(handle, value), run);
    const rows = answer?.text ? JSON.parse(answer.text).rows : null;
    tried.set(steps, { value, rows: rows ?? [] });
    return Boolean(answer);
  };
  const count = Math.round((last - least) / step);
  if (!isQuiet() || !await wants(0)) return null;
  const most = Math.max(triedValues, Math.floor(quickSlider / Math.max(1, lastTook.outcome)));
  const places = Math.min(most, count);
  for (let place = 1; place <= places; place++) {
    if (!isQuiet() || !await wants(Math.round((place * count) / places))) return null;
    if (lastTook.outcome > quickRun) return Object.assign([], { isSlow: true });
  }
  const signs = signsOf([...tried.values()]);
  // Between two values that differ the border is looked for by halves.
  const known = [...tried.keys()];
  for (let place = 1; place < known.length; place++) {
    let [low, high] = [known[place - 1], known[place]];
    while (high - low > 1 && signs(tried.get(low)) !== signs(tried.get(high))) {
      const middle = (low + high) >> 1;
      if (!isQuiet() || !await wants(middle)) return null;
      if (signs(tried.get(middle)) === signs(tried.get(low))) low = middle;
      else high = middle;
    }
  }
  const inOrder = [...tried].sort(([one], [other]) => one - other).map(([, outcome]) => outcome);
  return Object.assign(stretchesOf(inOrder), { tried: tried.size, count: count + 1 });
}

// What is told of a driver: the position of its count in a row, and words.
const kinds = [
  { index: 2, name: "twice", words: (least) =>
    `fires twice${least ? ` more than its least of ${least}` : ""}` },
  { index: 1, name: "drops", words: (least) =>
    `drops ${least ? `more than its least of ${least}` : "frames"}` },
];

// The least count of each driver, of each kind; below 0 is none.
const leastOf = (outcomes, driver, { index }) =>
  Math.min(...outcomes.map(({ rows }) => rows[driver]?.[index]).filter((count) => count >= 0));

// Tells values apart at which some count is above its least.
function signsOf(outcomes) {
  const least = (outcomes.find(({ rows }) => rows.length > 0)?.rows ?? []).map((_, driver) =>
    kinds.map((kind) => leastOf(outcomes, driver, kind)));
  return ({ rows }) => rows.map((row, driver) =>
    kinds.map(({ index }, kind) => row[index] > least[driver]?.[kind] ? "1" : "0").join("")).join();
}

// Stretches of values in which a count of a driver is above its least: name, kind, words, from and to,
// of which one is `null` where the slider ends.
function stretchesOf(outcomes) {
  const fitting = outcomes.filter(({ rows }) => rows.length > 0);
  const drivers = fitting[0]?.rows ?? [];
  return drivers.flatMap(([name], driver) => kinds.map((kind) => {
    const least = leastOf(fitting, driver, kind);
    const stretches = [];
    const words = kind.words(least);
    // A count that grows from the first value on has no border.
    const quiet = fitting.filter(({ rows }) => rows[driver]?.[kind.index] === least);
    if (quiet.length < 3) return { name, kind: kind.name, words, stretches };
    fitting.forEach(({ value, rows }, place) => {
      if (!(rows[driver]?.[kind.index] > least)) return;
      const before = fitting[place - 1];
      const goesOn = before?.rows[driver]?.[kind.index] > least;
      if (!goesOn) stretches.push({ from: before ? value : null, to: null });
      const after = fitting[place + 1];
      stretches.at(-1).to = after ? value : null;
    });
    return { name, kind: kind.name, words, stretches };
  })).filter(({ stretches }) => stretches.length > 0);
}

// Draws a tick where a stretch begins or ends, and tells the stretches of the handle in hand.
function drawBorders(index) {
  const place = find(`#turn [data-h="${index}"]`)?.closest(".turn").querySelector(".ticks");
  const found = borders.get(borderKey(handles[index]));
  if (place) {
    // What was said before stays until it is known anew.
    place.classList.toggle("old", !found);
    if (found) place.innerHTML = ticks(handles[index], found);
  }
  if (index === playground.held) drawHint();
}

function ticks({ range: { least, most } }, found) {
  return found.flatMap(({ kind, stretches }) => stretches.flatMap(({ from, to }) =>
    [from, to].filter((value) => value !== null).map((value) => {
      const x = tenth((100 * (value - least)) / (most - least));
      return `<line class="${kind}" x1="${x}%" x2="${x}%" y1="0" y2="6"/>`;
    }))).join("");
}

// A stretch of values in words.
function span(handle, { from, to }) {
  const { least, most } = handle.range;
  const said = (text) => spelled({ ...handle, text });
  const isEnd = from === null ? Number(to) === least : to === null && Number(from) === most;
  if (isEnd || from === to) return `at ${said(to ?? from)}`;
  if (from === null) return `up to ${said(to)}`;
  if (to === null) return `from ${said(from)}`;
  return `at ${said(from).includes("/") ? said(from) : from} to ${said(to)}`;
}

// Takes another handle as the one whose borders are told.
function hold(index) {
  if (playground.held === index) return;
  playground.held = index;
  drawHint();
}

// Tells of the handle in hand where a driver begins to drop frames or to fire twice, below all
// sliders: so no row moves. Arms of which the same is told stand together.
function drawHint() {
  const handle = handles[playground.held];
  const found = handle && borders.get(borderKey(handle));
  find("#hint").classList.toggle("old", !found);
  if (!found) return;
  const byName = new Map();
  for (const { name, words, stretches } of found) {
    const told = stretches.slice(0, mostTold).map((one) => span(handle, one)).join(", ") +
      (stretches.length > mostTold ? " and more" : "");
    byName.set(name, [...(byName.get(name) ?? []), `${words} ${told}`]);
  }
  const byWords = new Map();
  for (const [name, list] of byName) {
    const told = list.join("; ");
    byWords.set(told, [...(byWords.get(told) ?? []), name]);
  }
  const isOne = data.arms.length < 2;
  const told = [...byWords].slice(0, mostTold).map(([words, names]) =>
    isOne ? words : `${names.join(" and ")}: ${words}`);
  const none = found.isSlow ? "a run takes too long to be tried at many values" : "no border found";
  const tried = found.tried < found.count ? ` (${found.tried} of ${found.count} values tried)` : "";
  find("#hint").innerHTML = `<b>${escaped(handle.label)}</b> ` +
    escaped((told.length > 0 ? told.join(". ") : none) + tried);
}
