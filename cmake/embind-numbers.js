// biome-ignore-all lint/complexity/useArrowFunction: emcc 3.1.6 takes the text of an arrow for an alias

// For the linker of the client module, whose bindings carry numbers and nothing else. Embind registers
// C++ strings, wide strings, `val` and views of memory whether or not a function uses them, and each
// brings its JavaScript along: 1.8 of 6.4 kB gzip. A function that uses one of them anyway fails at its
// first call, naming the unbound type.
mergeInto(LibraryManager.library, {
  _embind_register_std_string__deps: [],
  _embind_register_std_string: function () {},
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {},
  _embind_register_emval__deps: [],
  _embind_register_emval: function () {},
  _embind_register_memory_view__deps: [],
  _embind_register_memory_view: function () {},
});
