// Prints the components of the chain, computed by the WebAssembly module of the first argument.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const count = Number(process.argv[3] ?? 1000);
let memory;
const provided = {
  // Hash seeds.
  arc4random_buf: (address, size) =>
    webcrypto.getRandomValues(new Uint8Array(memory.buffer, address, size)),
  putchar: (character) => character,
};
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] = provided[name] ?? (() => { throw new Error(`${name} was called`); });
}
const { exports } = new WebAssembly.Instance(module, imports);
memory = exports.memory;
for (let index = 0; index < 7; ++index) console.log(exports.chain_component(count, index));
