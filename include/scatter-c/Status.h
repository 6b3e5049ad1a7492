/*===- Status.h - error objects -----------------------------------*- C -*-===*/

#ifndef SCATTER_C_STATUS_H
#define SCATTER_C_STATUS_H

#include "scatter-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An error. NULL stands for success. Immutable. */
typedef struct ScatterStatus ScatterStatus;

/** The kinds of errors. The values are part of the ABI. New ones may be
    added. */
typedef SCATTER_C_ENUM(ScatterStatusCode) {
  SCATTER_STATUS_OK = 0,
  /** A file cannot be read. */
  SCATTER_STATUS_FILE = 1,
  /** The source cannot be compiled, see the diagnostics. */
  SCATTER_STATUS_COMPILE = 2,
  /** No such function, or a function with values that cannot be passed. */
  SCATTER_STATUS_ENTRY = 3,
  /** The wrong number of arguments or results. */
  SCATTER_STATUS_COUNT = 4,
  /** A wrong element type or device. */
  SCATTER_STATUS_TYPE = 5,
  /** A wrong rank, size, stride or address. Detected before anything is run. */
  SCATTER_STATUS_SHAPE = 6,
  /** Run time: an index out of bounds. */
  SCATTER_STATUS_INDEX = 7,
  /** Run time: a step of zero. */
  SCATTER_STATUS_ZERO_STEP = 8,
  /** Run time: sizes of operands that do not match. */
  SCATTER_STATUS_OPERAND_SHAPE = 9,
  /** Memory is exhausted. */
  SCATTER_STATUS_MEMORY = 10,
  /** Invalid use of the API, such as NULL for an object. */
  SCATTER_STATUS_USAGE = 11
} ScatterStatusCode;

/** The report of a run-time error. The op that reports has written nothing. */
typedef struct ScatterReport {
  /** "FILE:LINE:COLUMN" of the op; owned by the status. */
  const char *location;
  /** INDEX: the number of the index tuple in row-major order. ZERO_STEP: the
      entry of `step`. OPERAND_SHAPE: 0 for indices, 1 for updates. */
  int64_t tuple;
  /** INDEX: the component. ZERO_STEP: the axis. OPERAND_SHAPE: the dimension.
   */
  int64_t component;
  /** INDEX: the index (the bits of an unsigned 64-bit index). OPERAND_SHAPE:
      the size found. */
  int64_t value;
  /** INDEX: the size of the dimension. OPERAND_SHAPE: the size expected. */
  int64_t size;
} ScatterReport;

/** Returns the code of `status`, which is SCATTER_STATUS_OK for NULL. */
SCATTER_C_EXPORT ScatterStatusCode
scatter_status_code(const ScatterStatus *status);

/** Returns the message as one line, or "" for NULL. */
SCATTER_C_EXPORT const char *
scatter_status_message(const ScatterStatus *status);

/** Returns the message without the location of a run-time error, which is the
    name of the function for calls of functions, or "" for NULL. */
SCATTER_C_EXPORT const char *scatter_status_text(const ScatterStatus *status);

/** For a run-time error (INDEX, ZERO_STEP, OPERAND_SHAPE), fills `report`
    unless that is NULL, and returns 1. Otherwise returns 0 and leaves `report`
    unchanged. */
SCATTER_C_EXPORT int scatter_status_report(const ScatterStatus *status,
                                           ScatterReport *report);

/** Returns 1 if `value` in the report of `status` is to be read as uint64_t,
    which holds for unsigned indices. Otherwise, or without a report, returns 0.
 */
SCATTER_C_EXPORT int
scatter_status_has_unsigned_value(const ScatterStatus *status);

/** Returns the number of diagnostics of a COMPILE error, and 0 for other
    errors. */
SCATTER_C_EXPORT size_t
scatter_status_num_diagnostics(const ScatterStatus *status);

/** Returns diagnostic `index` as "LOCATION: SEVERITY: MESSAGE", or NULL if
    there is no such diagnostic. Notes follow the diagnostic that they belong
    to. */
SCATTER_C_EXPORT const char *
scatter_status_diagnostic(const ScatterStatus *status, size_t index);

/** Frees `status`. */
SCATTER_C_EXPORT void scatter_status_destroy(ScatterStatus *status);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_STATUS_H */
