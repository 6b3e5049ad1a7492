/*===- Runtime.h - functions that generated code calls ------------*- C -*-===*\
|*                                                                            *|
|* The error channel between code that `scatter` generated and its caller.    *|
|* Generated code does not abort. On a violation it calls                     *|
|* scatter_runtime_report or scatter_runtime_report_invalid_index, skips the  *|
|* writes of the op and continues. If an allocation fails, it reports that    *|
|* and returns from its functions. Plain C without a dependency on LLVM.      *|
|* Every function is thread-safe.                                             *|
|*                                                                            *|
|* A record belongs to one call. The caller installs it for its own thread.   *|
|* Parallel regions in generated code install it for each of their threads    *|
|* while these threads work for the call: they call                           *|
|* scatter_runtime_get_record before the region and                           *|
|* scatter_runtime_install_record at its begin and end. Calls may therefore   *|
|* be nested and may share the threads of one OpenMP runtime.                 *|
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

/** The kind of a violation. The values are part of the ABI of generated
    code. */
typedef enum ScatterErrorKind {
  SCATTER_ERROR_NONE = 0,
  /** An index outside [-size, size). `tuple` is the number of the index tuple
      in row-major order, `component` the component of the tuple, `value` the
      index, `size` the size of the dimension. */
  SCATTER_ERROR_INDEX = 1,
  /** Like SCATTER_ERROR_INDEX where negative indices are rejected: an index
      outside [0, size). */
  SCATTER_ERROR_INDEX_REJECT = 2,
  /** Like SCATTER_ERROR_INDEX_REJECT for unsigned indices. `value` holds the
      bits of a uint64_t. */
  SCATTER_ERROR_INDEX_UNSIGNED = 3,
  /** A step of 0. `tuple` is the entry of `step`, `component` the axis. */
  SCATTER_ERROR_ZERO_STEP = 4,
  /** A size that does not match. `tuple` is a ScatterErrorOperand, `component`
      the dimension, `value` the size found, `size` the size expected. */
  SCATTER_ERROR_SHAPE = 5,
  /** A failed allocation. `value` is the number of bytes, the other members are
      0. The functions of generated code return at once. Their results are null
      pointers and zeros. */
  SCATTER_ERROR_MEMORY = 6,
  /** An invalid operand in a model. The location names the operand. `tuple` is
      one of the ScatterErrorOperand values from SCATTER_OPERAND_EQUAL on. The
      functions of generated code return at once, as after
      SCATTER_ERROR_MEMORY. */
  SCATTER_ERROR_OPERAND = 7
} ScatterErrorKind;

/** The operand of a SCATTER_ERROR_SHAPE. From SCATTER_OPERAND_EQUAL to
    SCATTER_OPERAND_SIZE_MULTIPLE: what a SCATTER_ERROR_OPERAND expected of an
    operand. */
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
  /** An element `component` that is an index into `size` elements. Negative
      indices count from the end. */
  SCATTER_OPERAND_INDEX = 9,
  /** An element `component` of at most `size`. */
  SCATTER_OPERAND_VALUE_AT_MOST = 10,
  /** A dimension whose size is a multiple of `size`. */
  SCATTER_OPERAND_SIZE_MULTIPLE = 11,
  /** `out` of a gather_nd, in a SCATTER_ERROR_SHAPE. */
  SCATTER_OPERAND_OUT = 12,
  /** Of a scatter.generic, a SCATTER_ERROR_SHAPE: operand number n of `ins` is
      SCATTER_OPERAND_INS + n, and so on. */
  SCATTER_OPERAND_INS = 1 << 16,
  SCATTER_OPERAND_OUTS = 2 << 16,
  SCATTER_OPERAND_INDEX_OPERANDS = 3 << 16
} ScatterErrorOperand;

/** The size of a location in bytes, with the terminating zero. Longer locations
    are truncated. */
#define SCATTER_ERROR_LOCATION_SIZE 252

/** Bytes that hold the text of any violation, with the terminating zero. */
#define SCATTER_ERROR_TEXT_SIZE (SCATTER_ERROR_LOCATION_SIZE + 256)

/** A violation. A record is empty while its kind is SCATTER_ERROR_NONE. The
    other fields are then unspecified. While several threads work for a call,
    only generated code may access the record. The kind is negative while one of
    the threads fills the record. */
typedef struct ScatterError {
  int32_t kind;
  int64_t tuple;
  int64_t component;
  int64_t value;
  int64_t size;
  char location[SCATTER_ERROR_LOCATION_SIZE];
  /** Changed by each report after which functions return at once. Only changes
      have a meaning, not the value. */
  int32_t failures;
} ScatterError;

/** Fills the record that is installed for the calling thread, if the record is
    empty. The first violation is thus kept. If several threads report at once,
    any one of the violations is kept. Without a record, it flushes all streams,
    prints the formatted error to stderr and ends the process with status 2,
    which suits programs under mlir-runner. `location` is a zero-terminated
    string that is copied. Called by generated code. */
SCATTER_RUNTIME_EXPORT void
scatter_runtime_report(int32_t kind, const char *location, int64_t tuple,
                       int64_t component, int64_t value, int64_t size);

/** Searches for the first index out of bounds, in row-major order, and calls
    scatter_runtime_report for it. Does nothing if all indices are valid. `kind`
    defines which indices are valid. It is one of SCATTER_ERROR_INDEX to
    SCATTER_ERROR_INDEX_UNSIGNED. Called by generated code that has found an
    index out of bounds.

    `indices` points to the first component of the first tuple. A component has
    4 or 8 bytes. The `depth` components of a tuple are `component_stride`
    components apart. The variable arguments have the type int64_t. First come
    the size and the stride, in components, of each of the `rank` tuple
    dimensions. Then come the sizes of the `depth` dimensions that the
    components index. */
SCATTER_RUNTIME_EXPORT void scatter_runtime_report_invalid_index(
    int32_t kind, const char *location, const void *indices,
    int32_t component_bytes, int64_t rank, int64_t depth,
    int64_t component_stride, ...);

/** Installs `record` for the calling thread and returns the record that was
    installed before. NULL stands for no record. The caller owns the record. It
    must outlive its installation, and its kind must be SCATTER_ERROR_NONE to
    receive an error. */
SCATTER_RUNTIME_EXPORT ScatterError *
scatter_runtime_install_record(ScatterError *record);

/** Returns the record that is installed for the calling thread, or NULL.
    Generated code calls it before a parallel region whose threads install the
    record. */
SCATTER_RUNTIME_EXPORT ScatterError *scatter_runtime_get_record(void);

/** Returns the member `failures` of the record that is installed for the
    calling thread, or 0 without a record. Generated code calls it at the start
    of a function and after operations that may have changed it. The function
    returns if the two values differ. */
SCATTER_RUNTIME_EXPORT int32_t scatter_runtime_count_failures(void);

/** Writes the text of `error` ("LOCATION: error: ...") to `buffer`. Like
    snprintf, it writes at most `size` bytes with the terminating zero and
    returns the length of the whole text. */
SCATTER_RUNTIME_EXPORT int
scatter_runtime_format_error(const ScatterError *error, char *buffer,
                             size_t size);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_RUNTIME_RUNTIME_H */
