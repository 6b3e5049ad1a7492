/* What a caller can do wrong is an error of every function, and ends nothing. */

// RUN: %cc %s -o %t %link_scatter
// RUN: %t

#include "Inputs/Tensor.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char source[] =
    "func.func @f(%x: memref<?xf32>, %i: index) -> (index, tensor<2xi8>) {\n"
    "  %t = tensor.empty() : tensor<2xi8>\n"
    "  return %i, %t : index, tensor<2xi8>\n"
    "}\n"
    "func.func @g(%x: vector<4xf32>) { return }\n";

static int failures = 0;

static void check(int line, const char *what, int holds) {
  if (!holds) {
    printf("%s:%d: %s\n", __FILE__, line, what);
    ++failures;
  }
}
#define CHECK(condition) check(__LINE__, #condition, condition)

/* Frees `status`, which has to have `code` and a message. */
static void expect(int line, const char *what, ScatterStatusCode code,
                   ScatterStatus *status) {
  ScatterReport report;
  if (scatter_status_code(status) != code) {
    printf("found code %d: %s\n", scatter_status_code(status),
           scatter_status_message(status));
    check(line, what, 0);
  }
  if (status)
    check(line, what, strlen(scatter_status_message(status)) > 8);
  check(line, what, scatter_status_report(status, &report) == 0);
  check(line, what, scatter_status_diagnostic(status, SIZE_MAX) == NULL);
  scatter_status_destroy(status);
}
#define EXPECT(code, call) expect(__LINE__, #call, SCATTER_STATUS_##code, call)

static void ignore_text(const char *text, size_t size, void *user) {
  (void)text;
  (void)size;
  ++*(int *)user;
}

static void ignore_stage(const char *stage, const char *ir, void *user) {
  (void)stage;
  (void)ir;
  ++*(int *)user;
}

static void misuse_statuses(void) {
  CHECK(scatter_status_code(NULL) == SCATTER_STATUS_OK);
  CHECK(strcmp(scatter_status_message(NULL), "") == 0);
  CHECK(strcmp(scatter_status_text(NULL), "") == 0);
  CHECK(scatter_status_report(NULL, NULL) == 0);
  CHECK(scatter_status_has_unsigned_value(NULL) == 0);
  CHECK(scatter_status_num_diagnostics(NULL) == 0);
  CHECK(scatter_status_diagnostic(NULL, 0) == NULL);
  scatter_status_destroy(NULL);
  CHECK(scatter_api_version() == SCATTER_API_VERSION);
  CHECK(strchr(scatter_version(), '.') != NULL);
}

static void misuse_contexts(ScatterContext *context) {
  EXPECT(USAGE, scatter_context_set_opt_level(NULL, 0));
  EXPECT(USAGE, scatter_context_set_threads(NULL, 1));
  EXPECT(USAGE, scatter_context_set_target(NULL, "", "", ""));
  EXPECT(USAGE, scatter_context_set_cache(NULL, "", 0));
  EXPECT(USAGE, scatter_context_set_donations(NULL, NULL, 0));
  EXPECT(USAGE, scatter_context_set_stage_callback(NULL, ignore_stage, NULL));
  EXPECT(USAGE,
         scatter_context_set_diagnostic_callback(NULL, ignore_text, NULL));
  EXPECT(USAGE, scatter_context_set_untrusted(NULL, 1, NULL));
  scatter_context_destroy(NULL);

  ScatterUntrustedOptions limits;
  memset(&limits, 0, sizeof(limits));
  EXPECT(USAGE, scatter_context_set_untrusted(context, 1, &limits));
  EXPECT(OK, scatter_context_set_untrusted(context, 0, NULL));
  EXPECT(USAGE, scatter_context_set_opt_level(context, 4));
  EXPECT(USAGE, scatter_context_set_opt_level(context, UINT_MAX));
  EXPECT(OK, scatter_context_set_opt_level(context, 3));
  EXPECT(USAGE, scatter_context_set_threads(context, SCATTER_MAX_THREADS + 1));
  EXPECT(USAGE, scatter_context_set_threads(context, UINT_MAX));
  EXPECT(OK, scatter_context_set_threads(context, SCATTER_MAX_THREADS));
  EXPECT(OK, scatter_context_set_threads(context, 0));
  scatter_set_num_threads(scatter_set_num_threads(UINT_MAX));
  EXPECT(OK, scatter_context_set_target(context, NULL, NULL, NULL));
  EXPECT(OK, scatter_context_set_cache(context, NULL, UINT64_MAX));
  EXPECT(USAGE, scatter_context_set_donations(context, NULL, 1));
  EXPECT(OK, scatter_context_set_donations(context, NULL, 0));
  EXPECT(OK, scatter_context_set_stage_callback(context, NULL, NULL));
  EXPECT(OK, scatter_context_set_diagnostic_callback(context, NULL, NULL));
}

