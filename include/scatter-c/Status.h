/*===- Status.h - error objects -----------------------------------*- C -*-===*/

#ifndef SCATTER_C_STATUS_H
#define SCATTER_C_STATUS_H

#include "scatter-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An error; NULL stands for success. Immutable. */
typedef struct ScatterStatus ScatterStatus;

/** Kinds of errors. The values are part of the ABI; new ones may be added. */
typedef SCATTER_C_ENUM(ScatterStatusCode) {
  SCATTER_STATUS_OK = 0,
  /** A file cannot be read. */
  SCATTER_STATUS_FILE = 1,
  /** The source cannot be compiled; see the diagnostics. */
  SCATTER_STATUS_COMPILE = 2,
  /** No such function, or one with values that cannot be passed. */
  SCATTER_STATUS_ENTRY = 3,
  /** The number of arguments or results. */
  SCATTER_STATUS_COUNT = 4,
  /** An element type or a device. */
  SCATTER_STATUS_TYPE = 5,
  /** A rank, size, stride or address, seen before anything ran. */
  SCATTER_STATUS_SHAPE = 6,
  /** Run time: an index out of bounds. */
  SCATTER_STATUS_INDEX = 7,
  /** Run time: a step of zero. */
  SCATTER_STATUS_ZERO_STEP = 8,
  /** Run time: sizes of operands that do not fit each other. */
  SCATTER_STATUS_OPERAND_SHAPE = 9,
  /** No memory. */
  SCATTER_STATUS_MEMORY = 10,
  /** The API was used wrongly, such as NULL for an object. */
  SCATTER_STATUS_USAGE = 11
} ScatterStatusCode;

/** What a run-time error reports; the op that reports has written nothing. */
typedef struct ScatterReport {
  /** "FILE:LINE:COLUMN" of the op; owned by the status. */
  const char *location;
  /** INDEX: the number of the index tuple in row-major order. ZERO_STEP: the
     entry of `step`. OPERAND_SHAPE: 0 for indices, 1 for updates. */
  int64_t tuple;
  /** INDEX: the component. ZERO_STEP: the axis. OPERAND_SHAPE: the dimension.
   */
  int64_t component;
  /** INDEX: the index (an unsigned 64-bit one by its bits). OPERAND_SHAPE: the
      size found. */
  int64_t value;
  /** INDEX: the size of the dimension. OPERAND_SHAPE: the size expected. */
  int64_t size;
} ScatterReport;

/** The code of `status`; SCATTER_STATUS_OK for NULL. */
SCATTER_C_EXPORT ScatterStatusCode
scatter_status_code(const ScatterStatus *status);

/** The message as one line; "" for NULL. */
SCATTER_C_EXPORT const char *
scatter_status_message(const ScatterStatus *status);

/** Fills `report` (unless NULL) and returns 1 for a run-time error (INDEX,
    ZERO_STEP, OPERAND_SHAPE); returns 0 and leaves it alone otherwise. */
SCATTER_C_EXPORT int scatter_status_report(const ScatterStatus *status,
                                           ScatterReport *report);

/** The number of diagnostics of a COMPILE error, 0 for others. */
SCATTER_C_EXPORT size_t
scatter_status_num_diagnostics(const ScatterStatus *status);

/** Diagnostic `index` as "LOCATION: SEVERITY: MESSAGE"; NULL if there is no
    such one. Notes follow what they explain. */
SCATTER_C_EXPORT const char *
scatter_status_diagnostic(const ScatterStatus *status, size_t index);

/** Frees `status`. */
SCATTER_C_EXPORT void scatter_status_destroy(ScatterStatus *status);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_STATUS_H */
