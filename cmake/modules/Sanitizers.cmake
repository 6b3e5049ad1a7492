# Applies SCATTER_SANITIZERS to every target that follows.

if(SCATTER_SANITIZERS)
  add_compile_options(-fsanitize=${SCATTER_SANITIZERS}
    -fno-omit-frame-pointer -g)
  if(SCATTER_SANITIZERS MATCHES undefined)
    # LLVM's own headers are not built with type information for vptr checks.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=undefined)
  endif()
  add_link_options(-fsanitize=${SCATTER_SANITIZERS})
endif()