/* An output is NULL after an error, whatever it was. */
#define GARBAGE ((void *)&failures)

static void misuse_compilations(const ScatterContext *context) {
  size_t size = strlen(source);
  ScatterProgram *program = GARBAGE;
  EXPECT(USAGE, scatter_compile(context, source, size, NULL, NULL));
  EXPECT(USAGE, scatter_compile(NULL, source, size, NULL, &program));
  CHECK(program == NULL);
  EXPECT(USAGE, scatter_compile(context, NULL, size, NULL, &program));
  EXPECT(USAGE, scatter_compile(context, NULL, 0, NULL, &program));
  EXPECT(USAGE, scatter_compile(context, source, SIZE_MAX, NULL, &program));
  program = GARBAGE;
  EXPECT(COMPILE, scatter_compile(context, "nosuch", 6, NULL, &program));
  CHECK(program == NULL);
  program = GARBAGE;
  EXPECT(USAGE, scatter_compile_file(context, NULL, &program));
  CHECK(program == NULL);
  EXPECT(USAGE, scatter_compile_file(NULL, "/", &program));
  EXPECT(USAGE, scatter_compile_file(context, "/", NULL));
  program = GARBAGE;
  EXPECT(FILE, scatter_compile_file(context, "/nosuch/file", &program));
  CHECK(program == NULL);
  scatter_program_destroy(NULL);

  int calls = 0;
  for (int kind = -2; kind <= 6; ++kind)
    if (kind < SCATTER_EMIT_MLIR || kind > SCATTER_EMIT_HEADER)
      EXPECT(USAGE, scatter_emit(context, source, size, NULL,
                                 (ScatterEmitKind)kind, ignore_text, &calls));
  ScatterEmitKind kind = SCATTER_EMIT_MLIR;
  EXPECT(USAGE,
         scatter_emit(NULL, source, size, NULL, kind, ignore_text, &calls));
  EXPECT(USAGE,
         scatter_emit(context, NULL, size, NULL, kind, ignore_text, &calls));
  EXPECT(USAGE, scatter_emit(context, source, size, NULL, kind, NULL, &calls));
  EXPECT(USAGE, scatter_emit(context, source, SIZE_MAX, NULL, kind,
                             ignore_text, &calls));
  EXPECT(COMPILE, scatter_emit(context, "nosuch", 6, NULL, kind, ignore_text,
                               &calls));
  CHECK(calls == 0);
}

static void misuse_programs(const ScatterProgram *program) {
  const ScatterEntry *entry = GARBAGE;
  CHECK(scatter_program_is_cached(NULL) == 0);
  CHECK(scatter_program_num_entries(NULL) == 0);
  CHECK(scatter_program_entry(NULL, 0) == NULL);
  CHECK(scatter_program_entry(program, 2) == NULL);
  CHECK(scatter_program_entry(program, SIZE_MAX) == NULL);
  EXPECT(USAGE, scatter_program_lookup(program, "f", NULL));
  EXPECT(USAGE, scatter_program_lookup(NULL, "f", &entry));
  CHECK(entry == NULL);
  entry = GARBAGE;
  EXPECT(ENTRY, scatter_program_lookup(program, NULL, &entry));
  CHECK(entry == NULL);

  CHECK(strcmp(scatter_entry_name(NULL), "") == 0);
  CHECK(scatter_entry_num_arguments(NULL) == 0);
  CHECK(scatter_entry_num_results(NULL) == 0);
  CHECK(scatter_entry_argument(NULL, 0) == NULL);
  CHECK(scatter_entry_result(NULL, 0) == NULL);
  CHECK(scatter_entry_donor(NULL, 0) == -1);
  entry = scatter_program_entry(program, 0);
  CHECK(scatter_entry_argument(entry, 2) == NULL);
  CHECK(scatter_entry_argument(entry, SIZE_MAX) == NULL);
  CHECK(scatter_entry_result(entry, 2) == NULL);
  CHECK(scatter_entry_donor(entry, 0) == -1);
  CHECK(scatter_entry_donor(entry, SIZE_MAX) == -1);
  CHECK(scatter_entry_result(entry, SIZE_MAX) == NULL);

  CHECK(strcmp(scatter_value_name(NULL), "") == 0);
  CHECK(strcmp(scatter_value_type(NULL), "") == 0);
  CHECK(scatter_value_kind(NULL) == SCATTER_VALUE_UNSUPPORTED);
  CHECK(scatter_value_dtype(NULL).bits == 0);
  CHECK(scatter_value_rank(NULL) == 0);
  CHECK(scatter_value_size(NULL, 0) == -1);
  const ScatterValue *value = scatter_entry_argument(entry, 0);
  CHECK(scatter_value_size(value, 0) == SCATTER_DYNAMIC);
  CHECK(scatter_value_size(value, 1) == -1);
  CHECK(scatter_value_size(value, SIZE_MAX) == -1);
}

