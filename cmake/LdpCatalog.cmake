# src/protocol/catalog.json and src/protocol/schema/ are the one source of the algorithm catalog, of every
# enumeration that TypeScript knows too, and of limits and defaults. C++ includes what is generated from them as
# "protocol/catalog.generated.hpp", "protocol/records.generated.hpp", "server/multi_armed/rules.generated.hpp" and
# "<folder>/schema.generated.hpp". Each folder has an include root of its own, so that the wall between folders
# holds for generated headers as well.
set(generator "${PROJECT_SOURCE_DIR}/scripts/generate-catalog.mjs")
file(GLOB generator_parts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scripts/lib/catalog/*.mjs"
  "${PROJECT_SOURCE_DIR}/src/protocol/schema/*.json")
set(catalog "${PROJECT_SOURCE_DIR}/src/protocol/catalog.json")
set(header_dir "${PROJECT_BINARY_DIR}/generated")
set(stamp "${PROJECT_BINARY_DIR}/catalog.stamp")
set(folders privacy mechanisms protocol simulation)
list(TRANSFORM folders REPLACE ".+" "${header_dir}/\\0/\\0/schema.generated.hpp" OUTPUT_VARIABLE headers)

find_program(LDP_NODE NAMES node nodejs REQUIRED)
# The generator leaves an unchanged header alone, so that nothing is rebuilt without need; the stamp is
# what tells the build tool that it ran.
add_custom_command(
  OUTPUT "${stamp}"
  BYPRODUCTS "${header_dir}/protocol/protocol/catalog.generated.hpp"
    "${header_dir}/protocol/protocol/records.generated.hpp"
    "${header_dir}/server/server/multi_armed/rules.generated.hpp" ${headers}
  COMMAND "${LDP_NODE}" "${generator}" --header "${header_dir}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
  DEPENDS "${generator}" ${generator_parts} "${catalog}"
  COMMENT "Generating the algorithm catalog"
  VERBATIM)
add_custom_target(ldp_catalog DEPENDS "${stamp}")

foreach(folder IN LISTS folders ITEMS server)
  add_dependencies(ldp_${folder} ldp_catalog)
  target_include_directories(ldp_${folder} PUBLIC "${header_dir}/${folder}")
endforeach()
