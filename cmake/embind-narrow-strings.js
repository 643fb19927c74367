// biome-ignore-all lint/complexity/useArrowFunction: emcc 3.1.6 takes the text of an arrow for an alias

// For the linker of the learner module. Embind registers wide strings whether or not a function uses
// them, and brings their decoders along.
mergeInto(LibraryManager.library, {
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: function () {},
});
