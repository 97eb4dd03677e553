// The WebAssembly build in Node.
import { readFileSync } from 'node:fs';
import * as wasm from '../src/wasm/qaissa_wasm';

/** The rules and the engine, ready to be called. Tests run in the folder of the web app. */
export function load(): typeof wasm {
  wasm.initSync({ module: readFileSync('src/wasm/qaissa_wasm_bg.wasm') });
  return wasm;
}
