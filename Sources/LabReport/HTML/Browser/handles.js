// The values of a script that can be turned: what each may be, and their sliders.

// The handles of the script as the lab read it: name, line from 0, from and to on it, text, unit,
// and the words to choose from, if it is no number.
let handles = [];

// From where to where a number is turned, and by how much at least.
function rangeOf({ name, text, unit, before }) {
  const value = Number(text);
  if (before) return { least: 1, most: Math.max(240, roundUp(value)), step: 1 };
  if (unit === "" && / phase$/.test(name)) return { least: 0, most: 1, step: 0.01 };
  if (unit === "%") return { least: 0, most: Math.max(100, value), step: 1 };
  if (unit === "Hz") return { least: 1, most: Math.max(240, roundUp(value)), step: 1 };
  // Of most values 0 makes no sense, and is refused.
  const isZeroFit = / (at|from|to|takes|tolerance|depth|each)$/.test(name);
  if (unit === "" && Number.isInteger(value)) {
    return { least: isZeroFit ? 0 : 1, most: Math.max(4, roundUp(3 * value)), step: 1 };
  }
  const most = roundUp(Math.max(4 * value, unit === "ms" ? 20 : 1));
  const step = roundUp(most / 250);
  return { least: isZeroFit ? 0 : step, most, step };
}

// A number as a script has it, with as many digits as a step has.
function digits(value, step) {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return String(+value.toFixed(decimals));
}

// The value so many steps from where a handle is, in its range.
function turned({ range, text, words }, steps) {
  if (words) return words[clamp(words.indexOf(text) + Math.sign(steps), 0, words.length - 1)];
  const value = Math.round(Number(text) / range.step + steps) * range.step;
  return digits(clamp(value, range.least, range.most), range.step);
}

// A number with what stands around it, as `1/60 s`.
const spelled = ({ before, text, unit }) => `${before}${text} ${unit}`.trim();

// Writes the list of sliders and choices, a row for each handle.
function drawSliders() {
  find("#turn").innerHTML = handles.map((handle, index) => {
    const { name, text, words, range } = handle;
    const label = `<span>${escaped(name)}</span>`;
    if (words) {
      const options = words.map((word) => {
        const chosen = word === text ? ' selected="selected"' : "";
        return `<option${chosen}>${escaped(word)}</option>`;
      });
      return `<label class="turn">${label}<select data-h="${index}">${options.join("")}</select>` +
        "<output></output></label>";
    }
    return (
      `<label class="turn">${label}<input type="range" data-h="${index}" min="${range.least}"` +
      ` max="${range.most}" step="${range.step}" value="${text}"/>` +
      `<output>${escaped(spelled(handle))}</output></label>`
    );
  }).join("");
}

// Moves a slider to where its handle is.
function moveSlider(index) {
  const control = find(`#turn [data-h="${index}"]`);
  if (!control) return;
  const { text, words } = handles[index];
  if (control.value !== text) control.value = text;
  if (words) return;
  const said = spelled(handles[index]);
  control.parentNode.querySelector("output").textContent = said;
  control.setAttribute("aria-valuetext", said);
}

// Takes the handles of a script that the lab has read. What stays keeps its range, so that a slider
// does not move under the hand.
function takeHandles(found, lines) {
  const before = handles;
  const offset = (line, scalars) => [...lines[line]].slice(0, scalars).join("").length;
  handles = found.map((one) => {
    const line = one.line - 1;
    const from = offset(line, one.from);
    // The number above a divisor, as the `1/` of `1/60 s`.
    const before = /\d+\s*\/\s*$/.exec(lines[line].slice(0, from))?.[0] ?? "";
    return { ...one, line, from, to: offset(line, one.to), before };
  });
  const isSame = before.length === handles.length && handles.every((handle, index) => {
    return handle.name === before[index].name && handle.unit === before[index].unit;
  });
  handles.forEach((handle, index) => {
    const old = isSame ? before[index].range : null;
    const fits = old && Number(handle.text) >= old.least && Number(handle.text) <= old.most;
    handle.range = handle.words ? null : fits ? old : rangeOf(handle);
  });
  if (isSame) handles.forEach((_, index) => moveSlider(index));
  else drawSliders();
}
