# Functions that declare the project's targets.

# Shared libraries have few bytes of thread-local variables, which fit what the
# dynamic linker sets aside: no call is needed to find them.
set(SCATTER_TLS_FLAG -ftls-model=initial-exec)
set(SCATTER_CXX_FLAGS -fno-exceptions
  -Wall -Wextra -Wcast-qual -Wno-unused-parameter
  -Wimplicit-fallthrough -Woverloaded-virtual -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 reports false positives inside LLVM's small-size containers.
  list(APPEND SCATTER_CXX_FLAGS -Wno-maybe-uninitialized -Wno-dangling-pointer
    -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(SCATTER_ENABLE_WERROR)
  list(APPEND SCATTER_CXX_FLAGS -Werror)
endif()

# Installed programs find the project's libraries from where they are, and MLIR
# where it was when they were linked.
set(CMAKE_INSTALL_RPATH "$ORIGIN" "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# Builds all that `cmake --install` installs, but no tests.
add_custom_target(scatter-package)

# The component that a target belongs to and the export set of its libraries,
# for folders that do not say otherwise.
set(SCATTER_COMPONENT scatter-core)
set(SCATTER_EXPORT ScatterTargets)

# scatter_install(<name> <arguments of install(TARGETS)>...)
#
# Installs the target, with SCATTER_COMPONENT unless a COMPONENT is given, and
# makes it part of scatter-package.
function(scatter_install name)
  if(NOT COMPONENT IN_LIST ARGN)
    list(APPEND ARGN COMPONENT ${SCATTER_COMPONENT})
  endif()
  install(TARGETS ${name} ${ARGN})
  add_dependencies(scatter-package ${name})
endfunction()

function(_scatter_target_options name)
  target_compile_options(${name} PRIVATE ${SCATTER_TLS_FLAG}
    $<$<COMPILE_LANGUAGE:CXX>:${SCATTER_CXX_FLAGS}>)
  if(TARGET scatter-headers AND NOT ARG_NO_MLIR)
    add_dependencies(${name} scatter-headers)
  endif()
endfunction()

# add_scatter_library(<name> <sources>... [NO_MLIR] [EXPORT <set>]
#                     [LINK <libs>...])
#
# Declares the static library <name>, links it to the MLIR dylib unless NO_MLIR
# is given, installs it and adds it to the export set <set> (SCATTER_EXPORT
# unless given) under Scatter::<name>.
function(add_scatter_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "EXPORT" "LINK" ${ARGN})
  if(NOT ARG_EXPORT)
    set(ARG_EXPORT ${SCATTER_EXPORT})
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(Scatter::${name} ALIAS ${name})
  _scatter_target_options(${name})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(NOT ARG_NO_MLIR)
    target_link_libraries(${name} PUBLIC Scatter::MLIR)
    scatter_precompile_headers(${name})
  endif()
  scatter_install(${name} EXPORT ${ARG_EXPORT}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# add_scatter_tool(<name> <sources>... [NO_INSTALL] [LINK <libs>...])
function(add_scatter_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _scatter_target_options(${name})
  scatter_sanitize_program(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} Scatter::MLIR)
  scatter_precompile_headers(${name})
  if(NOT ARG_NO_INSTALL)
    scatter_install(${name} EXPORT ScatterTargets
      RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

# add_scatter_unittest(<name> <sources>... [LINK <libs>...])
#
# A GoogleTest program in <build>/test/Unit. <name> ends in `Tests`, which is
# how lit finds it.
function(add_scatter_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  _scatter_target_options(${name})
  scatter_sanitize_program(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/Unit)
  target_link_libraries(${name} PRIVATE
    ${ARG_LINK} Scatter::MLIR GTest::gmock GTest::gtest_main)
  scatter_precompile_headers(${name})
  add_dependencies(ScatterUnitTests ${name})
endfunction()
