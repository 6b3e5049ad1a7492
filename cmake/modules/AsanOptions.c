/*===- AsanOptions.c - defaults of programs with the address sanitizer ----===*/

/* LLVM's libraries are not instrumented. Its arenas would be marked by code in
   the headers and never unmarked by code in the libraries; and it installs a
   signal stack of its own, which the sanitizer would try to free. */
__attribute__((visibility("default"), used)) const char *
__asan_default_options(void) {
  return "allow_user_poisoning=0:use_sigaltstack=0";
}
