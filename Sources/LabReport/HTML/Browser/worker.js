// The lab in a worker: it answers one question after the other, apart from the page, which can end it.

let module = null;
let lab = null;
let answered = 0;

// An instance is replaced before what runs leave behind could matter, and after a trap.
const answersOfAnInstance = 500;

function freshLab() {
  lab = new WebAssembly.Instance(module, {}).exports;
  answered = 0;
}

// Puts a text into the memory of the lab; its address and its length in bytes.
function lend(text) {
  const bytes = new TextEncoder().encode(text);
  const address = lab.alloc(bytes.length);
  new Uint8Array(lab.memory.buffer, address, bytes.length).set(bytes);
  return [address, bytes.length];
}

// What the lab says to a question about a script: text, which it keeps until the next question.
function ask(question, script, number) {
  if (!lab || answered >= answersOfAnInstance) freshLab();
  answered++;
  const [address, length] = lend(script);
  const answer = lab[question](address, length, number);
  lab.dealloc(address, length);
  const text = new Uint8Array(lab.memory.buffer, answer, lab.answer_count());
  return new TextDecoder().decode(text);
}

self.onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  const begin = performance.now();
  try {
    const text = ask(data.question, data.script, data.number);
    self.postMessage({ id: data.id, text, took: performance.now() - begin });
  } catch (trap) {
    lab = null;
    self.postMessage({ id: data.id, trap: String(trap) });
  }
};
