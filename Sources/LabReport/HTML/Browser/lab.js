// The lab of this page: the module that stands in it, in a worker, and what is asked of it.

// The module, which the first worker unpacks; `null` until it did.
let labModule = null;
// The worker at work, and the question that it answers; `null` for none.
let labWorker = null;
let asked = null;
let lastQuestion = 0;
// How long each kind of question took last, in milliseconds.
let lastTook = {};
// What is done if this browser cannot run the lab.
let labFailed = () => {};

// The address of the worker's script, made once.
let workerAddress = null;

function freshWorker() {
  const source = new Blob([find("#worker").textContent], { type: "text/javascript" });
  workerAddress ??= URL.createObjectURL(source);
  labWorker = new Worker(workerAddress);
  labWorker.onmessage = ({ data: answer }) => {
    if (answer.module) labModule = answer.module;
    if (answer.failure) return labFailed(answer.failure);
    if (!asked || answer.id !== asked.id) return;
    const { resolve, question } = asked;
    asked = null;
    lastTook[question] = answer.took ?? 0;
    resolve(answer);
  };
  if (labModule) return labWorker.postMessage({ module: labModule });
  const [packed, unpacker] = ["#module", "#unpacker"].map((name) => find(name).textContent);
  labWorker.postMessage({ packed, unpacker });
}

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
  if (!labWorker) freshWorker();
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    asked = { id, question, resolve };
    labWorker.postMessage({ id, question, path, script, numbers });
  });
}

// Ends what the lab is doing; not while it is unpacked.
function stopLab() {
  if (!asked) return;
  asked.resolve(null);
  asked = null;
  if (!labModule) return;
  labWorker.terminate();
  labWorker = null;
}
