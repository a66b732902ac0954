// What the page does first, while the rest of it is still read: a worker for the lab, which unpacks it.

const engine = {
  // The lab as a module, which the first worker unpacks; `null` until it did.
  module: null,
  // The worker at work; `null` for none.
  worker: null,
  // Why this browser cannot run the lab; `null` if it can.
  failure: null,
  // What is done with an answer, and with a failure.
  answered: () => {},
  failed: () => {},
};

// What stands in the page under a name.
const stored = (name) => document.getElementById(name).textContent;

const workerAddress = URL.createObjectURL(new Blob([stored("worker")], { type: "text/javascript" }));

function freshWorker() {
  engine.worker = new Worker(workerAddress);
  engine.worker.onmessage = ({ data }) => {
    if (data.module) engine.module = data.module;
    if (data.failure) {
      engine.failure = data.failure;
      engine.failed();
    } else if (data.id) {
      engine.answered(data);
    }
  };
  if (engine.module) engine.worker.postMessage({ module: engine.module });
}

freshWorker();
