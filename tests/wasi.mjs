// Runs a program for WebAssembly in Node: `node tests/wasi.mjs PROGRAM ARGUMENT ...`; `make other-processors` does so.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [, , file, ...args] = process.argv;
const wasi = new WASI({ version: "preview1", args: [file, ...args], env: process.env, preopens: {}, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exit(wasi.start(instance));
