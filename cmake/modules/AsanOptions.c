/*===- AsanOptions.c - defaults of programs with the address sanitizer ----===*/

/* LLVM's libraries are not instrumented. Its arenas would be marked by code in
   the headers and never unmarked by code in the libraries; and it installs a
   signal stack of its own, which the sanitizer would try to free. Memory that
   is not to be had is an error value of the engine, as in other builds. */
__attribute__((visibility("default"), used)) const char *
__asan_default_options(void) {
  return "allow_user_poisoning=0:use_sigaltstack=0:"
         "allocator_may_return_null=1";
}

/* What libomp keeps for its threads until the process ends. */
__attribute__((visibility("default"), used)) const char *
__lsan_default_suppressions(void) {
  return "leak:libomp.so";
}
