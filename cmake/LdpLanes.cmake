# What works on eight lanes of doubles at once (client/lanes.hpp), and what has loops along rows that a
# compiler may make vector instructions of without changing a bit. WebAssembly has vectors of 128 bits
# where a file is compiled for them: these files only, so that no other changes. No code reads errno, and
# without it compilers take roots of whole vectors.
set(lane_kernels
  client/linear_scores.cpp mechanisms/codebook_release.cpp privacy/codebook.cpp
  server/best_arm/duel_gain.cpp server/best_arm/duel_mixture.cpp
  server/linear/linear_factor.cpp server/linear/rank_one_factor.cpp
  simulation/linear/ldp_linucb_player.cpp simulation/linear/sphere.cpp)
list(TRANSFORM lane_kernels PREPEND "${PROJECT_SOURCE_DIR}/src/")
set(lane_options -fno-math-errno)
if(EMSCRIPTEN)
  list(APPEND lane_options -msimd128)
endif()
set_source_files_properties(${lane_kernels} PROPERTIES COMPILE_OPTIONS "${lane_options}")
