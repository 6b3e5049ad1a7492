# Archives for programs that may have another LLVM.

# scatter_add_archive(<name> MAP <file> COMPONENT <component>
#                     OBJECTS <objects>... LINK <libs>... [DEPENDS <targets>...])
#
# Declares the target <name>-archive, which makes lib<name>.a, installs it with
# <component> and adds it to scatter-package. The archive is one object: the
# <objects> and what they need of <libs>. Its symbols are those that the version
# script <file> lists.
function(scatter_add_archive name)
  cmake_parse_arguments(ARG "" "MAP;COMPONENT" "OBJECTS;LINK;DEPENDS" ${ARGN})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARG_MAP})
  file(STRINGS ${ARG_MAP} symbols REGEX "^    [A-Za-z_0-9]+;$")
  list(TRANSFORM symbols REPLACE "[ ;]" "")
  list(JOIN symbols "\n" lines)
  set(symbol_file ${CMAKE_CURRENT_BINARY_DIR}/${name}-symbols.txt)
  file(CONFIGURE OUTPUT ${symbol_file} CONTENT "${lines}\n" @ONLY)
  list(TRANSFORM symbols PREPEND "-Wl,-u,")

  # A program, so that CMake resolves the archives that archives need.
  set(object ${name}-object)
  add_executable(${object} EXCLUDE_FROM_ALL ${ARG_OBJECTS})
  set_target_properties(${object} PROPERTIES
    LINKER_LANGUAGE CXX
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
    SUFFIX .o
    LINK_DEPENDS ${ARG_MAP})
  target_link_libraries(${object} PRIVATE ${ARG_LINK})
  target_link_options(${object} PRIVATE -r -nostdlib
    -Wl,--gc-sections -Wl,--force-group-allocation ${symbols})
  if(SCATTER_SANITIZERS)
    target_link_options(${object} PRIVATE -fno-sanitize=all)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${object} ${ARG_DEPENDS})
  endif()

  set(archive ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/lib${name}.a)
  set(stripped ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  add_custom_command(OUTPUT ${archive}
    # GNU objcopy leaves STB_GNU_UNIQUE symbols global.
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-objcopy --strip-unneeded
      --keep-global-symbols=${symbol_file} $<TARGET_FILE:${object}> ${stripped}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${CMAKE_AR} rcs ${archive} ${stripped}
    DEPENDS ${object} ${symbol_file}
    VERBATIM)
  add_custom_target(${name}-archive ALL DEPENDS ${archive})
  add_dependencies(scatter-package ${name}-archive)
  install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT ${ARG_COMPONENT})
endfunction()