static float data[4];
static int64_t number = 7, four = 4, two = 2;

static void misuse_creations(const ScatterProgram *program,
                             const ScatterProgram *other) {
  const ScatterEntry *f = scatter_program_entry(program, 0);
  const ScatterEntry *g = scatter_program_entry(program, 1);
  DLTensor x = make(data, kDLFloat, 32, 1, &four);
  DLTensor i = make(&number, kDLInt, 64, 0, NULL);
  const DLTensor *arguments[2] = {&x, &i};
  const DLTensor *missing[2] = {&x, NULL};
  ScatterCall *call = GARBAGE;
  EXPECT(USAGE, scatter_call_create(program, f, arguments, 2, NULL));
  EXPECT(USAGE, scatter_call_create(NULL, f, arguments, 2, &call));
  CHECK(call == NULL);
  EXPECT(USAGE, scatter_call_create(program, NULL, arguments, 2, &call));
  EXPECT(USAGE, scatter_call_create(program, f, NULL, 2, &call));
  EXPECT(USAGE, scatter_call_create(program, f, missing, 2, &call));
  EXPECT(USAGE, scatter_call_create(other, f, arguments, 2, &call));
  EXPECT(COUNT, scatter_call_create(program, f, NULL, 0, &call));
  EXPECT(COUNT, scatter_call_create(program, f, arguments, 1, &call));
  EXPECT(COUNT, scatter_call_create(program, f, arguments, SIZE_MAX, &call));
  EXPECT(ENTRY, scatter_call_create(program, g, arguments, 1, &call));
  EXPECT(ENTRY, scatter_call_create(program, g, arguments, SIZE_MAX, &call));
  call = GARBAGE;
  x.dtype.bits = 64;
  EXPECT(TYPE, scatter_call_create(program, f, arguments, 2, &call));
  CHECK(call == NULL);
  scatter_call_destroy(NULL);
}

/* Ranks, sizes and strides that are none. */
static void misuse_tensors(ScatterCall *call) {
  DLTensor x = make(data, kDLFloat, 32, 1, NULL);
  EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
  x.shape = &four;
  int ranks[] = {INT_MIN, -1, 0, 2, INT_MAX};
  for (size_t n = 0; n < sizeof(ranks) / sizeof(*ranks); ++n) {
    x.ndim = ranks[n];
    EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
    EXPECT(SHAPE, scatter_call_copy_result(call, 1, &x));
  }
  x.ndim = 1;
  int64_t size = -1;
  x.shape = &size;
  EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
  size = INT64_MAX;
  EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
  x.shape = &four;
  int64_t stride = INT64_MIN;
  x.strides = &stride;
  EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
  x.strides = NULL;
  x.data = NULL;
  EXPECT(SHAPE, scatter_call_set_argument(call, 0, &x));
  x.data = data;
  x.device.device_type = (DLDeviceType)-1;
  EXPECT(TYPE, scatter_call_set_argument(call, 0, &x));
  x.device.device_type = kDLCPU;
  x.dtype.code = 255;
  EXPECT(TYPE, scatter_call_set_argument(call, 0, &x));

  /* A result of two bytes into strides that leave memory. */
  char bytes[2] = {1, 2};
  DLTensor y = make(bytes, kDLInt, 8, 1, &two);
  y.strides = &stride;
  EXPECT(SHAPE, scatter_call_copy_result(call, 1, &y));
  stride = INT64_MAX;
  EXPECT(SHAPE, scatter_call_copy_result(call, 1, &y));
  y.strides = NULL;
  y.data = NULL;
  EXPECT(SHAPE, scatter_call_copy_result(call, 1, &y));
}

