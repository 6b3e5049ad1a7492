# Defines the target Scatter::MLIR after find_package(MLIR).
#
# It carries all that a target needs which includes MLIR's headers: include
# folders, definitions and the two shared libraries. MLIR's own targets carry
# only the libraries. The build and the installed package both include this
# file, so that a consumer compiles with the settings the project used.

if(NOT TARGET Scatter::MLIR)
  add_library(Scatter::MLIR INTERFACE IMPORTED)
  target_include_directories(Scatter::MLIR SYSTEM INTERFACE
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_link_libraries(Scatter::MLIR INTERFACE MLIR LLVM)
  separate_arguments(SCATTER_LLVM_DEFINITIONS NATIVE_COMMAND
    "${LLVM_DEFINITIONS}")
  list(TRANSFORM SCATTER_LLVM_DEFINITIONS REPLACE "^-D" "")
  target_compile_definitions(Scatter::MLIR INTERFACE
    ${SCATTER_LLVM_DEFINITIONS})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(Scatter::MLIR INTERFACE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
endif()
