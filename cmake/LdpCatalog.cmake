# src/protocol/catalog.json is the one source of the algorithm catalog; the C++ table is generated from it
# and included as "protocol/catalog.generated.hpp".
set(generator "${PROJECT_SOURCE_DIR}/scripts/generate-catalog.mjs")
file(GLOB generator_parts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scripts/lib/catalog/*.mjs")
set(catalog "${PROJECT_SOURCE_DIR}/src/protocol/catalog.json")
set(header_dir "${PROJECT_BINARY_DIR}/generated/protocol")
set(stamp "${PROJECT_BINARY_DIR}/catalog.stamp")

find_program(LDP_NODE NAMES node nodejs REQUIRED)
# The generator leaves an unchanged header alone, so that nothing is rebuilt without need; the stamp is
# what tells the build tool that it ran.
add_custom_command(
  OUTPUT "${stamp}"
  BYPRODUCTS "${header_dir}/catalog.generated.hpp"
  COMMAND "${LDP_NODE}" "${generator}" --header "${header_dir}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
  DEPENDS "${generator}" ${generator_parts} "${catalog}"
  COMMENT "Generating the algorithm catalog"
  VERBATIM)
add_custom_target(ldp_catalog DEPENDS "${stamp}")
add_dependencies(ldp_protocol ldp_catalog)

get_target_property(protocol_type ldp_protocol TYPE)
if(protocol_type STREQUAL "INTERFACE_LIBRARY")
  target_include_directories(ldp_protocol INTERFACE "${PROJECT_BINARY_DIR}/generated")
else()
  target_include_directories(ldp_protocol PUBLIC "${PROJECT_BINARY_DIR}/generated")
endif()
