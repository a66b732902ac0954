// The packed lab has been read: the worker gets it.
engine.worker.postMessage({ packed: stored("module"), unpacker: stored("unpacker") });
