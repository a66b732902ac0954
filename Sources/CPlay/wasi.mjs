// Runs a module as a program: node wasi.mjs FILE.wasm
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1" });
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
