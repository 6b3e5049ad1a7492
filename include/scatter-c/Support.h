/*===- Support.h - what every header of the C API uses ------------*- C -*-===*\
|*                                                                            *|
|* The C API of libscatter. Rules that hold for all of it:                    *|
|* - Objects are opaque. What a function named `..._create`, `..._compile...` *|
|*   or `..._take...` hands out is the caller's, who destroys it; every       *|
|*   `..._destroy` accepts NULL. Strings and pointers that other functions    *|
|*   return belong to the object they were asked from and live as long.       *|
|* - A function that can fail returns a ScatterStatus: NULL for success, else *|
|*   an error object that is the caller's. Its outputs are then set to NULL.  *|
|* - Objects that are passed as `const` may be used by many threads at once;  *|
|*   others by one thread at a time. There is no global state but the pool of *|
|*   freed buffers (Pool.h) and the kernels of the functions (Kernels.h).     *|
|* - Nothing prints, aborts or throws.                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_SUPPORT_H
#define SCATTER_C_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SCATTER_C_EXPORT __attribute__((visibility("default")))
#else
#define SCATTER_C_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** "MAJOR.MINOR.PATCH" of the library; a constant. */
SCATTER_C_EXPORT const char *scatter_version(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_SUPPORT_H */
