# Installs the headers and the CMake package `Scatter`.
#
# The package has four export sets: ScatterRuntimeTargets, ScatterCTargets and
# ScatterKernelsTargets, which need no package, and ScatterTargets, which needs
# MLIR's.
# find_package(Scatter COMPONENTS Runtime) therefore works on a machine without
# MLIR.

include(CMakePackageConfigHelpers)

set(SCATTER_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Scatter)

foreach(directory ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_BINARY_DIR}/include/)
  install(DIRECTORY ${directory} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
    PATTERN CMakeFiles EXCLUDE)
endforeach()

# Files for the environment variable SCATTER_MACHINE.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/share/machines
  DESTINATION ${CMAKE_INSTALL_DATADIR}/scatter)

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

install(FILES
  ${PROJECT_BINARY_DIR}/cmake/ScatterConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/ScatterConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/modules/ScatterMLIR.cmake
  DESTINATION ${SCATTER_PACKAGE_DIR})
foreach(set ScatterRuntimeTargets ScatterCTargets ScatterKernelsTargets
    ScatterTargets)
  install(EXPORT ${set} NAMESPACE Scatter:: DESTINATION ${SCATTER_PACKAGE_DIR})
endforeach()

# What a program needs beside an archive.
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
