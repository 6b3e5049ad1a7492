/*===- Compat.c - functions that older systems lack -----------------------===*\
|*                                                                            *|
|* A self-contained library must run with glibc 2.34, but the archives of     *|
|* LLVM and libstdc++ call functions of later versions.                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

/* arc4random, which glibc has since version 2.36. */
__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t value;
  if (getrandom(&value, sizeof(value), 0) != sizeof(value))
    abort();
  return value;
}
