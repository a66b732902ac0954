// From a number in the answer to the handle that causes it.

// What a handle is called by in a sentence: the name of its load or driver, the word that it is, or
// its number with the unit.
function signsOfHandle({ name, text, words, unit }) {
  const [, own] = name.split(" ");
  const isNamed = /^(load|input|timer|link|loop|step|simulate|animate) /.test(name);
  const said = words ? [text] : unit ? [`${text} ${unit}`] : [];
  return isNamed ? [own, ...said] : said;
}

// The handles in the order in which they are likely to be a cause, each with its signs. A name
// stands for the handle of it that is turned most.
function causesInOrder() {
  const causes = [];
  const taken = new Set();
  for (const index of rankedHandles()) {
    for (const sign of signsOfHandle(handles[index])) {
      if (!taken.has(sign)) causes.push({ index, sign });
      taken.add(sign);
    }
  }
  return causes;
}

// The handle that a sentence is about: that of the sign in it that is nearest behind a place, else
// nearest before it; -1 for none.
function causeAt(sentence, place, causes) {
  let best = { distance: Infinity, index: -1 };
  for (const { index, sign } of causes) {
    const pattern = new RegExp(`(?<![\\w-])${sign.replace(/[^\w ]/g, "\\$&")}(?![\\w-])`, "g");
    for (const { index: found } of sentence.matchAll(pattern)) {
      const distance = found >= place ? found - place : 1000 + place - found;
      if (distance < best.distance) best = { distance, index };
    }
  }
  return best.index;
}

// A number with its unit, but none that says which run, task or change it is, or that a change has.
const measured = new RegExp(
  "(?<![\\w.-])(?<!(run|all|task|refresh|changes|and|chunks of) )(\\d[\\d,.]*\\d|\\d)" +
    "( (ms/s|ms|s|Hz|fps|refresh(es)?|drops?))?(?![\\w-])", "gi");

// Makes of each number of an answer a button that leads to its cause, where a handle is one.
function linkCauses(element) {
  const causes = causesInOrder();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.parentElement.closest("button, code, pre, table, svg")) texts.push(node);
  }
  for (const node of texts) {
    const parts = node.data.split(/(?<=[.;] )/);
    const made = parts.map((sentence) => {
      return escapedWith(sentence, measured, (text, place) => {
        const index = causeAt(sentence, place, causes);
        if (index < 0) return escaped(text);
        const { name, label } = handles[index];
        return `<button class="cause" data-cause="${escaped(name)}"` +
          ` title="${escaped(`Show the handle: ${label}`)}">${escaped(text)}</button>`;
      });
    }).join("");
    if (!made.includes("<button")) continue;
    const span = document.createElement("span");
    span.innerHTML = made;
    node.replaceWith(span);
  }
  leaveOneStop(`#${element.id}`);
}

// A text as markup, of which what fits a pattern is made otherwise.
function escapedWith(text, pattern, made) {
  let [markup, last] = ["", 0];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    markup += escaped(text.slice(last, index)) + made(found, index);
    last = index + found.length;
  }
  return markup + escaped(text.slice(last));
}

// Shows the handle of a name: it has the focus, and stands out for a moment.
function showHandle(name) {
  const index = handles.findIndex((handle) => handle.name === name);
  const control = find(`#turn [data-h="${index}"]:is(:checked, :not([type=radio]))`);
  if (!control) return;
  const row = control.closest(".turn");
  if (!row.checkVisibility()) showOthers(true);
  row.scrollIntoView({ block: "nearest", inline: "nearest" });
  control.focus();
  for (const other of findAll("#turn .meant")) other.classList.remove("meant");
  row.classList.add("meant");
}

function listenToCauses() {
  for (const name of ["#said", "#why"]) {
    listen(find(name), "click", (event) => {
      const { cause } = event.target.dataset;
      if (cause) showHandle(cause);
    });
  }
}
