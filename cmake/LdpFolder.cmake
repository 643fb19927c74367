# ldp_add_folder(<name> [DEPENDS <folder>...])
#
# Makes target ldp_<name> from src/<name>. Its include root is a directory that holds one symbolic link,
# <name> -> src/<name>. So `#include "random/samplers.hpp"` compiles only where ldp_random is linked,
# although all folders are neighbours in src/.
function(ldp_add_folder name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS")
  set(source_dir "${PROJECT_SOURCE_DIR}/src/${name}")
  set(include_root "${PROJECT_BINARY_DIR}/include-roots/${name}")
  file(MAKE_DIRECTORY "${include_root}")
  file(CREATE_LINK "${source_dir}" "${include_root}/${name}" SYMBOLIC)

  list(TRANSFORM arg_DEPENDS PREPEND ldp_)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${source_dir}/*.cpp")
  if(sources)
    add_library(ldp_${name} STATIC ${sources})
    target_include_directories(ldp_${name} PUBLIC "${include_root}")
    # Every dependency appears in the public headers, and the lists in CMakeLists.txt are transitively
    # closed, so PUBLIC opens no folder that is not named there.
    target_link_libraries(ldp_${name} PUBLIC ${arg_DEPENDS} PRIVATE $<BUILD_INTERFACE:ldp_core_options>)
  else()
    add_library(ldp_${name} INTERFACE)
    target_include_directories(ldp_${name} INTERFACE "${include_root}")
    target_link_libraries(ldp_${name} INTERFACE ${arg_DEPENDS})
  endif()
endfunction()
