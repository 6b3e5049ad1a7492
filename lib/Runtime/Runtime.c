/*===- Runtime.c - error records of generated code ------------------------===*/

#include "scatter/Runtime/Runtime.h"

#include "Indices.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A parallel region orders the accesses of its threads to a record after those
   of the caller before the region, and before those of the caller after it.
   These annotations describe this order to the thread sanitizer, which does not
   see the OpenMP runtime. */
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define HAS_THREAD_SANITIZER
#endif
#endif
#if defined(HAS_THREAD_SANITIZER) || defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
static void orderBeforeOthers(ScatterError *record) { __tsan_release(record); }
static void orderAfterOthers(ScatterError *record) { __tsan_acquire(record); }
#else
static void orderBeforeOthers(ScatterError *record) { (void)record; }
static void orderAfterOthers(ScatterError *record) { (void)record; }
#endif

/* The kind of a record while a thread fills it. */
#define BUSY (-1)

static _Thread_local ScatterError *installedRecord = NULL;

ScatterError *scatter_runtime_install_record(ScatterError *record) {
  ScatterError *previous = installedRecord;
  installedRecord = record;
  orderAfterOthers(previous);
  orderBeforeOthers(previous);
  orderAfterOthers(record);
  return previous;
}

ScatterError *scatter_runtime_get_record(void) {
  orderBeforeOthers(installedRecord);
  return installedRecord;
}

int32_t scatter_runtime_count_failures(void) {
  return installedRecord
             ? __atomic_load_n(&installedRecord->failures, __ATOMIC_ACQUIRE)
             : 0;
}

/* Fills `record` if it is empty. The threads of a call share the record. The
   thread that changes the kind from SCATTER_ERROR_NONE may write the other
   fields. */
static void fillRecord(ScatterError *record, int32_t kind, const char *location,
                       int64_t tuple, int64_t component, int64_t value,
                       int64_t size) {
  int32_t expected = SCATTER_ERROR_NONE;
  if (!__atomic_compare_exchange_n(&record->kind, &expected, BUSY,
                                   /*weak=*/0, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED))
    return;
  record->tuple = tuple;
  record->component = component;
  record->value = value;
  record->size = size;
  snprintf(record->location, sizeof(record->location), "%s", location);
  __atomic_store_n(&record->kind, kind, __ATOMIC_RELEASE);
}

/* Prints the error and ends the process. If several threads call it, the first
   call does so, and the others wait. */
static _Noreturn void endProcess(const ScatterError *error) {
  static int32_t isEnding = 0;
  if (__atomic_exchange_n(&isEnding, 1, __ATOMIC_ACQ_REL))
    for (;;)
      pause();
  char text[SCATTER_ERROR_TEXT_SIZE];
  scatter_runtime_format_error(error, text, sizeof(text));
  fflush(NULL);
  fprintf(stderr, "%s\n", text);
  fflush(stderr);
  _Exit(2);
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

/* Formats an error about an element of an operand of a model. The location
   names the operand. */
static int formatModelElement(const ScatterError *error, char *buffer,
                              size_t size) {
  if (error->tuple == SCATTER_OPERAND_INDEX && error->size == 0)
    return snprintf(buffer, size,
                    "%s: error: element %" PRId64
                    ": expected no index into a dimension of size 0, found "
                    "%" PRId64,
                    error->location, error->component, error->value);
  if (error->tuple == SCATTER_OPERAND_INDEX)
    return snprintf(buffer, size,
                    "%s: error: element %" PRId64
                    ": expected an index in [%" PRId64 ", %" PRId64
                    "], found %" PRId64,
                    error->location, error->component, -error->size,
                    error->size - 1, error->value);
  return snprintf(
      buffer, size,
      "%s: error: element %" PRId64 ": expected %" PRId64 " or %s, found "
      "%" PRId64,
      error->location, error->component, error->size,
      error->tuple == SCATTER_OPERAND_VALUE ? "more" : "less", error->value);
}

/* Formats an error about a size of an operand of a model. The location names
   the operand. */
static int formatModelSize(const ScatterError *error, char *buffer,
                           size_t size) {
  switch (error->tuple) {
  case SCATTER_OPERAND_ELEMENTS:
    return snprintf(buffer, size,
                    "%s: error: expected %" PRId64 " elements, found %" PRId64,
                    error->location, error->size, error->value);
  case SCATTER_OPERAND_MULTIPLE:
    return snprintf(buffer, size,
                    "%s: error: expected a multiple of %" PRId64
                    " elements, found %" PRId64,
                    error->location, error->size, error->value);
  case SCATTER_OPERAND_VALUE:
  case SCATTER_OPERAND_INDEX:
  case SCATTER_OPERAND_VALUE_AT_MOST:
    return formatModelElement(error, buffer, size);
  }
  int isUnitOr = error->tuple == SCATTER_OPERAND_BROADCAST && error->size != 1;
  const char *before = isUnitOr ? "1 or "
                       : error->tuple == SCATTER_OPERAND_SIZE_MULTIPLE
                           ? "a multiple of "
                           : "";
  const char *after = error->tuple == SCATTER_OPERAND_AT_LEAST  ? " or more"
                      : error->tuple == SCATTER_OPERAND_AT_MOST ? " or less"
                                                                : "";
  return snprintf(buffer, size,
                  "%s: error: dimension %" PRId64 ": expected size %s%" PRId64
                  "%s, found %" PRId64,
                  error->location, error->component, before, error->size, after,
                  error->value);
}

/* Formats an error about a size of an operand of an op. */
static int formatOperandSize(const ScatterError *error, char *buffer,
                             size_t size) {
  static const char *const groups[] = {"", "ins", "outs", "indices"};
  int64_t group = error->tuple / SCATTER_OPERAND_INS;
  char name[64];
  if (group >= 1 && group <= 3)
    snprintf(name, sizeof(name), "'%s' operand %" PRId64, groups[group],
             error->tuple % SCATTER_OPERAND_INS);
  else
    snprintf(name, sizeof(name), "'%s'",
             error->tuple == SCATTER_OPERAND_INDICES ? "indices"
             : error->tuple == SCATTER_OPERAND_OUT   ? "out"
                                                     : "updates");
  return snprintf(buffer, size,
                  "%s: error: %s dimension %" PRId64 ": expected size %" PRId64
                  ", found %" PRId64,
                  error->location, name, error->component, error->size,
                  error->value);
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
  case SCATTER_ERROR_OPERAND:
    return formatModelSize(error, buffer, size);
  case SCATTER_ERROR_SHAPE:
    return formatOperandSize(error, buffer, size);
  case SCATTER_ERROR_MEMORY:
    return snprintf(buffer, size,
                    "%s: error: expected memory for %" PRIu64
                    " bytes, found none",
                    error->location, (uint64_t)error->value);
  default:
    return snprintf(buffer, size, "%s: error: unknown error kind %" PRId32,
                    error->location, error->kind);
  }
}

