/*===- Support.h - common parts of the C API ----------------------*- C -*-===*\
|*                                                                            *|
|* The C API of libscatter. These rules apply to all of it:                   *|
|* - Objects are opaque. The caller owns the result of a function named       *|
|*   `..._create`, `..._compile...` or `..._take...` and must destroy it.     *|
|*   Every `..._destroy` accepts NULL. Strings and pointers that other        *|
|*   functions return belong to the object that was queried and are valid as  *|
|*   long as it exists.                                                       *|
|* - A function that can fail returns a ScatterStatus. It is NULL for         *|
|*   success, otherwise an error object that the caller owns. The outputs of  *|
|*   the function are then set to NULL.                                       *|
|* - NULL for an object, an impossible count, and a number that is not a      *|
|*   value of its enumeration are errors (USAGE, COUNT), not undefined        *|
|*   behavior. Functions that do not return a status return 0, NULL or "" for *|
|*   NULL.                                                                    *|
|* - If memory is exhausted, a function fails with MEMORY, or returns NULL if *|
|*   it does not return a status. A compilation starts only if 16 MiB plus 8  *|
|*   KiB per byte of its source (at most 512 MiB) can be mapped. If it needs  *|
|*   more memory than is available, it fails and may leak memory, or MLIR     *|
|*   ends the process.                                                        *|
|* - Objects that are passed as `const` may be used by many threads at once,  *|
|*   others by one thread at a time. The global state consists of the pool of *|
|*   freed buffers (Pool.h), the kernels of the functions (Kernels.h), the    *|
|*   workers (Threads.h), and LLVM's handler for exhausted memory, which the  *|
|*   first call installs.                                                     *|
|* - No function prints, aborts or throws.                                    *|
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

/** Declares an enumeration. In C++ it has a fixed underlying type, so that
    functions can read and reject values out of range. */
#ifdef __cplusplus
#define SCATTER_C_ENUM(name) enum name : unsigned
#else
#define SCATTER_C_ENUM(name) enum name
#endif

/** The version of the functions in these headers. Each release that adds
    functions increments it. */
#define SCATTER_API_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the SCATTER_API_VERSION of the loaded library. The library has all
    declared functions if this is at least SCATTER_API_VERSION. */
SCATTER_C_EXPORT int scatter_api_version(void);

/** Returns the version "MAJOR.MINOR.PATCH" of the library, a constant. */
SCATTER_C_EXPORT const char *scatter_version(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_SUPPORT_H */
