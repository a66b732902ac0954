// What is asked of the lab of this page: the module that stands in it, in a worker.

// The question that the lab answers; `null` for none.
let asked = null;
let lastQuestion = 0;
// How long each kind of question took last, in milliseconds.
let lastTook = {};

engine.answered = (answer) => {
  if (!asked || answer.id !== asked.id) return;
  const { resolve, question } = asked;
  asked = null;
  lastTook[question] = answer.took ?? 0;
  resolve(answer);
};

// Up to which time a question is waited for, rather than ended, by another one.
const briefly = 80;

// Asks the lab; the answer is `{text, took}`, `{trap}`, or `null` if another question came before
// it, or if it was stopped.
function askLab(question, path, script, ...numbers) {
  if (asked && lastTook[asked.question] < briefly) {
    asked.resolve(null);
    asked = null;
  }
  stopLab();
  if (!engine.worker) freshWorker();
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    asked = { id, question, resolve };
    engine.worker.postMessage({ id, question, path, script, numbers });
  });
}

// Ends what the lab is doing; not while it is unpacked.
function stopLab() {
  if (!asked) return;
  asked.resolve(null);
  asked = null;
  if (!engine.module) return;
  engine.worker.terminate();
  engine.worker = null;
}
