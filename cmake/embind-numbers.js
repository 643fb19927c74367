// biome-ignore-all lint/complexity/useArrowFunction: emcc 3.1.6 takes the text of an arrow for an alias

// For the linker of the modules in a page, whose bindings carry numbers and nothing else. Embind registers
// C++ strings, wide strings, `val` and views of memory whether or not a function uses them, and each
// brings its JavaScript along: 1.8 of 6.4 kB gzip. A function that uses one of them anyway fails at its
// first call, naming itself.
mergeInto(LibraryManager.library, {
  _embind_register_std_string__deps: [],
  _embind_register_std_string: function () {},
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {},
  _embind_register_emval__deps: [],
  _embind_register_emval: function () {},
  _embind_register_memory_view__deps: [],
  _embind_register_memory_view: function () {},

  // Every function has one name and one form, and no 64-bit number: so there is nothing to overload, to
  // rename or to split. What else could fail here fails at the first start of a wrong build.
  $exposePublicSymbol__deps: [],
  $exposePublicSymbol: function (name, value) {
    Module[name] = value;
  },
  $replacePublicSymbol__deps: [],
  $replacePublicSymbol: function (name, value) {
    Module[name] = value;
  },
  // Newer linkers keep the table only for those that say they need it; 3.1.6 has no such symbol.
  $embind__requireFunction__deps: LibraryManager.library.$wasmTable ? ['$wasmTable'] : [],
  $embind__requireFunction: function (_signature, address) {
    return wasmTable.get(address);
  },
  $throwUnboundTypeError__deps: [],
  $throwUnboundTypeError: function (message) {
    throw new Error(message);
  },
  $throwBindingError__deps: [],
  $throwBindingError: function (message) {
    throw new Error(message);
  },
  $throwInternalError__deps: [],
  $throwInternalError: function (message) {
    throw new Error(message);
  },
  $readLatin1String__deps: [],
  $readLatin1String: function (address) {
    var text = '';
    while (HEAPU8[address]) text += String.fromCharCode(HEAPU8[address++]);
    return text;
  },
});
