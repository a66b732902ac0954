// The one state of the page: everything that is drawn is drawn from it and from the data.

const find = (selector) => document.querySelector(selector);
const findAll = (selector) => [...document.querySelectorAll(selector)];
const listen = (element, event, action, options) => {
  element?.addEventListener(event, action, options);
};

let data = JSON.parse(find("#data").textContent);
// How many rows are shown before a reader asks for the others.
const rowLimit = 8;
// How wide the pictures are, in pixels.
const widths = { stage: 1152, over: 1152, lanes: 784 };

const state = {
  point: data.first,
  begin: 0,
  end: 1,
  now: 0,
  // The arm of the list, the arms in the lanes, and whether all rows are shown.
  arm: 0,
  shown: new Set(),
  showsAll: false,
  // The hitch that was chosen; -1 for none.
  hitch: -1,
  isPlaying: false,
  playsByItself: false,
  loops: 0,
  speed: 1,
  hasOwnSpeed: false,
};

const point = () => data.points[state.point];
// Those of one arm in several results stay together.
const rows = () => {
  const rest = rowLimit % (Math.max(0, ...data.side) + 1);
  return state.showsAll ? point().ord : point().ord.slice(0, rowLimit - rest);
};
// The arms of a point of its own, else those of all.
const armName = (row) => (point().arms ?? data.arms)[row];
const armIndex = (row) => (point().ai ?? data.ai)[row];
const ownerName = (owner) => (owner < 0 ? "late frames" : data.own[owner]);

const unpacked = new Map();

// Takes other runs in the place of those at hand.
function replaceData(other) {
  data = other;
  unpacked.clear();
  state.point = data.first;
}

// The data of a row at a point; a row that no phase of another one changes stands at the first.
const packedRun = (row, number) =>
  data.points[number].runs[row] ?? data.points[data.first].runs[row];

// The run of a row at a sweep point; each is unpacked once.
function runOf(row, number = state.point) {
  const key = `${number}.${row}`;
  if (!unpacked.has(key)) unpacked.set(key, new Run(packedRun(row, number)));
  return unpacked.get(key);
}

const runLength = () => Math.max(...point().runs.map((_, row) => runOf(row).end));

// The commands that draw a stretch of this point, one for each result, as a shell takes them.
function commandFor(begin, end) {
  const text = (time) => `'${Math.round(time / 1e3)} ms'`;
  const stretch = `--from ${text(begin)} --for ${text(end - begin)}`;
  if (point().cmd) return point().run.length > 0 ? `${point().cmd} ${stretch}` : point().cmd;
  const namesOf = (list, side) =>
    [...new Set(list.filter((row) => data.side[row] === side).map((row) => data.names[row]))];
  const commands = data.show.map((command, side) => {
    const names = namesOf([...state.shown], side);
    if (!command || names.length === 0) return "";
    const isWhole = names.length === namesOf([...data.names.keys()], side).length;
    const arms = isWhole ? "" : names.map((name) => ` --arm ${name}`).join("");
    return `${command} --run ${point().run[side]}${arms} ${stretch}`;
  });
  return commands.filter((command) => command).join("\n");
}
