/*===- Runtime.h - what generated code calls ----------------------*- C -*-===*\
|*                                                                            *|
|* The error channel between code that `scatter` generated and its caller.    *|
|* Generated code never aborts: on a violation it calls                       *|
|* scatter_runtime_report or scatter_runtime_report_invalid_index, skips the  *|
|* writes of the op and goes on; where an allocation fails it reports that    *|
|* and leaves its functions. Plain C, no dependency on LLVM; every function   *|
|* is thread-safe.                                                            *|
|*                                                                            *|
|* A record belongs to a call. The caller installs it for its own thread;     *|
|* parallel regions of generated code install it for each of their threads    *|
|* while these work for the call, by scatter_runtime_get_record before the    *|
|* region and scatter_runtime_install_record at its begin and end. So calls   *|
|* may nest, and may share the threads of one OpenMP runtime.                 *|
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
  SCATTER_ERROR_SHAPE = 5,
  /** An allocation that failed: `value` is the number of bytes, the others are
      0. The functions of generated code return at once; their results are null
      pointers and zeros. */
  SCATTER_ERROR_MEMORY = 6,
  /** An operand of a model that does not fit, which the location names: `tuple`
      is a ScatterErrorOperand from SCATTER_OPERAND_EQUAL on. The functions of
      generated code return at once, as after SCATTER_ERROR_MEMORY. */
  SCATTER_ERROR_OPERAND = 7
} ScatterErrorKind;

/** The operand that a SCATTER_ERROR_SHAPE names, and from SCATTER_OPERAND_EQUAL
    on what a SCATTER_ERROR_OPERAND expected of an operand. */
typedef enum ScatterErrorOperand {
  SCATTER_OPERAND_INDICES = 0,
  SCATTER_OPERAND_UPDATES = 1,
  /** A dimension of size `size`. */
  SCATTER_OPERAND_EQUAL = 2,
  /** A dimension of size 1 or `size`. */
  SCATTER_OPERAND_BROADCAST = 3,
  /** `size` elements; `component` is 0. */
  SCATTER_OPERAND_ELEMENTS = 4,
  /** A multiple of `size` elements; `component` is 0. */
  SCATTER_OPERAND_MULTIPLE = 5,
  /** An element `component` of at least `size`. */
  SCATTER_OPERAND_VALUE = 6,
  /** A dimension of at least size `size`. */
  SCATTER_OPERAND_AT_LEAST = 7,
  /** A dimension of at most size `size`. */
  SCATTER_OPERAND_AT_MOST = 8,
  /** An element `component` that is an index of `size` elements; negative ones
      count from the end. */
  SCATTER_OPERAND_INDEX = 9,
  /** An element `component` of at most `size`. */
  SCATTER_OPERAND_VALUE_AT_MOST = 10,
  /** A dimension whose size is a multiple of `size`. */
  SCATTER_OPERAND_SIZE_MULTIPLE = 11
} ScatterErrorOperand;

/** Bytes of a location, its terminating zero included; longer ones are cut. */
#define SCATTER_ERROR_LOCATION_SIZE 252

/** One violation. A record is empty while its kind is SCATTER_ERROR_NONE; the
    other fields are then unspecified. While several threads work for a call,
    only generated code looks at the record; the kind is negative as long as one
    of them fills it. */
typedef struct ScatterError {
  int32_t kind;
  int64_t tuple;
  int64_t component;
  int64_t value;
  int64_t size;
  char location[SCATTER_ERROR_LOCATION_SIZE];
  /** Changed by every report after which functions return at once, from
      whatever value it has. */
  int32_t failures;
} ScatterError;

/** Called by generated code. Fills the record that is installed for the calling
    thread if that is still empty, so that the first violation is kept; of those
    that several threads report at once, any one. Without a record it flushes
    all streams, prints the formatted error to stderr and ends the process with
    status 2, which is what a program under mlir-runner wants. `location` is a
    zero-terminated string that is copied. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_report(int32_t kind, const char *location, int64_t tuple,
                       int64_t component, int64_t value, int64_t size);

/** Called by generated code that has found an index out of bounds. Looks for
    the first one, in row-major order, and calls scatter_runtime_report for it;
    if all are valid it does nothing. `kind`, one of SCATTER_ERROR_INDEX to
    SCATTER_ERROR_INDEX_UNSIGNED, says which are valid.

    `indices` is the first component of the first tuple. Components have 4 or 8
    bytes; the `depth` components of a tuple are `component_stride` components
    apart. As int64_t follow the size and the stride, in components, of each of
    `rank` dimensions of tuples, then the sizes of the `depth` dimensions that
    the components index. */
SCATTER_RUNTIME_EXPORT void scatter_runtime_report_invalid_index(
    int32_t kind, const char *location, const void *indices,
    int32_t component_bytes, int64_t rank, int64_t depth,
    int64_t component_stride, ...);

/** Installs `record` (NULL: none) for the calling thread and returns the one
    installed before. The record stays the caller's; it must outlive its
    installation, and its kind must be SCATTER_ERROR_NONE to receive an error.
 */
SCATTER_RUNTIME_EXPORT ScatterError *
scatter_runtime_install_record(ScatterError *record);

/** The record that is installed for the calling thread, or NULL. Called by
    generated code before a parallel region whose threads are to install it. */
SCATTER_RUNTIME_EXPORT ScatterError *scatter_runtime_get_record(void);

/** The member `failures` of the record that is installed for the calling
    thread, 0 without one. Called by generated code at the begin of a function
    and after what may have made such a report: it returns if both differ. */
SCATTER_RUNTIME_EXPORT int32_t scatter_runtime_count_failures(void);

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
