// The script in the page: a field, over which its text lies in colors, with a handle on each value.

const field = () => find("#script");
const scriptLines = () => field().value.split("\n");

// The mistakes of the script, in the words of the lab: line from 1, column from 1, message.
let mistakes = [];

// Draws the text over the field; the field itself has the caret and what is selected.
function drawScript() {
  const byLine = new Map();
  handles.forEach((handle, index) => {
    if (handle.isUnwritten) return;
    byLine.set(handle.line, [...(byLine.get(handle.line) ?? []), [handle, index]]);
  });
  find("#ink").innerHTML = scriptLines().map((line, number) => {
    const isWrong = mistakes.some((mistake) => mistake.line === number + 1);
    const kind = isWrong ? "line wrong" : "line";
    return `<span class="${kind}">${coloredLine(line, byLine.get(number) ?? [])}</span>`;
  }).join("\n") + "\n";
}

// A line with its keyword, its handles and its comment in their colors.
function coloredLine(line, list) {
  const fits = list.every(([handle]) => line.slice(handle.from, handle.to) === handle.text);
  if (!fits || list.length === 0) return plainPart(line, true);
  let [text, last] = ["", 0];
  for (const [handle, index] of list) {
    text += plainPart(line.slice(last, handle.from), last === 0);
    text += `<span class="num" title="Drag to turn" data-h="${index}">` +
      `${escaped(handle.text)}</span>`;
    last = handle.to;
  }
  return text + plainPart(line.slice(last), false);
}

function plainPart(text, isFirst) {
  const [, code, comment] = /^(.*?)((?:^|\s)#.*)?$/.exec(text);
  const [, blank, keyword, rest] = /^(\s*)(\S*)(.*)$/.exec(code);
  const start = isFirst && keyword ? `<b>${escaped(keyword)}</b>` : escaped(keyword);
  return blank + start + escaped(rest) + (comment ? `<i>${escaped(comment)}</i>` : "");
}

// Where a handle begins and ends in the whole text.
function placeOf(handle) {
  const before = scriptLines().slice(0, handle.line).reduce((sum, one) => sum + one.length + 1, 0);
  return [before + handle.from, before + handle.to];
}

// The handle at the caret; -1 for none.
function handleAtCaret() {
  const caret = field().selectionStart;
  return handles.findIndex((handle) => {
    const [from, to] = placeOf(handle);
    return !handle.isUnwritten && caret >= from && caret <= to;
  });
}

// Writes another value in the place of a handle's, and runs the script again.
function turn(index, text) {
  const handle = handles[index];
  if (!handle || handle.text === text) return;
  hold(index);
  const before = handle.isUnwritten ? unwrittenPhase : "";
  field().setRangeText(before + text, ...placeOf(handle), "preserve");
  const more = before.length + text.length - (handle.to - handle.from);
  for (const other of handles) {
    if (other === handle || other.line !== handle.line || other.from < handle.from) continue;
    [other.from, other.to] = [other.from + more, other.to + more];
  }
  const from = handle.from + before.length;
  Object.assign(handle, { text, from, to: from + text.length, isUnwritten: false });
  moveSlider(index);
  drawScript();
  scriptChanged();
}

// While one writes, the values cover no script. They come back when the focus is elsewhere, but not
// under a pointer that is down: what it presses stays where it is.
function listenToWriting() {
  const text = find("#text");
  let isDown = false;
  const settle = () => setTimeout(() => {
    if (!isDown && !text.contains(document.activeElement)) text.classList.remove("written");
  });
  listen(field(), "focus", () => text.classList.add("written"));
  listen(text, "focusout", settle);
  listen(window, "pointerdown", () => {
    isDown = true;
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    listen(window, end, () => {
      isDown = false;
      settle();
    }, true);
  }
}

function listenToEditor() {
  listenToWriting();
  listen(field(), "input", () => {
    drawScript();
    scriptChanged();
  });
  listen(field(), "keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const index = handleAtCaret();
    if (!event.altKey || !steps || index < 0) return;
    event.preventDefault();
    turn(index, turned(handles[index], event.shiftKey ? 10 * steps : steps));
  });
  for (const kind of ["focusin", "pointerover"]) {
    listen(find("#turn"), kind, (event) => {
      const control = event.target.closest(".turn")?.querySelector("[data-h]");
      if (control) hold(+control.dataset.h);
    });
  }
  listen(find("#turn"), "click", ({ target: { id, dataset } }) => {
    if (id === "others") showOthers();
    const index = +dataset.of;
    if (dataset.step) turn(index, turned(handles[index], +dataset.step));
  });
  listen(find("#hint"), "click", ({ target }) => {
    if (!target.matches("button")) return;
    playground.tellsAll = !playground.tellsAll;
    drawHint();
    find("#hint button")?.focus();
  });
  // A finger that scrolls the page from a slider turns nothing.
  let before = null;
  listen(find("#turn"), "pointerdown", (event) => {
    const index = event.target.dataset.h;
    before = index === undefined ? null : { index: +index, text: handles[+index].text };
  });
  listen(find("#turn"), "pointercancel", () => {
    if (before) turn(before.index, before.text);
  });
  listen(find("#turn"), "input", (event) => {
    const index = +event.target.dataset.h;
    const { range } = handles[index];
    turn(index, range ? digits(+event.target.value, range.step) : event.target.value);
  });
  listenToDragging();
}

// A value in the text: a drag turns it, four pixels a step, a press puts the caret there.
function listenToDragging() {
  const editor = find("#editor");
  let drag = null;
  listen(editor, "pointerdown", (event) => {
    const index = event.target.closest(".num")?.dataset.h;
    if (index === undefined || event.button !== 0) return;
    event.preventDefault();
    editor.setPointerCapture(event.pointerId);
    drag = { index: +index, x: event.clientX, start: { ...handles[+index] }, moved: false };
    field().focus({ preventScroll: true });
    const [, end] = placeOf(handles[+index]);
    field().setSelectionRange(end, end);
  });
  listen(editor, "pointermove", (event) => {
    if (!drag) return;
    const steps = Math.trunc((event.clientX - drag.x) / (drag.start.words ? 24 : 4));
    if (steps === 0 && !drag.moved) return;
    drag.moved = true;
    if (!drag.start.words) return turn(drag.index, turned(drag.start, steps));
    turn(drag.index, turned(handles[drag.index], steps));
    if (steps !== 0) drag.x = event.clientX;
  });
  listen(editor, "dblclick", () => {
    const index = handleAtCaret();
    if (index >= 0) field().setSelectionRange(...placeOf(handles[index]));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    listen(editor, end, () => {
      drag = null;
    });
  }
}
