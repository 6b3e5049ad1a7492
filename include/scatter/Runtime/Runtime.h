/*===- Runtime.h - what generated code calls ----------------------*- C -*-===*\
|*                                                                            *|
|* The error channel between code that `scatter` generated and its caller.    *|
|* Generated code never aborts: on a violation it calls                       *|
|* scatter_runtime_report, skips the writes of the op and goes on. Plain C,   *|
|* no dependency on LLVM; every function is thread-safe, the installed record *|
|* is per thread.                                                             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_RUNTIME_RUNTIME_H
#define SCATTER_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SCATTER_RUNTIME_EXPORT __attribute__((visibility("default")))
#else
#define SCATTER_RUNTIME_EXPORT
#endif

/** What went wrong; the values are part of the ABI of generated code. */
typedef enum ScatterErrorKind {
  SCATTER_ERROR_NONE = 0,
  /** An index outside [-size, size): `tuple` counts the index tuples in
      row-major order, `component` is the component of the tuple, `value` the
      index, `size` the size of the dimension. */
  SCATTER_ERROR_INDEX = 1,
  /** The same where negative indices are rejected: outside [0, size). */
  SCATTER_ERROR_INDEX_REJECT = 2,
  /** The same for unsigned indices; `value` holds the bits of a uint64_t. */
  SCATTER_ERROR_INDEX_UNSIGNED = 3,
  /** A step of 0: `tuple` is the entry of `step`, `component` the axis. */
  SCATTER_ERROR_ZERO_STEP = 4,
  /** A size that does not fit: `tuple` is a ScatterErrorOperand, `component`
      the dimension, `value` the size found, `size` the size expected. */
  SCATTER_ERROR_SHAPE = 5
} ScatterErrorKind;

/** The operand that a SCATTER_ERROR_SHAPE names. */
typedef enum ScatterErrorOperand {
  SCATTER_OPERAND_INDICES = 0,
  SCATTER_OPERAND_UPDATES = 1
} ScatterErrorOperand;

/** Bytes of a location, its terminating zero included; longer ones are cut. */
#define SCATTER_ERROR_LOCATION_SIZE 256

/** One violation. A record is empty while its kind is SCATTER_ERROR_NONE; the
    other fields are then unspecified. */
typedef struct ScatterError {
  int32_t kind;
  int64_t tuple;
  int64_t component;
  int64_t value;
  int64_t size;
  char location[SCATTER_ERROR_LOCATION_SIZE];
} ScatterError;

/** Called by generated code. Fills the record that the calling thread installed
    if that is still empty, so that the first violation is kept. Without a
    record it flushes all streams, prints the formatted error to stderr and ends
    the process with status 2, which is what a program under mlir-runner wants.
    `location` is a zero-terminated string that is copied. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_report(int32_t kind, const char *location, int64_t tuple,
                       int64_t component, int64_t value, int64_t size);

/** Installs `record` (NULL: none) for the calling thread and returns the one
    installed before. The record stays the caller's; it must outlive its
    installation, and its kind must be SCATTER_ERROR_NONE to receive an error.
 */
SCATTER_RUNTIME_EXPORT ScatterError *
scatter_runtime_install_record(ScatterError *record);

/** Writes the text of `error` ("LOCATION: error: ...") to `buffer` as snprintf
    does: at most `size` bytes with the terminating zero. Returns the length of
    the whole text. */
SCATTER_RUNTIME_EXPORT int
scatter_runtime_format_error(const ScatterError *error, char *buffer,
                             size_t size);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_RUNTIME_H */
