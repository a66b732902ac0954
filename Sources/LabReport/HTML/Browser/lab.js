// The lab of this page: the module that stands in it, in a worker, and what is asked of it.

const engine = {
  // The lab as a module, which the first worker unpacks; `null` until it did.
  module: null,
  // The worker at work; `null` for none.
  worker: null,
  // Whether the page has been read, of which the lab is the end, and what is asked before.
  isRead: false,
  waiting: null,
  // What is done as soon as there is a module.
  ready: [],
  // Why this browser cannot run the lab; `null` if it can.
  failure: null,
  // What is done with an answer, and with a failure.
  answered: () => {},
  failed: () => {},
};
window.lab.engine = engine;

// What stands in the page under a name.
const stored = (name) => document.getElementById(name).textContent;

// What can be opened: name, script, and of a lesson its question and guesses.
const examples = JSON.parse(stored("examples"));

// A worker of some parts of a script.
function makeWorker(...parts) {
  const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

function startWorker(...parts) {
  engine.worker = makeWorker(...parts);
  engine.worker.onmessage = ({ data }) => {
    if (data.module) {
      engine.module = data.module;
      for (const action of engine.ready.splice(0)) action();
    }
    if (data.failure) {
      engine.failure = data.failure;
      engine.failed();
    } else if (data.id) {
      engine.answered(data);
    }
  };
}

// Asks a worker of its own, beside what is under way; the answer is `{text, took}`, `{trap}`, or
// `{}` if it was stopped, with what `begins` is told.
async function askBeside(question, path, script, number, begins = () => {}) {
  if (!engine.module) await new Promise((resolve) => engine.ready.push(resolve));
  const worker = makeWorker(stored("worker"));
  const answer = await new Promise((resolve) => {
    begins(() => resolve({}));
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ module: engine.module });
    worker.postMessage({ id: 1, question, path, script, numbers: [number] });
  });
  worker.terminate();
  return answer;
}

// Sends a question to the lab as soon as there is one.
function send(message) {
  if (!engine.isRead) {
    engine.waiting = message;
    return;
  }
  if (!engine.worker) {
    startWorker(stored("worker"));
    engine.worker.postMessage({ module: engine.module });
  }
  engine.worker.postMessage(message);
}

// The first worker has the packed lab in its script, and the question that a page without an
// address asks first.
listen(document, "DOMContentLoaded", () => {
  const question = {
    question: "run", path: `${examples[0].name}.lab`, script: examples[0].script, numbers: [0],
  };
  engine.isRead = true;
  startWorker(stored("worker"), "unpack(`", stored("module"), "`, `", stored("unpacker"), "`, ",
    JSON.stringify(question), ");");
  if (engine.waiting) send(engine.waiting);
});

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
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    asked = { id, question, resolve };
    send({ id, question, path, script, numbers });
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
