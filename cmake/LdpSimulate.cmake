# ldp-simulate: the simulation as a native program on all processors. Its test makes plans with the package (dist/).
find_package(nlohmann_json 3 QUIET)
if(NOT nlohmann_json_FOUND)
  message(STATUS "No ldp-simulate in this build: nlohmann-json was not found (node scripts/setup.mjs test installs it)")
  return()
endif()
find_package(Threads REQUIRED)

file(GLOB simulate_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/native/*.cpp")
add_executable(ldp_simulate ${simulate_sources})
target_include_directories(ldp_simulate PRIVATE "${PROJECT_SOURCE_DIR}/bindings")
target_link_libraries(ldp_simulate PRIVATE
  ldp_simulation ldp_options ldp_warnings nlohmann_json::nlohmann_json Threads::Threads)
set_target_properties(ldp_simulate PROPERTIES OUTPUT_NAME ldp-simulate)

if(LDP_BUILD_TESTS)
  add_test(NAME ldp_simulate
    COMMAND "${LDP_NODE}" --test
      "${PROJECT_SOURCE_DIR}/tests/native/simulate/ldp-simulate.test.mjs"
      "${PROJECT_SOURCE_DIR}/tests/native/simulate/ldp-simulate-reductions.test.mjs")
  set_tests_properties(ldp_simulate PROPERTIES
    ENVIRONMENT "LDP_SIMULATE=$<TARGET_FILE:ldp_simulate>")
endif()
