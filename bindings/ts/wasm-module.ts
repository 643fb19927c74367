/** The type of the `.wasm` files of the package, where a host compiles what is imported: workerd, Next at the edge. */
declare const module: WebAssembly.Module;
export default module;
