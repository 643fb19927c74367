// What the default entries of the package carry in place of a file: the wasm as text.
const zopfli = await importQuietly('@gfx/zopfli');

/** Where gzip names the operating system that packed it. */
const OPERATING_SYSTEM = 9;
const UNKNOWN = 255;

/**
 * The source of a module that exports `packedWasm`: gzip in base64, which bindings/ts/internal/unpack.ts
 * undoes. Packed first, because the text of unpacked bytes is twice as long, and hardly packs in transit;
 * by zopfli, because it is packed once and fetched by every visitor: 6 % less than zlib at level 9.
 * The same bytes give the same text: the gzip carries no time, and the system is taken out.
 */
export async function embed(wasm) {
  const packed = Buffer.from(await zopfli.gzipAsync(wasm, { numiterations: 5 }));
  packed[OPERATING_SYSTEM] = UNKNOWN;
  return `export const packedWasm: string =\n  '${packed.toString('base64')}';\n`;
}

/** Without the handlers that the package sets for the process: they print its own source with each error. */
async function importQuietly(name) {
  const events = ['uncaughtException', 'unhandledRejection'];
  const before = events.map((event) => process.listeners(event));
  const { default: library } = await import(name);
  for (const [i, event] of events.entries()) {
    const added = process.listeners(event).filter((listener) => !before[i].includes(listener));
    for (const listener of added) process.off(event, listener);
  }
  return library;
}
