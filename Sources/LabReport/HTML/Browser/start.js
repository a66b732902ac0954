// What the page does first: a worker for the lab, which unpacks it.

const engine = {
  // The lab as a module, which the first worker unpacks; `null` until it did.
  module: null,
  // The worker at work; `null` for none.
  worker: null,
  // Why this browser cannot run the lab; `null` if it can.
  failure: null,
  // Does what waits for the first worker to begin.
  begin: () => {},
  // What is done with an answer, and with a failure.
  answered: () => {},
  failed: () => {},
};

// What stands in the page under a name.
const stored = (name) => document.getElementById(name).textContent;

// A worker of some parts of a script.
function startWorker(...parts) {
  const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  engine.worker = new Worker(address);
  engine.worker.onmessage = ({ data }) => {
    if (data.begun) engine.begin();
    if (data.module) engine.module = data.module;
    if (data.failure) {
      engine.failure = data.failure;
      engine.failed();
    } else if (data.id) {
      engine.answered(data);
    }
  };
  const revoke = () => URL.revokeObjectURL(address);
  engine.worker.addEventListener("message", revoke, { once: true });
}

function freshWorker() {
  startWorker(stored("worker"));
  engine.worker.postMessage({ module: engine.module });
}

// A worker begins in some milliseconds, unless the page is at work: that waits so long at most.
engine.begun = new Promise((resolve) => {
  engine.begin = resolve;
  setTimeout(resolve, 100);
});

// What can be opened: name, script, and of a lesson its question and guesses.
const examples = JSON.parse(stored("examples"));

// The first worker has the packed lab in its script, and the question that a page without an
// address asks first: messages would wait for the page to draw.
const firstQuestion = {
  question: "run", path: `${examples[0].name}.lab`, script: examples[0].script, numbers: [0],
};
startWorker(stored("worker"), "unpack(`", stored("module"), "`, `", stored("unpacker"), "`, ",
  JSON.stringify(firstQuestion), ");");
