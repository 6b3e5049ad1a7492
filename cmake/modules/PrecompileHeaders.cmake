# Compiles MLIR's headers once for all sources.
#
# With g++ a precompiled header takes 950 MB and a minute, so only clang gets one.

if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(SCATTER_PRECOMPILE_DEFAULT ON)
else()
  set(SCATTER_PRECOMPILE_DEFAULT OFF)
endif()
option(SCATTER_PRECOMPILE_HEADERS "Precompile MLIR's headers"
  ${SCATTER_PRECOMPILE_DEFAULT})

if(SCATTER_PRECOMPILE_HEADERS)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/Precompiled.cpp CONTENT "")
  add_library(ScatterPrecompiled OBJECT EXCLUDE_FROM_ALL
    ${PROJECT_BINARY_DIR}/Precompiled.cpp)
  target_compile_options(ScatterPrecompiled PRIVATE
    ${SCATTER_TLS_FLAG} ${SCATTER_CXX_FLAGS})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # A compiler cache restores files with times of their own.
    target_compile_options(ScatterPrecompiled PRIVATE
      "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_link_libraries(ScatterPrecompiled PRIVATE Scatter::MLIR)
  # What every source of the dialect and its lowering reads.
  target_precompile_headers(ScatterPrecompiled PRIVATE
    <mlir/Bytecode/BytecodeImplementation.h>
    <mlir/Dialect/Affine/IR/AffineOps.h>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Arith/Utils/Utils.h>
    <mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h>
    <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/Complex/IR/Complex.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/Linalg/Transforms/Transforms.h>
    <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/ImplicitLocOpBuilder.h>
    <mlir/Interfaces/TilingInterface.h>
    <mlir/Interfaces/ValueBoundsOpInterface.h>
    <mlir/Pass/PassManager.h>
    <mlir/Transforms/DialectConversion.h>
    <mlir/Transforms/GreedyPatternRewriteDriver.h>)
endif()

# scatter_precompile_headers(<name>)
#
# Lets the target, whose sources have SCATTER_CXX_FLAGS, read the compiled headers.
function(scatter_precompile_headers name)
  if(NOT SCATTER_PRECOMPILE_HEADERS)
    return()
  endif()
  target_precompile_headers(${name} REUSE_FROM ScatterPrecompiled)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL EXECUTABLE)
    # Clang rejects headers that were compiled with -fPIC under -fPIE.
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
endfunction()

# scatter_combine_sources(<name> <group> [NO_PRECOMPILED_HEADERS] <sources>...)
#
# Makes the sources one unit of a unity build of the target, in whose folder it is
# called. Sources of the target that are in no group are compiled one by one.
function(scatter_combine_sources name group)
  cmake_parse_arguments(ARG "NO_PRECOMPILED_HEADERS" "" "" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${group})
  if(ARG_NO_PRECOMPILED_HEADERS)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/Unity)
    set_source_files_properties(${sources} ${folder}/unity_${group}_cxx.cxx
      PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
