import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import wasm from "@micropython/micropython-webassembly-pyscript/micropython.wasm";
globalThis.startMicroPython = options => {
  const url = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  return loadMicroPython({ ...options, url }).finally(() => URL.revokeObjectURL(url));
};
