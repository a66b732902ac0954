// The values of a script that can be turned: what each may be, and their sliders.

// The handles of the script as the lab read it: name, line from 0, from and to on it, text, unit,
// and the words to choose from, if it is no number.
let handles = [];

// The value of a number or a fraction.
const valueOf = ({ text }) => text.split("/").map(Number).reduce((value, by) => value / by);

// From where to where a number is turned, and by how much at least. A phase is a part of a refresh.
function rangeOf(handle) {
  const { name, text, unit, before, isPhase } = handle;
  const value = valueOf(handle);
  if (before) return { least: 1, most: Math.max(240, roundUp(value)), step: 1 };
  if (isPhase) return { least: 0, most: 1, step: /\.\d{3}/.test(text) ? 0.001 : 0.01 };
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
function turned(handle, steps) {
  const { range, text, words } = handle;
  if (words) return words[clamp(words.indexOf(text) + Math.sign(steps), 0, words.length - 1)];
  const value = Math.round(valueOf(handle) / range.step + steps) * range.step;
  return digits(clamp(value, range.least, range.most), range.step);
}

// A number with what stands around it, as `1/60 s`.
const spelled = ({ isPhase, before, text, unit }) =>
  isPhase ? `${text} refresh` : `${before}${text} ${unit}`.trim();

// What a value is, in plain words; # stands for the name in its statement.
const plainWords = {
  "display": "screen refreshes at",
  "display depth": "refreshes from a frame to the screen",
  "display jitter": "vsyncs are off by up to",
  "display guard": "deadline before a vsync",
  "run": "length of the run",
  "repeat": "how often it is repeated",
  "seed": "number of the draw",
  "repeat seed": "number of the draw",
  "stretch": "all work takes longer by a factor of",
  "wake-up by": "the thread wakes late by",
  "alarms land": "alarms go off",
  "load every": "# comes every",
  "load at": "# comes at",
  "load from": "first # at",
  "load until": "last # before",
  "load takes": "each # takes",
  "load as": "# comes by",
  "load in": "# is served in mode",
  "load poisson": "# comes at random, on average",
  "input every": "# comes every",
  "input at": "# comes at",
  "input takes": "the answer to # takes",
  "gesture": "the finger does a",
  "gesture at": "the finger goes down at",
  "gesture for": "the finger stays down for",
  "gesture speed": "the finger moves by",
  "gesture times": "so many times",
  "timer every": "# fires every",
  "timer once at": "# fires once, at",
  "timer first at": "# fires first at",
  "timer phase": "# fires after a vsync by",
  "timer tolerance": "# may be late by",
  "timer catch-up": "# after a late fire",
  "timer in": "# fires in mode",
  "timer takes": "each callback of # takes",
  "timer target": "# aims at",
  "link every": "# has every so many refreshes",
  "link prefers": "# prefers",
  "link in": "# is called in mode",
  "link off-main via": "# hands over by",
  "link policy": "missed vsyncs of #",
  "link takes": "each callback of # takes",
  "link target": "# aims at",
  "loop takes": "each frame of # takes",
  "animate along": "# moves along",
  "animate from": "# moves from",
  "animate to": "# moves to",
  "animate over": "# moves for",
  "animate by": "# counts time by",
  "animate starting at": "# starts at",
  "step velocity": "# moves at",
  "step views": "# moves so many views",
  "step each": "each view of # takes",
  "step life": "a view of # lives for",
  "simulate scene": "scene of #",
  "simulate steps": "# is stepped",
  "simulate by": "# counts time by",
  "simulate each": "each step of # takes",
  "simulate shows": "# shows",
};

// What a mode means for who is served in it.
const modeWords = {
  default: "waits while a finger scrolls",
  common: "goes on while a finger scrolls",
  tracking: "only while a finger scrolls",
};

// What a choice means, in words; empty for one that says it itself.
const meaningOf = ({ name, text }) => (/ in$/.test(name) && modeWords[text]) || "";

// The arm to which a line belongs, before what is told of it, if there are several.
function armBefore(number, lines) {
  const arms = lines.map((line) => /^arm\s+(\S+)/.exec(line)?.[1]);
  if (!/^\s/.test(lines[number]) || arms.filter((arm) => arm).length < 2) return "";
  const arm = arms.slice(0, number).findLast((name) => name);
  return arm ? `${arm}: ` : "";
}

// The name of a handle in plain words. A swept value is called by where it stands.
function plainName(name, number, lines) {
  const [keyword, own, ...rest] = name.split(" ");
  if (keyword === "sweep") {
    const use = new RegExp(`^\\s*(\\S+) +(\\S+).*?([\\w-]+) +\\{${own}\\}`);
    const found = lines.map((line) => use.exec(line)).find((match) => match);
    const words = found && plainWords[`${found[1]} ${found[3]}`];
    return words ? words.replace("#", found[2]) : own;
  }
  if (plainWords[name]) return plainWords[name];
  const words = plainWords[[keyword, ...rest].join(" ")];
  return armBefore(number, lines) + (words ? words.replace("#", own) : name);
}

// What is turned most stands first; the rest as in the script.
const firstTurned = [/^load .* takes$/, /^sweep /, /^(timer|link) .* in$/, / phase$/, / takes$/];
const lastTurned = [/^display$/, /^run$/, /seed$/];

function rankOf({ name }) {
  const first = firstTurned.findIndex((pattern) => pattern.test(name));
  if (first >= 0) return first;
  return firstTurned.length + 1 + lastTurned.findIndex((pattern) => pattern.test(name));
}

const rankedHandles = () =>
  [...handles.keys()].sort((one, other) =>
    rankOf(handles[one]) - rankOf(handles[other]) || one - other);

// Writes the list of sliders and choices, a row for each handle.
function drawSliders() {
  const isFirst = !find("#turn").firstChild;
  const scrollTop = isFirst ? 0 : find("#causes").scrollTop;
  const order = rankedHandles();
  find("#turn").innerHTML = order.map((index) => {
    const handle = handles[index];
    const { name, label, text, words, range } = handle;
    const head = `<div class="turn"><span id="handle${index}" title="${escaped(name)}">` +
      `${escaped(label)}</span>`;
    const isNamed = `aria-labelledby="handle${index}"`;
    if (words) {
      return `${head}<span class="choice">${choiceOf(index, isNamed)}` +
        `<small>${escaped(meaningOf(handle))}</small></span></div>`;
    }
    const step = (sign, said) =>
      `<button class="step" tabindex="-1" data-step="${sign}" data-of="${index}"` +
      ` aria-label="${said}: ${escaped(label)}">${sign < 0 ? "−" : "+"}</button>`;
    return (
      `${head}${step(-1, "Less")}<span class="way"><input type="range" data-h="${index}"` +
      ` min="${range.least}" max="${range.most}" step="${range.step}" value="${valueOf(handle)}"` +
      ` ${isNamed} aria-describedby="hint"/><svg class="ticks" aria-hidden="true"></svg></span>` +
      `${step(1, "More")}<output>${escaped(spelled(handle))}</output></div>`
    );
  }).join("") + '<button id="others" class="link"></button>';
  nameOthers();
  playground.held = order.find((index) => !handles[index].words) ?? 0;
  find("#hint").textContent = "";
  handles.forEach((_, index) => drawBorders(index));
  // The hand is where it was.
  if (!isFirst) find("#causes").scrollTop = scrollTop;
}

// On a small screen the first three handles are there, and all on demand.
function nameOthers() {
  const hasAll = find("#turn").classList.contains("all");
  find("#others").textContent = hasAll ? "Fewer values" : "All values";
}

function showOthers(isShown) {
  find("#turn").classList.toggle("all", isShown);
  nameOthers();
}

// How many words stand side by side, each to be pressed; of more one is chosen from a list.
const mostPressed = 4;

function choiceOf(index, isNamed) {
  const { text, words } = handles[index];
  if (words.length > mostPressed) {
    const options = words.map((word) =>
      `<option${word === text ? ' selected="selected"' : ""}>${escaped(word)}</option>`);
    return `<select data-h="${index}" ${isNamed}>${options.join("")}</select>`;
  }
  const buttons = words.map((word) =>
    `<label><input type="radio" name="choice${index}" data-h="${index}" value="${escaped(word)}"` +
    `${word === text ? ' checked="checked"' : ""}/>${escaped(word)}</label>`);
  return `<span class="pressed" role="radiogroup" ${isNamed}>${buttons.join("")}</span>`;
}

// Moves a slider to where its handle is.
function moveSlider(index) {
  const control = find(`#turn [data-h="${index}"]`);
  if (!control) return;
  const { text, words } = handles[index];
  if (control.type === "radio") {
    for (const one of findAll(`#turn [data-h="${index}"]`)) one.checked = one.value === text;
  } else if (words || control.value !== text) {
    control.value = words ? text : valueOf(handles[index]);
  }
  if (words) {
    control.closest(".turn").querySelector("small").textContent = meaningOf(handles[index]);
    return;
  }
  const said = spelled(handles[index]);
  control.closest(".turn").querySelector("output").textContent = said;
  control.setAttribute("aria-valuetext", said);
}

// Whether a handle is the phase of something, or a value of a sweep that is used as one.
const isOfPhase = (name, lines) => / phase$/.test(name) ||
  /^sweep /.test(name) && lines.some((line) => line.includes(` phase {${name.slice(6)}}`));

// A timer without a phase begins half a refresh after a vsync; its phase is a handle all the same,
// and is written when it is turned.
const unwrittenPhase = " phase ";

function withPhases(found, lines) {
  const hasRate = found.some(({ name, unit }) => name === "display" && unit === "Hz");
  return found.flatMap((one) => {
    const [, timer] = /^(timer \S+) every$/.exec(one.name) ?? [];
    const isDated = (name) => name === `${timer} phase` || name === `${timer} first at`;
    const isWritten = found.some(({ line, name }) => line === one.line && isDated(name));
    const rest = [...lines[one.line - 1]].slice(one.to).join("");
    if (!hasRate || !timer || isWritten || /\b(phase|first at)\b/.test(rest)) return [one];
    const end = one.to + /^\s*\w*/.exec(rest)[0].length;
    const phase = { name: `${timer} phase`, line: one.line, from: end, to: end, unit: "" };
    return [one, { ...phase, text: "0.5", isUnwritten: true }];
  });
}

// Takes the handles of a script that the lab has read. What stays keeps its range, so that a slider
// does not move under the hand.
function takeHandles(found, lines) {
  const before = handles;
  const offset = (line, scalars) => [...lines[line]].slice(0, scalars).join("").length;
  handles = withPhases(found, lines).map((one) => {
    const line = one.line - 1;
    const from = offset(line, one.from);
    // The number above a divisor, as the `1/` of `1/60 s`; a phase is turned as a whole.
    const above = /\d+\s*\/\s*$/.exec(lines[line].slice(0, from))?.[0] ?? "";
    const isPhase = one.unit === "" && isOfPhase(one.name, lines);
    const whole = isPhase && above
      ? { from: from - above.length, text: above + one.text, before: "" } : { from, before: above };
    // The values of a sweep have one name, and stand on one line.
    const same = found.filter((other) => other.name === one.name && other.line === one.line);
    const label = plainName(one.name, line, lines) +
      (same.length > 1 ? `, value ${same.indexOf(one) + 1}` : "");
    return { ...one, line, to: offset(line, one.to), label, isPhase, ...whole };
  });
  const isSame = before.length === handles.length && handles.every((handle, index) => {
    const old = before[index];
    return handle.name === old.name && handle.unit === old.unit && handle.label === old.label;
  });
  handles.forEach((handle, index) => {
    const old = isSame ? before[index].range : null;
    const fits = old && valueOf(handle) >= old.least && valueOf(handle) <= old.most;
    const fresh = handle.words ? null : rangeOf(handle);
    // A phase with more digits is turned by smaller steps.
    handle.range = fits && (!handle.isPhase || old.step <= fresh.step) ? old : fresh;
  });
  if (!isSame) return drawSliders();
  handles.forEach((_, index) => {
    moveSlider(index);
    drawBorders(index);
  });
}
