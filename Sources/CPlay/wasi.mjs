// Runs a module as a program: node wasi.mjs FILE.wasm < INPUT > OUTPUT
import { readFileSync, readSync, writeSync } from "node:fs";

const parts = (place, count) =>
  Array.from({ length: count }, (_, part) => {
    const words = new Uint32Array(exports.memory.buffer, place + 8 * part, 2);
    return new Uint8Array(exports.memory.buffer, words[0], words[1]);
  });
const all = (move) => (file, place, count, done) => {
  let sum = 0;
  for (const part of parts(place, count)) sum += move(file, part);
  new Uint32Array(exports.memory.buffer, done, 1)[0] = sum;
  return 0;
};
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, {
  wasi_snapshot_preview1: {
    fd_read: all((file, part) => readSync(file, part)),
    fd_write: all((file, part) => writeSync(file, part)),
  },
});
exports._start();
