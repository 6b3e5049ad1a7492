# Finds MLIR 22.1 and sets up what every target needs from it.
#
# MLIR has no stable C++ API: another release would fail somewhere in the
# middle of the build, so any other version is refused here.

find_package(MLIR CONFIG QUIET HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR
    "scatter needs MLIR 22.1, which was not found. On Debian install "
    "libmlir-22-dev and mlir-22-tools (utils/build.sh does), elsewhere set "
    "-DMLIR_DIR=<prefix>/lib/cmake/mlir.")
endif()
if(NOT LLVM_PACKAGE_VERSION VERSION_GREATER_EQUAL 22.1 OR
   NOT LLVM_PACKAGE_VERSION VERSION_LESS 22.2)
  message(FATAL_ERROR
    "scatter needs MLIR 22.1.x, found ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}. "
    "Set -DMLIR_DIR=<prefix of 22.1>/lib/cmake/mlir.")
endif()
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include(ScatterMLIR)

# LLVM's linker is several times faster than the system's; it is used where it
# is installed beside MLIR and no other one was asked for.
find_program(SCATTER_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(SCATTER_LLD AND ("${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-fuse-ld=lld"
                    OR NOT "${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-fuse-ld"))
  get_filename_component(SCATTER_LLD_DIR ${SCATTER_LLD} DIRECTORY)
  add_link_options(-fuse-ld=lld -B${SCATTER_LLD_DIR})
endif()
