# Language level, warnings, sanitizers and floating-point rules shared by every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

find_program(LDP_CCACHE ccache)
if(LDP_CCACHE AND NOT EMSCRIPTEN)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${LDP_CCACHE}")
endif()

add_library(ldp_options INTERFACE)
# A fused multiply-add rounds once where x86-64 and wasm round twice. Without it, a learner gives the
# same bits on every machine and in the browser.
option(LDP_FAST "All that this processor has, fused multiply-adds too: other bits, for the bench" OFF)
if(LDP_FAST)
  target_compile_options(ldp_options INTERFACE -march=native -ffp-contract=fast)
else()
  target_compile_options(ldp_options INTERFACE -ffp-contract=off)
endif()
if(LDP_SANITIZERS)
  target_compile_options(ldp_options INTERFACE
    -fsanitize=${LDP_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
  target_link_options(ldp_options INTERFACE -fsanitize=${LDP_SANITIZERS})
endif()

# Our own sources only: Catch2 and Embind headers do not have to meet these.
add_library(ldp_warnings INTERFACE)
target_compile_options(ldp_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow)
option(LDP_WARNINGS_ARE_ERRORS "Off for whom compiles with a compiler that the project is not tested with" ON)
if(LDP_WARNINGS_ARE_ERRORS AND NOT EMSCRIPTEN)
  target_compile_options(ldp_warnings INTERFACE -Werror)
endif()
if(LDP_SANITIZERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With sanitizers GCC loses sight of what is initialised, as its manual says. The other builds look.
  target_compile_options(ldp_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

# The core neither throws nor lets anything throw through it: an exception that crosses the wasm boundary
# leaks its stack frame and in the end kills the module.
add_library(ldp_core_options INTERFACE)
target_link_libraries(ldp_core_options INTERFACE ldp_options ldp_warnings)
target_compile_options(ldp_core_options INTERFACE -fno-exceptions)
if(EMSCRIPTEN)
  target_compile_options(ldp_core_options INTERFACE -flto)
endif()
