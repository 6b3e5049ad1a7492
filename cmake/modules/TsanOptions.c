/*===- TsanOptions.c - defaults of programs with the thread sanitizer -----===*/

/* LLVM's libraries and the OpenMP runtime are not instrumented: their locks
   would be reported, as what orders them was not seen. Memory that is
   not to be had is an error value of the engine, as in other builds. */
__attribute__((visibility("default"), used)) const char *
__tsan_default_options(void) {
  return "ignore_noninstrumented_modules=1:allocator_may_return_null=1";
}
