# Applies SCATTER_SANITIZERS to every target that follows.

if(SCATTER_SANITIZERS)
  add_compile_options(-fsanitize=${SCATTER_SANITIZERS}
    -fno-omit-frame-pointer -g)
  if(SCATTER_SANITIZERS MATCHES undefined)
    # LLVM's own headers are not built with type information for vptr checks.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=undefined)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      # Calls of compiled modules: their functions have no signature to check.
      add_compile_options(-fno-sanitize=function)
    endif()
  endif()
  add_link_options(-fsanitize=${SCATTER_SANITIZERS})
endif()

# scatter_sanitize_program(<name>)
#
# Gives an executable the options that its sanitizers need beside LLVM.
function(scatter_sanitize_program name)
  if(SCATTER_SANITIZERS MATCHES address)
    set(source ${PROJECT_SOURCE_DIR}/cmake/modules/AsanOptions.c)
  elseif(SCATTER_SANITIZERS MATCHES thread)
    set(source ${PROJECT_SOURCE_DIR}/cmake/modules/TsanOptions.c)
  else()
    return()
  endif()
  target_sources(${name} PRIVATE ${source})
  # The headers are precompiled for C++.
  set_source_files_properties(${source} TARGET_DIRECTORY ${name}
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
