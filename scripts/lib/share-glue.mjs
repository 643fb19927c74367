// One glue for two Emscripten modules. The modules of a page import the same functions, but the linker
// gives these their one-letter names in an order of its own, and that is all in which the glues differ.

/** Of the glue's table of functions, `"a":_abort`. */
const entries = /"(\w{1,2})":(?!asmLibraryArg)([A-Za-z_]\w*)/g;

/**
 * `wasm` with its imports under the names that `shared` gives them, or undefined if its own glue is
 * not `shared` but for those names and the name of the module.
 */
export function withImportsOf(shared, own, wasm) {
  if (withoutNames(shared) !== withoutNames(own)) return undefined;
  const letters = new Map([...shared.matchAll(entries)].map(([, letter, name]) => [name, letter]));
  const renamed = new Map();
  for (const [, letter, name] of own.matchAll(entries)) {
    const other = letters.get(name);
    if (other === undefined || other.length !== letter.length) return undefined;
    renamed.set(letter, other);
  }
  if (renamed.size !== letters.size) return undefined;
  const changed = Buffer.from(wasm);
  for (const [start, end] of importedFields(changed)) {
    const other = renamed.get(changed.toString('latin1', start, end));
    if (other === undefined) return undefined;
    changed.write(other, start, 'latin1');
  }
  return changed;
}

function withoutNames(glue) {
  return glue
    .replaceAll(entries, '')
    .replaceAll(/[,\s]+/g, ',')
    .replaceAll(/"\w+\.wasm"/g, '');
}

/** Where the field names of the import section begin and end. */
function importedFields(wasm) {
  let at = 8; // behind magic number and version
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const limits = () => {
    const flags = number();
    number();
    if (flags & 1) number();
  };
  const fields = [];
  while (at < wasm.length) {
    const section = wasm[at++];
    const end = number() + at;
    if (section !== 2) {
      at = end;
      continue;
    }
    for (let left = number(); left > 0; left--) {
      const ofModule = number();
      at += ofModule;
      const length = number();
      fields.push([at, at + length]);
      at += length;
      const kind = wasm[at++];
      if (kind === 0)
        number(); // a function
      else if (kind === 2)
        limits(); // memory
      else throw new Error(`an import of kind ${kind} is not known here`);
    }
    return fields;
  }
  return fields;
}
