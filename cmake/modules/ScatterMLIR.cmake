# Defines the target Scatter::MLIR after find_package(MLIR).
#
# It carries all that a target needs which includes MLIR's headers: include
# folders, definitions and the libraries: the two shared ones, or with
# SCATTER_STATIC_LLVM the archives. MLIR's own targets carry only the shared
# libraries. The build and the installed package both include this file, so that
# a consumer compiles with the settings the project used.

# scatter_find_static_llvm(<variable>)
#
# The archives of MLIR, LLVM and what these need. The linker takes from them
# what is referred to, in whatever order they come.
function(scatter_find_static_llvm result)
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  if(NOT archives)
    message(FATAL_ERROR "SCATTER_STATIC_LLVM needs MLIR's archives, found none "
      "in ${LLVM_LIBRARY_DIR} (Debian: libmlir-22-dev, llvm-22-dev)")
  endif()
  foreach(name z zstd)
    find_library(SCATTER_STATIC_${name} lib${name}.a)
    if(NOT SCATTER_STATIC_${name})
      message(FATAL_ERROR "SCATTER_STATIC_LLVM needs lib${name}.a, which was not "
        "found (Debian: zlib1g-dev, libzstd-dev)")
    endif()
    list(APPEND archives ${SCATTER_STATIC_${name}})
  endforeach()
  set(${result} -Wl,--start-group ${archives} -Wl,--end-group
    PARENT_SCOPE)
endfunction()

if(NOT TARGET Scatter::MLIR)
  add_library(Scatter::MLIR INTERFACE IMPORTED)
  target_include_directories(Scatter::MLIR SYSTEM INTERFACE
    ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  if(SCATTER_STATIC_LLVM)
    scatter_find_static_llvm(SCATTER_MLIR_LIBRARIES)
  else()
    set(SCATTER_MLIR_LIBRARIES MLIR LLVM)
  endif()
  target_link_libraries(Scatter::MLIR INTERFACE ${SCATTER_MLIR_LIBRARIES})
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
