/*===- Support.h - what every header of the C API uses ------------*- C -*-===*\
|*                                                                            *|
|* The C API of libscatter. Rules that hold for all of it:                    *|
|* - Objects are opaque. What a function named `..._create`, `..._compile...` *|
|*   or `..._take...` returns is the caller's, who destroys it; every         *|
|*   `..._destroy` accepts NULL. Strings and pointers that other functions    *|
|*   return belong to the object they were asked from and live as long.       *|
|* - A function that can fail returns a ScatterStatus: NULL for success, else *|
|*   an error object that is the caller's. Its outputs are then set to NULL.  *|
|* - NULL for an object, a count that cannot be right and a number that is no *|
|*   value of its enumeration are errors (USAGE, COUNT), not undefined.       *|
|*   Functions that return no status return 0, NULL or "" for NULL.           *|
|* - Without memory a function fails with MEMORY, or NULL if it returns no    *|
|*   status. A compilation begins only if 16 MiB and 8 KiB per byte of its    *|
|*   source (at the most 512 MiB) can be mapped. If it needs more and that is *|
|*   not there, it fails and may leak, or MLIR ends the process.              *|
|* - Objects that are passed as `const` may be used by many threads at once;  *|
|*   others by one thread at a time. Global state are the pool of freed       *|
|*   buffers (Pool.h), the kernels of the functions (Kernels.h), the workers  *|
|*   (Threads.h), and LLVM's handler of a lack of memory, which the first     *|
|*   call sets.                                                               *|
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

/** The type that an enum has in C. In C++ it has to be named, so that a value
    out of range, which functions refuse, can be read at all. */
#ifdef __cplusplus
#define SCATTER_C_ENUM(name) enum name : unsigned
#else
#define SCATTER_C_ENUM(name) enum name
#endif

/** The version of the functions that these headers declare. It grows by one
    with each release that adds to them. */
#define SCATTER_API_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/** The SCATTER_API_VERSION of the library that was loaded. It has all that the
    headers declare if this is at least SCATTER_API_VERSION. */
SCATTER_C_EXPORT int scatter_api_version(void);

/** "MAJOR.MINOR.PATCH" of the library; a constant. */
SCATTER_C_EXPORT const char *scatter_version(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_SUPPORT_H */