void scatter_runtime_report(int32_t kind, const char *location, int64_t tuple,
                            int64_t component, int64_t value, int64_t size) {
  ScatterError *record = installedRecord;
  ScatterError own;
  if (!record) {
    own.kind = SCATTER_ERROR_NONE;
    fillRecord(&own, kind, location, tuple, component, value, size);
    endProcess(&own);
  }
  fillRecord(record, kind, location, tuple, component, value, size);
  if (kind == SCATTER_ERROR_MEMORY || kind == SCATTER_ERROR_OPERAND)
    __atomic_fetch_add(&record->failures, 1, __ATOMIC_RELEASE);
}

/*===----------------------------------------------------------------------===*\
|* Search for the first invalid index                                         *|
\*===----------------------------------------------------------------------===*/

/* The state of one search: its arguments and the number of the next tuple. */
typedef struct IndexSearch {
  int32_t kind;
  const char *location;
  const char *indices;
  int32_t componentBytes;
  int64_t depth, componentStride;
  int64_t tuple;
} IndexSearch;

/* Searches the tuples of `rank` dimensions at `offset`. Reports the first
   invalid index and returns whether there is one. `arguments` begins with the
   sizes and strides of these dimensions. */
static int reportFirst(IndexSearch *search, int64_t offset, int64_t rank,
                       va_list arguments) {
  va_list rest;
  va_copy(rest, arguments);
  int isFound = 0;
  if (rank > 0) {
    int64_t size = va_arg(rest, int64_t), stride = va_arg(rest, int64_t);
    for (int64_t i = 0; i < size && !isFound; ++i)
      isFound = reportFirst(search, offset + i * stride, rank - 1, rest);
  } else {
    for (int64_t j = 0; j < search->depth && !isFound; ++j) {
      int64_t size = va_arg(rest, int64_t);
      int64_t position = offset + j * search->componentStride;
      int64_t index =
          loadIndex(search->indices + position * search->componentBytes,
                    search->componentBytes, search->kind);
      isFound = !isValidIndex(search->kind, index, size);
      if (isFound)
        scatter_runtime_report(search->kind, search->location, search->tuple, j,
                               index, size);
    }
    ++search->tuple;
  }
  va_end(rest);
  return isFound;
}

void scatter_runtime_report_invalid_index(int32_t kind, const char *location,
                                          const void *indices,
                                          int32_t component_bytes, int64_t rank,
                                          int64_t depth,
                                          int64_t component_stride, ...) {
  IndexSearch search = {kind,  location,         indices,    component_bytes,
                        depth, component_stride, /*tuple=*/0};
  va_list arguments;
  va_start(arguments, component_stride);
  reportFirst(&search, /*offset=*/0, rank, arguments);
  va_end(arguments);
}