static void misuse_calls(const ScatterProgram *program) {
  const ScatterEntry *f = scatter_program_entry(program, 0);
  DLTensor x = make(data, kDLFloat, 32, 1, &four);
  DLTensor i = make(&number, kDLInt, 64, 0, NULL);
  int64_t result = 0;
  char bytes[2];
  DLTensor r = make(&result, kDLInt, 64, 0, NULL);
  DLTensor t = make(bytes, kDLInt, 8, 1, &two);
  const DLTensor *arguments[2] = {&x, &i};
  const DLTensor *outputs[2] = {&r, &t};
  const DLTensor *missing[2] = {&r, NULL};
  EXPECT(USAGE, scatter_run(NULL, f, arguments, 2, outputs, 2));
  EXPECT(USAGE, scatter_run(program, NULL, arguments, 2, outputs, 2));
  EXPECT(USAGE, scatter_run(program, f, NULL, 2, outputs, 2));
  EXPECT(USAGE, scatter_run(program, f, arguments, 2, NULL, 2));
  EXPECT(USAGE, scatter_run(program, f, arguments, 2, missing, 2));
  EXPECT(COUNT, scatter_run(program, f, arguments, SIZE_MAX, outputs, 2));
  EXPECT(COUNT, scatter_run(program, f, arguments, 2, outputs, SIZE_MAX));
  CHECK(result == 0);
  EXPECT(OK, scatter_run(program, f, arguments, 2, outputs, 2));
  CHECK(result == 7);

  ScatterCall *call = NULL;
  DLManagedTensor *taken = GARBAGE;
  EXPECT(OK, scatter_call_create(program, f, arguments, 2, &call));
  EXPECT(USAGE, scatter_call_set_argument(NULL, 0, &x));
  EXPECT(USAGE, scatter_call_set_argument(call, 0, NULL));
  EXPECT(COUNT, scatter_call_set_argument(call, 2, &x));
  EXPECT(COUNT, scatter_call_set_argument(call, SIZE_MAX, &x));
  EXPECT(USAGE, scatter_call_run(NULL));
  EXPECT(COUNT, scatter_call_take_result(call, 0, &taken));
  CHECK(taken == NULL);
  EXPECT(COUNT, scatter_call_copy_result(call, 0, &r));
  EXPECT(OK, scatter_call_run(call));
  EXPECT(USAGE, scatter_call_take_result(NULL, 0, &taken));
  EXPECT(USAGE, scatter_call_take_result(call, 0, NULL));
  EXPECT(COUNT, scatter_call_take_result(call, 2, &taken));
  EXPECT(COUNT, scatter_call_take_result(call, SIZE_MAX, &taken));
  EXPECT(USAGE, scatter_call_copy_result(NULL, 0, &r));
  EXPECT(USAGE, scatter_call_copy_result(call, 0, NULL));
  EXPECT(COUNT, scatter_call_copy_result(call, 2, &r));
  EXPECT(COUNT, scatter_call_copy_result(call, SIZE_MAX, &r));
  misuse_tensors(call);

  /* What was refused has changed nothing. */
  result = 0;
  EXPECT(OK, scatter_call_run(call));
  EXPECT(OK, scatter_call_copy_result(call, 0, &r));
  CHECK(result == 7);
  scatter_call_destroy(call);
}

