/*===- Runtime.c - error records of generated code ------------------------===*/

#include "scatter/Runtime/Runtime.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local ScatterError *installedRecord = NULL;

ScatterError *scatter_runtime_install_record(ScatterError *record) {
  ScatterError *previous = installedRecord;
  installedRecord = record;
  return previous;
}

static void fillRecord(ScatterError *record, int32_t kind, const char *location,
                       int64_t tuple, int64_t component, int64_t value,
                       int64_t size) {
  record->kind = kind;
  record->tuple = tuple;
  record->component = component;
  record->value = value;
  record->size = size;
  snprintf(record->location, sizeof(record->location), "%s", location);
}

static int formatIndexError(const ScatterError *error, char *buffer,
                            size_t size) {
  char found[32];
  int isUnsigned = error->kind == SCATTER_ERROR_INDEX_UNSIGNED;
  if (isUnsigned)
    snprintf(found, sizeof(found), "%" PRIu64, (uint64_t)error->value);
  else
    snprintf(found, sizeof(found), "%" PRId64, error->value);
  if (error->size == 0)
    return snprintf(buffer, size,
                    "%s: error: 'indices' tuple %" PRId64 ", component %" PRId64
                    ": expected no index into a dimension of size 0, found %s",
                    error->location, error->tuple, error->component, found);
  int64_t low = error->kind == SCATTER_ERROR_INDEX ? -error->size : 0;
  return snprintf(buffer, size,
                  "%s: error: 'indices' tuple %" PRId64 ", component %" PRId64
                  ": expected an index in [%" PRId64 ", %" PRId64
                  "] for a dimension of size %" PRId64 ", found %s",
                  error->location, error->tuple, error->component, low,
                  error->size - 1, error->size, found);
}

int scatter_runtime_format_error(const ScatterError *error, char *buffer,
                                 size_t size) {
  switch (error->kind) {
  case SCATTER_ERROR_NONE:
    return snprintf(buffer, size, "no error");
  case SCATTER_ERROR_INDEX:
  case SCATTER_ERROR_INDEX_REJECT:
  case SCATTER_ERROR_INDEX_UNSIGNED:
    return formatIndexError(error, buffer, size);
  case SCATTER_ERROR_ZERO_STEP:
    return snprintf(buffer, size,
                    "%s: error: 'step' entry %" PRId64 " (axis %" PRId64
                    "): expected a step other than 0, found 0",
                    error->location, error->tuple, error->component);
  case SCATTER_ERROR_SHAPE:
    return snprintf(buffer, size,
                    "%s: error: '%s' dimension %" PRId64
                    ": expected size %" PRId64 ", found %" PRId64,
                    error->location,
                    error->tuple == SCATTER_OPERAND_INDICES ? "indices"
                                                            : "updates",
                    error->component, error->size, error->value);
  default:
    return snprintf(buffer, size, "%s: error: unknown error kind %" PRId32,
                    error->location, error->kind);
  }
}

void scatter_runtime_report(int32_t kind, const char *location, int64_t tuple,
                            int64_t component, int64_t value, int64_t size) {
  if (installedRecord) {
    if (installedRecord->kind == SCATTER_ERROR_NONE)
      fillRecord(installedRecord, kind, location, tuple, component, value,
                 size);
    return;
  }
  ScatterError error;
  fillRecord(&error, kind, location, tuple, component, value, size);
  char text[SCATTER_ERROR_LOCATION_SIZE + 256];
  scatter_runtime_format_error(&error, text, sizeof(text));
  fflush(NULL);
  fprintf(stderr, "%s\n", text);
  fflush(stderr);
  _Exit(2);
}
