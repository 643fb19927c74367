# What is computed on eight lanes of doubles at once (client/lanes.hpp). WebAssembly has vectors of 128 bits
# where a file is compiled for them: these files only, so that no other changes. Nobody reads errno, and
# without it compilers take roots of whole vectors.
set(lane_kernels
  "${PROJECT_SOURCE_DIR}/src/client/linear_scores.cpp"
  "${PROJECT_SOURCE_DIR}/src/simulation/linear/sphere.cpp")
set(lane_options -fno-math-errno)
if(EMSCRIPTEN)
  list(APPEND lane_options -msimd128)
endif()
set_source_files_properties(${lane_kernels} PROPERTIES COMPILE_OPTIONS "${lane_options}")