static void misuse_pool(void) {
  CHECK(scatter_pool_allocate(0) == NULL);
  CHECK(scatter_pool_allocate(SIZE_MAX) == NULL);
  CHECK(scatter_pool_allocate(SIZE_MAX / 2) == NULL);
  scatter_pool_free(NULL);
  size_t limit = scatter_pool_set_limit(SIZE_MAX);
  CHECK(scatter_pool_limit() == SIZE_MAX);
  scatter_pool_free(scatter_pool_allocate(SCATTER_POOL_MIN_BYTES));
  CHECK(scatter_pool_idle_bytes() >= SCATTER_POOL_MIN_BYTES);
  scatter_pool_set_limit(limit);

  scatter_parallel_for(NULL, NULL, 0);
  scatter_parallel_for(NULL, NULL, INT64_MIN);
  scatter_set_parallel_for(NULL);
  scatter_set_thread_parallel_for(NULL);
  scatter_set_worker_limit(INT64_MAX);
  scatter_set_worker_limit(INT64_MIN);

  int64_t huge[2] = {INT64_MAX, 2}, negative = -1;
  CHECK(scatter_pool_make_tensor(NULL) == NULL);
  DLTensor like = make(NULL, kDLFloat, 32, 1, &four);
  CHECK(scatter_pool_make_tensor(&like) == NULL);
  like.shape = &negative;
  CHECK(scatter_pool_make_tensor(&like) == NULL);
  like.shape = huge;
  CHECK(scatter_pool_make_tensor(&like) == NULL);
  like.ndim = 2;
  CHECK(scatter_pool_make_tensor(&like) == NULL);
  like.dtype.lanes = 2;
  CHECK(scatter_pool_make_tensor(&like) == NULL);
}

