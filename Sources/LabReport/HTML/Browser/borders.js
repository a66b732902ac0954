// The maps of sliders: at which values a driver drops frames, or fires twice in one refresh.
//
// The lab finds them while nothing else is asked: of the handle in hand for all arms, of the others
// for the arms without changes.

// What was found, by the script without the value; it stays as the value moves.
const borders = new Map();
const mostBorders = 200;

// How long one run of an arm may take where many are wanted, and those of a slider, in
// milliseconds; and how many values are tried at least.
const quickRun = 80;
const quickSlider = 600;
const triedValues = 40;
// How many stretches are told in words.
const mostTold = 2;

// The script with another text in the place of a handle's.
function scriptWith(handle, text) {
  const [from, to] = placeOf(handle);
  const put = text && handle.isUnwritten ? unwrittenPhase + text : text;
  return scriptText().slice(0, from) + put + scriptText().slice(to);
}

function borderKey(handle, hasAllArms) {
  const { name, range } = handle;
  return `${name} ${range?.least} ${range?.most} ${hasAllArms}\n${scriptWith(handle, "")}`;
}

const known = (index, hasAllArms) => borders.get(borderKey(handles[index], hasAllArms));

// Whether the map of the handle in hand has arms besides those of the script.
const hasChanges = () => /^what if\b/m.test(scriptText());

// The next map to find: a handle, and whether with all arms; the one in hand first.
function nextMap() {
  const { held } = playground;
  const isWanted = (index) => handles[index] && !handles[index].words && !known(index, false);
  if (isWanted(held)) return [held, false];
  if (!handles[held]?.words && hasChanges() && !known(held, true)) return [held, true];
  return [rankedHandles().find(isWanted), false];
}

let isSearching = false;

// Finds the map of the handle in hand, and then those of the others.
async function findBorders(edition) {
  if (isSearching) return;
  isSearching = true;
  while (edition === playground.edition && !playground.isRunning) {
    const [index, hasAllArms] = nextMap();
    if (!handles[index]) break;
    const key = borderKey(handles[index], hasAllArms);
    const found = await bordersOf(handles[index], edition, hasAllArms);
    if (!found) break;
    if (borders.size >= mostBorders) borders.clear();
    borders.set(key, found);
    if (edition === playground.edition) drawBorders(index);
    if (found.isSlow) break;
  }
  isSearching = false;
}

// What each driver does at values of a handle, in ascending order; `null` if there is no time.
async function bordersOf(handle, edition, hasAllArms) {
  const { least, most: last, step } = handle.range;
  const run = point().run[0] ?? -1;
  const [tried, took] = [new Map(), []];
  let points = 1;
  const isQuiet = () => edition === playground.edition && !playground.isRunning;
  const wants = async (steps) => {
    const value = digits(least + steps * step, step);
    const script = scriptWith(handle, value);
    const answer = await askLab("outcome", scriptPath(), script, run, hasAllArms ? 1 : 0);
    const all = (answer?.text && JSON.parse(answer.text).rows) || [];
    const rows = together(all);
    points = Math.max(points, all.length / Math.max(1, rows.length));
    tried.set(steps, { value, rows });
    if (answer) took.push(lastTook.outcome);
    return Boolean(answer);
  };
  // The first ones are slower than those that follow.
  const isSlow = () => {
    const arms = Math.max(1, ...[...tried.values()].map(({ rows }) => rows.length));
    return took.length > 2 && Math.min(...took) > quickRun * arms * points;
  };
  const count = Math.round((last - least) / step);
  if (!isQuiet() || !await wants(0)) return null;
  const most = Math.max(triedValues, Math.floor(quickSlider / Math.max(1, took[0])));
  const parts = Math.min(most, count);
  for (let place = 1; place <= parts; place++) {
    if (!isQuiet() || !await wants(Math.round((place * count) / parts))) return null;
    if (isSlow()) return { rows: [], isSlow: true };
  }
  const signs = signsOf([...tried.values()]);
  // Between two values that differ the border is looked for by halves.
  const places = [...tried.keys()];
  for (let place = 1; place < places.length; place++) {
    let [low, high] = [places[place - 1], places[place]];
    while (high - low > 1 && signs(tried.get(low)) !== signs(tried.get(high))) {
      const middle = (low + high) >> 1;
      if (!isQuiet() || !await wants(middle)) return null;
      if (signs(tried.get(middle)) === signs(tried.get(low))) low = middle;
      else high = middle;
    }
  }
  const inOrder = [...tried].sort(([one], [other]) => one - other).map(([, outcome]) => outcome);
  return { rows: stretchesOf(inOrder), tried: tried.size, count: count + 1, points };
}

