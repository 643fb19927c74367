# em++ parses the standard headers once, which is half of the time that a file of src/ takes; the modules have the
# same bytes (measured by their hashes, with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON and without). Standard headers
# only, so the wall stands; em++ only, so native builds, clang-tidy and sanitizers see an include that is missing.
# A precompiled header serves one kind of optimisation, hence two; files with vectors have none.
file(WRITE "${PROJECT_BINARY_DIR}/precompiled.cpp" "")
foreach(kind fast small)
  add_library(ldp_standard_${kind} OBJECT "${PROJECT_BINARY_DIR}/precompiled.cpp")
  target_link_libraries(ldp_standard_${kind} PRIVATE ldp_core_options)
  target_precompile_headers(ldp_standard_${kind} PRIVATE
    <algorithm> <array> <cassert> <cmath> <cstddef> <cstdint> <limits> <memory> <numeric> <optional> <span>
    <string_view> <utility> <variant> <vector>)
endforeach()
target_compile_options(ldp_standard_small PRIVATE -Os)

foreach(folder random privacy mechanisms protocol oracles client server simulation)
  target_precompile_headers(ldp_${folder} REUSE_FROM ldp_standard_fast)
endforeach()
set_source_files_properties(${lane_kernels} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

# ldp_optimise_size(<option> <source>...): files of src/ that are compiled with -Os or -Oz.
function(ldp_optimise_size option)
  set(options ${option})
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(header "${PROJECT_BINARY_DIR}/CMakeFiles/ldp_standard_small.dir/cmake_pch.hxx.pch")
    list(APPEND options -Xclang -include-pch -Xclang "${header}")
    set_source_files_properties(${ARGN} PROPERTIES OBJECT_DEPENDS "${header}")
  endif()
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()
