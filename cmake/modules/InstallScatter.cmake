# Installs the headers and the CMake package `Scatter`.
#
# Components of `cmake --install --component`, and the export sets that define
# their targets:
#
#   scatter-runtime  libscatter_runtime, which generated code calls
#   scatter-core     libraries, tools and plugin; needs MLIR
#   scatter-import   libraries of the importers; needs scatter-core
#   scatter-c        libscatter with the C API; needs no other package
#   scatter-kernels  libscatter_kernels, which has no compiler
#
# Each has its headers and the CMake package, which finds what is installed.
# find_package(Scatter COMPONENTS Runtime) therefore works on a machine without
# MLIR.

include(CMakePackageConfigHelpers)

set(SCATTER_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Scatter)

# scatter_install_headers(<component> <directory of include>...)
function(scatter_install_headers component)
  foreach(directory ${ARGN})
    foreach(include ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
      if(EXISTS ${include}/${directory})
        install(DIRECTORY ${include}/${directory}/
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${directory}
          COMPONENT ${component}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
          PATTERN CMakeFiles EXCLUDE)
      endif()
    endforeach()
  endforeach()
endfunction()

set(SCATTER_COMPONENTS scatter-runtime scatter-core)
scatter_install_headers(scatter-runtime scatter/Runtime)
scatter_install_headers(scatter-core scatter/Conversion scatter/Dialect
  scatter/ExecutionEngine scatter/Pipelines scatter/Plan scatter/Reference
  scatter/Runtime scatter/Support)
install(FILES
  ${PROJECT_SOURCE_DIR}/include/scatter/InitAllDialects.h
  ${PROJECT_SOURCE_DIR}/include/scatter/InitAllPasses.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/scatter COMPONENT scatter-core)
set(SCATTER_scatter-runtime_EXPORT ScatterRuntimeTargets)
set(SCATTER_scatter-core_EXPORT ScatterTargets)
if(SCATTER_ENABLE_IMPORT)
  list(APPEND SCATTER_COMPONENTS scatter-import)
  set(SCATTER_scatter-import_EXPORT ScatterImportTargets)
  scatter_install_headers(scatter-import scatter/Import)
  install(FILES ${PROJECT_SOURCE_DIR}/include/scatter/InitAllImporters.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/scatter COMPONENT scatter-import)
endif()
if(SCATTER_ENABLE_KERNELS)
  scatter_install_headers(scatter-core scatter/Kernels)
endif()
if(SCATTER_ENABLE_CAPI)
  list(APPEND SCATTER_COMPONENTS scatter-c scatter-kernels)
  set(SCATTER_scatter-c_EXPORT ScatterCTargets)
  set(SCATTER_scatter-kernels_EXPORT ScatterKernelsTargets)
  scatter_install_headers(scatter-c scatter-c scatter/Runtime)
  scatter_install_headers(scatter-kernels scatter-c scatter/Runtime)
endif()

# Files for the environment variable SCATTER_MACHINE.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/machines
  DESTINATION ${CMAKE_INSTALL_DATADIR}/scatter COMPONENT scatter-core)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/ScatterConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/ScatterConfig.cmake
  INSTALL_DESTINATION ${SCATTER_PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the API.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(SCATTER_COMPATIBILITY SameMinorVersion)
else()
  set(SCATTER_COMPATIBILITY SameMajorVersion)
endif()
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/ScatterConfigVersion.cmake
  COMPATIBILITY ${SCATTER_COMPATIBILITY})

foreach(component ${SCATTER_COMPONENTS})
  install(FILES
    ${PROJECT_BINARY_DIR}/cmake/ScatterConfig.cmake
    ${PROJECT_BINARY_DIR}/cmake/ScatterConfigVersion.cmake
    ${PROJECT_SOURCE_DIR}/cmake/modules/ScatterMLIR.cmake
    DESTINATION ${SCATTER_PACKAGE_DIR} COMPONENT ${component})
  install(EXPORT ${SCATTER_${component}_EXPORT} NAMESPACE Scatter::
    DESTINATION ${SCATTER_PACKAGE_DIR} COMPONENT ${component})
endforeach()
if(NOT SCATTER_ENABLE_CAPI)
  return()
endif()

# The libraries that a program links beside an archive.
set(SCATTER_PC_PRIVATE "-lstdc++ -lm -pthread -ldl")

# From the folder of the file to the prefix, so that the package may be moved.
file(RELATIVE_PATH SCATTER_PC_PREFIX
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" SCATTER_PC_PREFIX ${SCATTER_PC_PREFIX})
foreach(library scatter scatter_kernels)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${library}.pc.in
    ${PROJECT_BINARY_DIR}/cmake/${library}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/cmake/scatter.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT scatter-c)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scatter_kernels.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT scatter-kernels)