static void misuse_kernels(void) {
  float values[2] = {1, 2};
  int32_t position = 1;
  int64_t from = 0, to = 1, one = 1;
  int64_t tuples[2] = {1, 1};
  DLTensor x = make(data, kDLFloat, 32, 1, &four);
  DLTensor u = make(values, kDLFloat, 32, 1, &one);
  DLTensor i = make(&position, kDLInt, 32, 2, tuples);
  EXPECT(USAGE, scatter_check_destination(NULL));
  EXPECT(USAGE, scatter_nd_update(NULL, &i, &u, &x, NULL));
  EXPECT(USAGE, scatter_nd_update(&x, NULL, &u, &x, NULL));
  EXPECT(USAGE, scatter_nd_update(&x, &i, NULL, &x, NULL));
  EXPECT(USAGE, scatter_nd_update(&x, &i, &u, NULL, NULL));
  EXPECT(TYPE, scatter_nd_update(&x, &x, &u, &x, NULL));
  EXPECT(SHAPE, scatter_nd_update(&x, &i, &x, &x, NULL));
  EXPECT(USAGE, scatter_elements(NULL, &i, &u, &x, NULL));
  EXPECT(USAGE, scatter_elements(&x, NULL, &u, &x, NULL));
  EXPECT(USAGE, scatter_elements(&x, &i, NULL, &x, NULL));
  EXPECT(USAGE, scatter_elements(&x, &i, &u, NULL, NULL));
  EXPECT(TYPE, scatter_elements(&x, &x, &u, &x, NULL));
  EXPECT(SHAPE, scatter_elements(&x, &i, &x, &x, NULL));
  EXPECT(USAGE, scatter_gather_nd(NULL, &i, &u, NULL));
  EXPECT(USAGE, scatter_gather_nd(&x, NULL, &u, NULL));
  EXPECT(USAGE, scatter_gather_nd(&x, &i, NULL, NULL));
  EXPECT(TYPE, scatter_gather_nd(&x, &x, &u, NULL));
  EXPECT(SHAPE, scatter_gather_nd(&x, &i, &x, NULL));
  EXPECT(USAGE, scatter_slice_scatter(NULL, &u, &from, &to, NULL, NULL, 1, &x,
                                      NULL));
  EXPECT(USAGE, scatter_slice_scatter(&x, NULL, &from, &to, NULL, NULL, 1, &x,
                                      NULL));
  /* Bounds that are not given: the whole of x, which has 2 elements or more. */
  EXPECT(SHAPE, scatter_slice_scatter(&x, &u, NULL, NULL, NULL, NULL, 1, &x,
                                      NULL));
  EXPECT(SHAPE, scatter_slice_scatter(&x, &u, NULL, NULL, NULL, NULL,
                                      SIZE_MAX / 8, &x, NULL));
  EXPECT(USAGE, scatter_slice_scatter(&x, &u, &from, &to, NULL, NULL, 1, NULL,
                                      NULL));
  int64_t sizes[2] = {4, INT64_MIN}, step = 0;
  EXPECT(USAGE, scatter_slice_sizes(NULL, 1, &from, &to, NULL, NULL, 1, sizes));
  EXPECT(USAGE, scatter_slice_sizes(sizes, 1, &from, &to, NULL, NULL, 1, NULL));
  EXPECT(OK, scatter_slice_sizes(NULL, 0, NULL, NULL, NULL, NULL, 0, NULL));
  EXPECT(SHAPE, scatter_slice_sizes(sizes, 1, NULL, NULL, NULL, NULL,
                                    SIZE_MAX / 8, sizes));
  EXPECT(SHAPE, scatter_slice_sizes(sizes, 2, NULL, NULL, NULL, NULL, 1, sizes));
  EXPECT(SHAPE, scatter_slice_sizes(sizes, SIZE_MAX, NULL, NULL, NULL, NULL, 1,
                                    sizes));
  ScatterStatus *status =
      scatter_slice_sizes(sizes, 1, NULL, NULL, &step, NULL, 1, sizes);
  CHECK(scatter_status_code(status) == SCATTER_STATUS_ZERO_STEP);
  scatter_status_destroy(status);
  CHECK(sizes[0] == 4);
  from = 1, step = SCATTER_NOT_GIVEN;
  EXPECT(OK, scatter_slice_sizes(sizes, 1, &from, NULL, &step, NULL, 1, sizes));
  CHECK(sizes[0] == 3);
  step = -2;
  EXPECT(OK, scatter_slice_sizes(sizes, 1, NULL, NULL, &step, NULL, 1, sizes));
  CHECK(sizes[0] == 2);

  ScatterReduction reduction = SCATTER_REDUCTION_SUM;
  ScatterOutOfBounds bounds;
  ScatterNegativeIndices negative;
  EXPECT(USAGE, scatter_parse_reduction(NULL, &reduction));
  EXPECT(USAGE, scatter_parse_reduction("max", NULL));
  EXPECT(USAGE, scatter_parse_reduction("", &reduction));
  EXPECT(USAGE, scatter_parse_out_of_bounds("max", &bounds));
  EXPECT(USAGE, scatter_parse_negative_indices("max", &negative));
  CHECK(reduction == SCATTER_REDUCTION_SUM);
  for (unsigned e = 0; e <= SCATTER_REDUCTION_MAX; ++e) {
    EXPECT(OK, scatter_parse_reduction(scatter_reduction_name(e), &reduction));
    CHECK(reduction == e);
  }
  for (unsigned e = 0; e <= SCATTER_OUT_OF_BOUNDS_UNDEFINED; ++e) {
    EXPECT(OK,
           scatter_parse_out_of_bounds(scatter_out_of_bounds_name(e), &bounds));
    CHECK(bounds == e);
  }
  for (unsigned e = 0; e <= SCATTER_NEGATIVE_INDICES_REJECT; ++e) {
    EXPECT(OK, scatter_parse_negative_indices(scatter_negative_indices_name(e),
                                              &negative));
    CHECK(negative == e);
  }
  CHECK(!scatter_reduction_name(6) && !scatter_out_of_bounds_name(4) &&
        !scatter_negative_indices_name(2));

  unsigned threads = 0;
  EXPECT(USAGE, scatter_get_num_threads(NULL));
  EXPECT(OK, scatter_get_num_threads(&threads));
  CHECK(threads >= 1 && threads <= SCATTER_MAX_THREADS);
  CHECK(scatter_all_threads() >= 1 &&
        scatter_all_threads() <= SCATTER_MAX_THREADS);
  scatter_kernels_set_wait_callback(NULL);
  CHECK(scatter_kernels_wait() == 0);
  size_t limit = scatter_kernels_set_limit(0);
  CHECK(scatter_kernels_count().in_memory == 0);
  CHECK(scatter_kernels_set_limit(limit) == 0);
}

