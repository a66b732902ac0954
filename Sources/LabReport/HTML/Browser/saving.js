// The replay and the lanes as a file for a ticket: with title, point, time and command, and with
// the colors written out, so that it looks the same elsewhere.

// What of the style of an element belongs to a picture.
const savedStyles = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size",
  "font-weight", "paint-order", "text-anchor",
];

// A picture of the page with its style written out, moved to a place.
function styledCopy(svg, x, y) {
  const copy = svg.cloneNode(true);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of savedStyles) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
    element.removeAttribute("id");
  });
  copy.setAttribute("x", x);
  copy.setAttribute("y", y);
  return copy;
}

// The lines of text around the pictures: [text, size, weight].
function savedLines() {
  const where = `${seconds(state.begin)} to ${seconds(state.end)}, now ${seconds(state.now)}`;
  const place = point().words ? `${point().words}; ` : "";
  const commands = find("#command")?.textContent.split("\n") ?? [];
  return { title: document.title, where: place + where, commands };
}

// The whole picture as text.
function savedSVG() {
  const [stage, lanes] = [find("#stage svg"), find("#lanes svg")];
  const size = (svg) => [+svg.getAttribute("width"), +svg.getAttribute("height")];
  const width = Math.max(size(stage)[0], size(lanes)[0]) + 24;
  const lanesTop = 44 + size(stage)[1] + 12;
  const { title, where, commands } = savedLines();
  const height = lanesTop + size(lanes)[1] + 36 + 20 * commands.length;
  const space = stage.namespaceURI;
  const root = document.createElementNS(space, "svg");
  const add = (name, attributes, text = "") => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    root.append(element);
  };
  const ground = getComputedStyle(document.documentElement);
  const letters = { fill: ground.color, "font-family": ground.fontFamily };
  Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })
    .forEach(([key, value]) => root.setAttribute(key, value));
  add("title", {}, title);
  add("desc", {}, `${where}. ${commands.join("; ")}`);
  add("rect", { width, height, fill: ground.backgroundColor });
  add("text", { ...letters, x: 12, y: 28, "font-size": 18, "font-weight": 700 }, title);
  root.append(styledCopy(stage, 12, 44), styledCopy(lanes, 12, lanesTop));
  const small = { ...letters, x: 12, "font-size": 12, "font-family": "monospace" };
  const last = height - 12 - 20 * commands.length;
  add("text", { ...letters, x: 12, y: last, "font-size": 13 }, where);
  commands.forEach((command, index) => {
    add("text", { ...small, y: last + 20 * (index + 1) }, command);
  });
  return new XMLSerializer().serializeToString(root);
}

function download(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

// The name of a picture: the title of the page, and where the window begins.
function savedName(ending) {
  const name = document.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${name}-${Math.round(state.begin / 1e3)}ms.${ending}`;
}

const svgAddress = () => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(savedSVG())}`;

function saveSVG() {
  download(svgAddress(), savedName("svg"));
  say("SVG saved");
}

// Two pixels for each, so that a ticket can show it large.
async function savePNG() {
  const image = new Image();
  image.src = svgAddress();
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  download(canvas.toDataURL("image/png"), savedName("png"));
  say("PNG saved");
}

// Copies a text, or selects it where the browser does not let it be copied.
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    const field = find("#copied");
    field.hidden = false;
    field.value = text;
    field.focus();
    field.select();
    document.execCommand("copy");
    say(`${said}; it is selected as well`);
  }
}