// Rows of one name are those of the points of a sweep that cannot be told apart: the sum stands for
// them.
function together(rows) {
  const byName = new Map();
  for (const [name, ...counts] of rows) {
    const sum = byName.get(name);
    byName.set(name, sum ? sum.map((count, place) => count + counts[place]) : counts);
  }
  return [...byName].map(([name, counts]) => [name, ...counts]);
}

const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

// What is told of a driver: the position of its count in a row, and what is counted.
const kinds = [
  { index: 1, name: "drops", noun: "drop" },
  { index: 2, name: "twice", noun: "double fire" },
];

const countsOf = (outcomes, driver, { index }) =>
  outcomes.map(({ rows }) => rows[driver]?.[index]).filter((count) => count >= 0);

// Tells values apart at which some count is above its least.
function signsOf(outcomes) {
  const least = (outcomes.find(({ rows }) => rows.length > 0)?.rows ?? []).map((_, driver) =>
    kinds.map((kind) => Math.min(...countsOf(outcomes, driver, kind))));
  return ({ rows }) => rows.map((row, driver) =>
    kinds.map(({ index }, kind) => row[index] > least[driver]?.[kind] ? "1" : "0").join("")).join();
}

// Of every driver its name and, for each kind, its least and greatest count and the stretches of
// values in which it is above the least: from and to, of which one is `null` where the slider ends.
function stretchesOf(outcomes) {
  const fitting = outcomes.filter(({ rows }) => rows.length > 0);
  return (fitting[0]?.rows ?? []).map(([name], driver) => {
    const lists = kinds.map((kind) => {
      const counts = countsOf(fitting, driver, kind);
      if (counts.length === 0) return null;
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      const isAbove = (outcome) => outcome?.rows[driver]?.[kind.index] > least;
      const stretches = [];
      // A count that grows from the first value on has no border.
      const grows = most > least && fitting.filter((outcome) => !isAbove(outcome)).length < 3;
      fitting.forEach((outcome, place) => {
        if (grows || !isAbove(outcome)) return;
        const [before, after] = [fitting[place - 1], fitting[place + 1]];
        if (!isAbove(before)) stretches.push({ from: before ? outcome.value : null, to: null });
        stretches.at(-1).to = after ? outcome.value : null;
      });
      return { kind, least, most, grows, stretches };
    });
    return { name, lists: lists.filter((list) => list) };
  });
}

// Draws the map below a slider, and tells that of the handle in hand.
function drawBorders(index) {
  const place = find(`#turn [data-h="${index}"]`)?.closest(".turn").querySelector(".ticks");
  const found = known(index, false);
  if (place) {
    // What was said before stays until it is known anew.
    place.classList.toggle("old", !found);
    if (found) place.innerHTML = mapOf(handles[index], found.rows);
  }
  if (index === playground.held) drawHint();
}

// Where something happens, over a gray floor: drops over double fires. It is pale where a driver is
// at its least, if that is more than nothing.
function mapOf({ range: { least, most } }, rows) {
  const share = (value) => (100 * (value - least)) / (most - least);
  const mark = (name, { from, to }, height) => {
    const x = share(from ?? least);
    const width = Math.max(0.8, share(to ?? most) - x);
    return `<rect class="${name}" x="${tenth(x)}%" width="${tenth(width)}%"` +
      ` y="${/^drops/.test(name) ? 0 : 4}" height="${height}"/>`;
  };
  const whole = { from: null, to: null };
  const lists = rows.flatMap((row) => row.lists);
  const pale = lists.filter(isAlways).map(({ kind }) => mark(`${kind.name} pale`, whole, 3));
  const full = lists.flatMap(({ kind, stretches }) =>
    stretches.map((one) => mark(kind.name, one, 3)));
  return [mark("floor", whole, 3), mark("drops floor", whole, 3), ...pale, ...full].join("");
}

