# The modules of the Python package in bindings/python, one a side of the wall and one for simulations: each
# links the folders of its side alone. Built on demand: target ldp_python.
# bindings/python/setup.py says which Python, and where its pybind11 is.
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 REQUIRED CONFIG)
find_package(Threads REQUIRED)

add_custom_target(ldp_python)
function(ldp_add_python_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/bindings/")
  pybind11_add_module(ldp_python_${name} MODULE NO_EXTRAS EXCLUDE_FROM_ALL ${arg_SOURCES})
  target_include_directories(ldp_python_${name} PRIVATE "${PROJECT_SOURCE_DIR}/bindings")
  target_link_libraries(ldp_python_${name} PRIVATE ${arg_LIBRARIES} ldp_options ldp_warnings Threads::Threads)
  set_target_properties(ldp_python_${name} PROPERTIES
    OUTPUT_NAME "_${name}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/python")
  add_dependencies(ldp_python ldp_python_${name})
endfunction()

ldp_add_python_module(simulation
  SOURCES python/native/simulation.cpp native/play.cpp LIBRARIES ldp_simulation)
ldp_add_python_module(device SOURCES python/native/device.cpp LIBRARIES ldp_client)
ldp_add_python_module(server SOURCES python/native/server.cpp LIBRARIES ldp_server)
