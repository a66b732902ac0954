// The lab of this page: the module that stands in it, in a worker, and what is asked of it.

// The module, compiled once.
let labModule = null;
// The worker at work, and the question that it answers; `null` for none.
let labWorker = null;
let asked = null;
let lastQuestion = 0;

// The module from its text: base64 of a gzip.
async function unpackedModule() {
  const text = find("#module").textContent.trim();
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

// The address of the worker's script, made once.
let workerAddress = null;

function freshWorker() {
  const source = new Blob([find("#worker").textContent], { type: "text/javascript" });
  workerAddress ??= URL.createObjectURL(source);
  labWorker = new Worker(workerAddress);
  labWorker.postMessage({ module: labModule });
  labWorker.onmessage = ({ data: answer }) => {
    if (!asked || answer.id !== asked.id) return;
    const { resolve } = asked;
    asked = null;
    resolve(answer);
  };
}

// Asks the lab; the answer is `{text, took}`, `{trap}`, or `null` if it was stopped before.
function askLab(question, path, script, ...numbers) {
  stopLab();
  if (!labWorker) freshWorker();
  const id = ++lastQuestion;
  return new Promise((resolve) => {
    asked = { id, resolve };
    labWorker.postMessage({ id, question, path, script, numbers });
  });
}

// Ends what the lab is doing.
function stopLab() {
  if (!asked) return;
  asked.resolve(null);
  asked = null;
  labWorker.terminate();
  labWorker = null;
}