// Whether a driver has something of a kind at every value of a slider, or as it grows.
const isAlways = ({ least, grows }) => least > 0 || grows;

// The key of a map: what of it is there.
function keyOf(rows) {
  const lists = rows.flatMap((row) => row.lists);
  const signs = kinds.flatMap((kind) => {
    const own = lists.filter((list) => list.kind === kind);
    return [
      own.some(({ stretches }) => stretches.length > 0) ? [kind.name, `${kind.noun}s`] : null,
      own.some(isAlways) ? [`${kind.name} pale`, `some ${kind.noun}s`] : null,
    ];
  }).filter((sign) => sign);
  const isFloor = lists.some((list) => !isAlways(list));
  return [...signs, ...(isFloor ? [["floor", "none"]] : [])]
    .map(([name, words]) => `<span><i class="${name}"></i>${words}</span>`).join(" ");
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

// What a driver does along a slider, in words.
function told(handle, { lists }) {
  return lists.map(({ kind: { noun }, least, most, grows, stretches }) => {
    if (grows) return `${grouped(least)} to ${counted(most, noun)}`;
    if (most === 0) return `no ${noun}`;
    if (stretches.length === 0) return `${counted(least, noun)} everywhere`;
    const shown = playground.tellsAll ? stretches : stretches.slice(0, mostTold);
    const where = shown.map((one) => span(handle, one)).join(", ") +
      (stretches.length > shown.length ? `, and ${stretches.length - shown.length} more` : "");
    return least === 0 ? `${noun}s ${where}` : `at least ${counted(least, noun)}, more ${where}`;
  }).join("; ");
}

// Takes another number as the one whose map is told.
function hold(index) {
  if (playground.held === index || handles[index].words) return;
  playground.held = index;
  drawHint();
  // What is asked already goes before.
  if (!asked) findBorders(playground.edition);
}

// Tells of the handle in hand what each arm does along it, below all sliders: so no row moves.
function drawHint() {
  const handle = handles[playground.held];
  const hint = find("#hint");
  if (!handle || handle.words) return;
  const { held } = playground;
  const all = known(held, true);
  const found = all ?? known(held, false);
  hint.classList.toggle("old", !found);
  if (!found) {
    // What was said before stays until it is known anew.
    if (hint.dataset.of !== handle.label) hint.innerHTML = `<b>${escaped(handle.label)}</b> …`;
    hint.dataset.of = handle.label;
    return;
  }
  hint.dataset.of = handle.label;
  // Changes of one arm alone are called without it.
  const bases = found.rows.filter(({ name }) => !name.includes(": ")).length;
  const short = (name) => bases === 1 ? name.replace(/^.*?: /, "") : name;
  const rows = found.rows.map((row) =>
    `<li><span>${escaped(short(row.name))}</span><span class="way">` +
    `<svg class="ticks" aria-hidden="true">${mapOf(handle, [row])}</svg></span>` +
    `<span>${escaped(told(handle, row))}</span></li>`);
  const words = found.isSlow ? "a run takes too long to be tried at many values"
    : !all && hasChanges() ? "other arms follow …"
    : found.points > 1 ? `${found.points} points of the sweep together`
    : found.tried < found.count ? `${found.tried} of ${grouped(found.count)} tried` : "";
  const isLong = found.rows.some(({ lists }) =>
    lists.some(({ grows, stretches }) => !grows && stretches.length > mostTold));
  const more = isLong
    ? ` <button class="link">${playground.tellsAll ? "Fewer" : "Show all"}</button>` : "";
  const key = rows.length > 0 ? `<span class="key">${keyOf(found.rows)}</span>` : "";
  hint.innerHTML =
    `<p><b>${escaped(handle.label)}</b> <span>${escaped(words)}</span>${key}${more}</p>` +
    `<ul>${rows.join("")}</ul>`;
}
