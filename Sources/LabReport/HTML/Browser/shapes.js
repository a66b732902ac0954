// Parts of pictures as SVG, in the classes of color and paint that the pictures of Swift use:
// f fills, s strokes, t strokes thickly, d dashes, b is bold, h has a rim.

const box = (name, x, y, width, height) =>
  `<rect class="${name}" x="${tenth(x)}" y="${tenth(y)}"` +
  ` width="${tenth(Math.max(0, width))}" height="${tenth(height)}"/>`;

// Many boxes of one kind as one mark; each is [x, y, width, height].
function boxes(name, list) {
  if (list.length === 0) return "";
  const path = ([x, y, width, height]) =>
    `M${tenth(x)} ${y}h${tenth(width)}v${height}h${tenth(-width)}z`;
  return line(name, list.map(path).join(""));
}

const line = (name, path) => (path ? `<path class="${name}" d="${path}"/>` : "");

function words(name, text, x, y, { anchor = "start", size = 12, rest = "" } = {}) {
  const side = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const more = rest ? `<tspan class="muted f">${escaped(rest)}</tspan>` : "";
  return (
    `<text class="${name}" x="${tenth(x)}" y="${tenth(y)}"${side} font-size="${size}">` +
    `${escaped(text)}${more}</text>`
  );
}

function picture(width, height, label, content, role = "img") {
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}"` +
    ` height="${height}" role="${role}" aria-label="${escaped(label)}">${content}</svg>`
  );
}

// The color of an arm; its shape is a circle, square, triangle or diamond, in turn.
const armColor = (row) => armIndex(row) % 6;

function armShape(row, radius) {
  const [small, large, top] = [0.9, 1.1, 1.2].map((factor) => tenth(factor * radius));
  switch (armIndex(row) % 4) {
    case 0:
      return `<circle r="${radius}"/>`;
    case 1:
      return `<rect x="${-small}" y="${-small}" width="${2 * small}" height="${2 * small}"/>`;
    case 2:
      return `<path d="M0 ${-large}L${large} ${small}H${-large}Z"/>`;
    default:
      return `<path d="M0 ${-top}L${top} 0 0 ${top} ${-top} 0Z"/>`;
  }
}

const armSymbol = (row, x, y) =>
  `<g class="arm${armColor(row)} f" transform="translate(${x} ${y})">${armShape(row, 5)}</g>`;

// The color of an owner of work: by rank, or that of modes.
function ownerColor(owner) {
  if (owner < 0) return "owner7";
  return data.rank[owner] < 0 ? "modeground" : `owner${Math.min(7, data.rank[owner])}`;
}

const swatch = (owner) =>
  `<svg class="sw ${ownerColor(owner)}" viewBox="0 0 10 10" width="10" height="10"` +
  ` aria-hidden="true"><rect class="f" width="10" height="10"/></svg>`;

// The place of a time in a picture of the window.
const placeIn = (width) => (time) =>
  10 + ((time - state.begin) / (state.end - state.begin)) * (width - 20);

// Round times above a picture, with a line through it at each.
function axis(place, begin, end, { width, room, y, top, bottom }) {
  const step = tickStep(end - begin, room);
  let marks = "";
  for (let time = Math.ceil(begin / step) * step; time <= end; time += step) {
    const x = place(time);
    const [isFirst, isLast] = [x < 40, x > width - 40];
    const left = isLast ? width - 2 : isFirst ? Math.max(2, x - 20) : x;
    const anchor = isLast ? "end" : isFirst ? "start" : "middle";
    marks += line("grid s", `M${tenth(x)} ${top}V${bottom}`);
    marks += words("muted f", tickWords(time, step), left, y, { anchor });
  }
  return marks;
}

// Whether names need a line of their own beside words of some width.
const isNarrow = (width, room) =>
  width < 600 || point().runs.some((_, row) => 8 * armName(row).length > width - room);

// The name of an arm, and how many frames or refreshes it drops.
function heading(row, count, word, rest, y, right, narrow, width) {
  const below = y + (narrow ? 33 : 17);
  const number = `${grouped(count)} ${word}`;
  const name = armName(row);
  // A letter is at most about 0.6 of the size wide.
  const size = narrow ? clamp(Math.floor((width - 30) / (0.6 * name.length)), 8, 14) : 14;
  return (
    armSymbol(row, 16, y + 12) +
    words("ink b", name, 28, y + 17, { size }) +
    words(count ? "gone b" : "muted f", number, right, below, { anchor: "end", size: 13, rest })
  );
}

// A cell for every refresh of the window: new, dropped (red), or nothing due (outline).
function cells(run, row, place, y, height) {
  const [first, last] = run.refreshesBetween(state.begin, state.end);
  const found = { n: [], r: [], d: [] };
  for (let refresh = first; refresh <= last; refresh++) {
    const [left, right] = ends(run, refresh, refresh + 1, place);
    const gap = right - left >= 4 ? 1 : 0;
    found[run.outcomes[refresh]].push([left, y, Math.max(0, right - left - gap), height]);
  }
  return (
    boxes(`band${armColor(row)} f new`, found.n) +
    boxes("grid s rest", found.r) +
    boxes("gone f dropped", found.d)
  );
}

// From where to where some refreshes are drawn, cut at the ends of the window.
function ends(run, first, next, place) {
  return [
    place(Math.max(state.begin, run.times[first])),
    place(Math.min(state.end, run.times[next])),
  ];
}
