# The seven Emscripten modules of the npm package: `bits` (the half on the device for arms whose reports are a bit, small),
# `client` (the same for arms with every report), `contextual`, `combinatorial` and `convex` (for contexts, for slates
# and for points of a convex set; these four are loaded by pages that have some), `learner` (the half that learns) and `simulation` (both of them many times over, with the theory). scripts/build-wasm.mjs
# drives this and post-processes the glue.
#
# emcc 3.1.6 (Debian 12, Ubuntu 24.04) up to 6.x.
set(wasm_link_options
  -O3 -flto --no-entry
  -sSTRICT=1 -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=1MB)
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25) # renamed there; STRICT refuses the other name
  list(APPEND wasm_link_options -sTOTAL_STACK=262144)
else()
  list(APPEND wasm_link_options -sSTACK_SIZE=262144)
endif()

# Values are rich on both sides, so Embind carries them. `node` is left out of ENVIRONMENT on purpose: the
# loader instantiates the module itself, so the same glue runs in Node, browsers and workers, and no bundler
# trips over a Node import. Without dynamic execution, that is `new Function`, it passes a strict
# Content-Security-Policy.
set(glue_library "${PROJECT_SOURCE_DIR}/cmake/embind-narrow-strings.js")
set(glue_link_options
  -lembind -sMALLOC=emmalloc -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,worker
  -sDYNAMIC_EXECUTION=0 -sTEXTDECODER=2 "-sINCOMING_MODULE_JS_API=[instantiateWasm,locateFile]"
  "SHELL:--js-library \"${glue_library}\"")
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 4.0)
  # A library function in JavaScript calls it, which the link-time optimiser does not see.
  list(APPEND glue_link_options "SHELL:-Wl,-u,__cxa_increment_exception_refcount")
endif()
if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.69)
  list(APPEND glue_link_options -sEMBIND_AOT=1)
endif()

# ldp_add_binding(<name> LIBRARY <target>): bindings/<name>.cpp as objects, because the linker would drop
# Embind's registrations from an archive, and functions that only JavaScript calls. A binding sees only the headers that its library opens.
function(ldp_add_binding name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIBRARY" "")
  add_library(binding_${name} OBJECT "${PROJECT_SOURCE_DIR}/bindings/${name}.cpp")
  target_link_libraries(binding_${name} PRIVATE ldp_core_options PUBLIC ${arg_LIBRARY})
endfunction()

# ldp_add_module(<name> <binding>...): a module with Embind, and its glue.
function(ldp_add_module name)
  list(TRANSFORM ARGN PREPEND binding_ OUTPUT_VARIABLE bindings)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE ${bindings} ldp_core_options)
  target_link_options(${name} PRIVATE ${wasm_link_options} ${glue_link_options})
  set_target_properties(${name} PROPERTIES
    LINK_DEPENDS "${glue_library}" LINKER_LANGUAGE CXX
    OUTPUT_NAME ${name} SUFFIX .mjs # glue and wasm must share a base name
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/modules")
endfunction()

ldp_add_binding(page_memory LIBRARY ldp_foundation)
target_compile_options(binding_page_memory PRIVATE -Oz)

# ldp_add_page_module(<name>): bindings/<name>.cpp as a module of a page, without glue. It imports the page's
# source of randomness and nothing else; what lives as long as the module is never destroyed.
function(ldp_add_page_module name)
  ldp_add_binding(${name} LIBRARY ldp_client)
  target_compile_options(binding_${name} PRIVATE
    -Xclang -fno-c++-static-destructors)
  add_executable(${name})
  target_link_libraries(${name} PRIVATE binding_${name} binding_page_memory ldp_core_options)
  target_link_options(${name} PRIVATE ${wasm_link_options} -sSTANDALONE_WASM=1 -sMALLOC=none
    -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0) # emcc 3.1.6 looks for the import in JavaScript
  set_target_properties(${name} PROPERTIES
    LINKER_LANGUAGE CXX
    OUTPUT_NAME ${name} SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/modules")
endfunction()

foreach(arms bits client)
  ldp_add_page_module(${arms})
  # Each visitor downloads it, and what runs once a decision need not be copied into its callers.
  target_link_options(${arms} PRIVATE -Oz -Wl,-mllvm,-inline-threshold=40)
endforeach()
ldp_add_page_module(contextual)
# What runs once a decision need be neither copied into its callers nor unrolled into vectors; the scores
# are vectors as they are written.
target_link_options(contextual PRIVATE
  -Wl,-mllvm,-inline-threshold=75 -Wl,-mllvm,-vectorize-loops=false -Wl,-mllvm,-vectorize-slp=false)

ldp_add_page_module(combinatorial)
target_compile_options(binding_combinatorial PRIVATE -Oz)
target_link_options(combinatorial PRIVATE
  -Wl,-mllvm,-vectorize-loops=false -Wl,-mllvm,-vectorize-slp=false)

ldp_add_page_module(convex)
target_compile_options(binding_convex PRIVATE -Oz)
target_link_options(convex PRIVATE
  -Wl,-mllvm,-vectorize-loops=false -Wl,-mllvm,-vectorize-slp=false)

ldp_add_binding(server LIBRARY ldp_server)
ldp_add_binding(server_linear LIBRARY ldp_server)
ldp_add_binding(server_combinatorial LIBRARY ldp_server)
ldp_add_binding(server_best_arm LIBRARY ldp_server)
ldp_add_binding(server_convex LIBRARY ldp_server)
ldp_add_binding(simulation LIBRARY ldp_simulation)
ldp_add_binding(theory LIBRARY ldp_simulation)
# Names and conversions: nothing in them is worth a copy.
foreach(table server server_linear server_combinatorial server_best_arm server_convex simulation theory)
  target_compile_options(binding_${table} PRIVATE -Os)
endforeach()
ldp_add_module(learner
  server server_linear server_combinatorial server_best_arm server_convex)
ldp_add_module(simulation simulation theory)
