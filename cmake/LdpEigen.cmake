# Eigen 3.4 (headers only, MPL-2.0) for ldp_server alone: the eigenvalues of a noisy Gram matrix.
# em++ gets this one folder, since the rest of the host's include directory is not for it.
find_path(LDP_EIGEN_INCLUDE_DIR Eigen/Eigenvalues
  HINTS /usr/include /usr/local/include /opt/homebrew/include PATH_SUFFIXES eigen3
  NO_CMAKE_FIND_ROOT_PATH)
if(NOT LDP_EIGEN_INCLUDE_DIR)
  message(FATAL_ERROR "Eigen was not found: node scripts/setup.mjs start installs it")
endif()

add_library(ldp_eigen INTERFACE)
target_include_directories(ldp_eigen SYSTEM INTERFACE "${LDP_EIGEN_INCLUDE_DIR}")
# The same operations in the same order on every machine and in the browser: no vector instructions, no
# blocks sized by the processor at hand. And nothing from <iostream>, which is half a module.
target_compile_definitions(ldp_eigen INTERFACE
  EIGEN_MPL2_ONLY EIGEN_NO_IO EIGEN_DONT_VECTORIZE EIGEN_STACK_ALLOCATION_LIMIT=16384
  EIGEN_NO_CPUID EIGEN_DEFAULT_L1_CACHE_SIZE=32768 EIGEN_DEFAULT_L2_CACHE_SIZE=262144
  EIGEN_DEFAULT_L3_CACHE_SIZE=2097152)
target_link_libraries(ldp_server PRIVATE $<BUILD_INTERFACE:ldp_eigen>)