static void misuse_messages(void) {
  float rows[6] = {0};
  int64_t four = 4, one = 1, shape[2] = {3, 2}, none[4] = {0}, bad[1] = {5};
  DLTensor x = make(rows, kDLFloat, 32, 2, shape);
  DLTensor i = make(none, kDLInt, 64, 1, &four);
  DLTensor b = make(bad, kDLInt, 64, 1, &one);
  ScatterPrepared *prepared = NULL;
  EXPECT(USAGE, scatter_prepare(NULL, 3, &prepared));
  EXPECT(USAGE, scatter_prepare(&i, 3, NULL));
  EXPECT(SHAPE, scatter_prepare(&i, -1, &prepared));
  EXPECT(SHAPE, scatter_prepare(&i, INT64_MAX, &prepared));
  EXPECT(MEMORY, scatter_prepare(&i, INT64_MAX - 1, &prepared));
  EXPECT(TYPE, scatter_prepare(&x, 3, &prepared));
  ScatterStatus *status = scatter_prepare(&b, 3, &prepared);
  CHECK(scatter_status_code(status) == SCATTER_STATUS_INDEX);
  scatter_status_destroy(status);
  CHECK(!prepared);
  CHECK(scatter_prepared_num_indices(NULL) == 0);
  CHECK(scatter_prepared_num_rows(NULL) == 0);
  scatter_prepared_destroy(NULL);
  EXPECT(OK, scatter_prepare(&i, 3, &prepared));
  CHECK(scatter_prepared_num_indices(prepared) == 4);
  CHECK(scatter_prepared_num_rows(prepared) == 3);

  ScatterMessageReduction reduction = SCATTER_MESSAGES_MAX;
  EXPECT(USAGE, scatter_parse_message_reduction(NULL, &reduction));
  EXPECT(USAGE, scatter_parse_message_reduction("sum", NULL));
  EXPECT(USAGE, scatter_parse_message_reduction("add", &reduction));
  CHECK(reduction == SCATTER_MESSAGES_MAX);
  EXPECT(OK, scatter_parse_message_reduction("mean", &reduction));
  CHECK(reduction == SCATTER_MESSAGES_MEAN);

  EXPECT(USAGE, scatter_gather_scatter(NULL, &i, &i, NULL, &x, NULL));
  EXPECT(USAGE, scatter_gather_scatter(&x, NULL, &i, NULL, &x, NULL));
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, NULL, NULL, &x, NULL));
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, NULL, NULL));
  status = scatter_gather_scatter(&x, &b, &b, NULL, &x, NULL);
  CHECK(scatter_status_code(status) == SCATTER_STATUS_INDEX);
  scatter_status_destroy(status);
  EXPECT(SHAPE, scatter_gather_scatter(&x, &i, &b, NULL, &x, NULL));
  EXPECT(SHAPE, scatter_gather_scatter(&x, &i, &i, &x, &x, NULL));
  ScatterGatherScatterOptions options = {0};
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.struct_size = sizeof(options);
  options.reduction = 99;
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.reduction = SCATTER_MESSAGES_SUM;
  options.num_rows = -1;
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.num_rows = 4;
  EXPECT(SHAPE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.num_rows = 0;
  options.args = &x;
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.reduction = SCATTER_MESSAGES_MAX;
  EXPECT(TYPE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.args = &b;
  EXPECT(SHAPE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));
  options.args = NULL;
  options.reduction = SCATTER_MESSAGES_SUM;
  options.prepared = prepared;
  EXPECT(USAGE, scatter_gather_scatter(&x, &i, &i, NULL, &x, &options));

  ScatterNDUpdateOptions update = {.struct_size = sizeof(update)};
  update.prepared = prepared;
  EXPECT(USAGE, scatter_nd_update(&x, &i, &x, &x, &update));
  EXPECT(SHAPE, scatter_nd_update(&x, NULL, &x, &x, &update));
  scatter_prepared_destroy(prepared);
}

int main(void) {
  ScatterContext *context = scatter_context_create();
  misuse_statuses();
  misuse_contexts(context);
  misuse_compilations(context);
  ScatterProgram *program = NULL, *other = NULL;
  size_t size = strlen(source);
  EXPECT(OK, scatter_compile(context, source, size, NULL, &program));
  EXPECT(OK, scatter_compile(context, source, size, NULL, &other));
  scatter_context_destroy(context);
  misuse_programs(program);
  misuse_creations(program, other);
  misuse_calls(program);
  misuse_pool();
  misuse_kernels();
  misuse_messages();
  scatter_program_destroy(program);
  scatter_program_destroy(other);
  return failures != 0;
}
