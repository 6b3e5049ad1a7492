/*===- run_table.c - runs a table of kernels directly ---------------------===*\
|*                                                                            *|
|* usage: run_table LEVEL                                                     *|
|*                                                                            *|
|* Calls every kernel of the table that the program is linked with on made-up *|
|* arrays, those with indices also with a wrong one, and prints a hash of the *|
|* result. Programs for other machines print the same lines. It is plain C,   *|
|* so that it needs nothing of the machine but a C library.                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "scatter/Runtime/ParallelFor.h"
#include "scatter/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What kernels call (lib/ExecutionEngine/Memory.h). */
void *scatter_host_malloc(size_t size) { return malloc(size); }
void *scatter_host_aligned_alloc(size_t alignment, size_t size) {
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void scatter_host_free(void *memory) { free(memory); }
ScatterError *scatter_host_scatter_runtime_get_record(void) {
  return scatter_runtime_get_record();
}
void scatter_host_scatter_parallel_for(void (*function)(void *, int64_t),
                                       void *context, int64_t count) {
  scatter_parallel_for(function, context, count);
}

/* The table that scatter-kernels-gen writes (lib/Kernels/BuiltinKernels.h). */
struct Kernel {
  unsigned long long key[11];
  void (*code[3])(void **);
};
extern const struct {
  const struct Kernel *kernels;
  size_t size;
  const char *levels[3];
} scatter_builtin_kernels;

/* The bytes of a key (lib/Kernels/KernelKey.h) and of ElementKind. */
enum { OP, KIND, BITS, RANK = 4, LAYOUT, THREADS = 10, DEPTH = 13, WIDTH = 15 };
enum { GATHER_ND = 3, STRIDED = 2, FLOAT = 5, BFLOAT16 = 6 };

static uint64_t state;

static uint32_t draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}

/* Finite numbers: which bits a NaN has differs between machines. */
static void fill(char *to, int kind, size_t item, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t r = draw();
    uint16_t half = (uint16_t)(kind == BFLOAT16 ? (r & 0x807f) | 0x3f00
                                                : (r & 0x83ff) | 0x3800);
    double wide = ((double)(r % 2001) - 1000) / 64 + (double)(r >> 20) / 1e7;
    float single = (float)wide;
    if (kind == FLOAT && item == 8)
      memcpy(to + i * item, &wide, item);
    else if (kind == FLOAT && item == 4)
      memcpy(to + i * item, &single, item);
    else if (kind == FLOAT || kind == BFLOAT16)
      memcpy(to + i * item, &half, item);
    else
      for (size_t byte = 0; byte < item; ++byte)
        to[i * item + byte] = (char)draw();
  }
}

static uint64_t hash(const char *bytes, size_t count) {
  uint64_t result = 14695981039346656037u;
  for (size_t i = 0; i < count; ++i)
    result = (result ^ (unsigned char)bytes[i]) * 1099511628211u;
  return result;
}

/* A memref descriptor; the last stride is given, the others have no gaps. */
static void *describe(int64_t *words, void *data, int rank, const int64_t *sizes,
                      int64_t stride) {
  words[0] = words[1] = (int64_t)(intptr_t)data;
  words[2] = 0;
  for (int i = rank; i-- > 0; stride *= sizes[i]) {
    words[3 + i] = sizes[i];
    words[3 + rank + i] = stride;
  }
  return words;
}

static char data[16 << 20], updates[8 << 20];
static int64_t indices[16 << 10];

static void check(size_t bytes, size_t limit) {
  if (bytes <= limit)
    return;
  fprintf(stderr, "an array is too small\n");
  exit(1);
}

static void run(void (*code)(void **), void **arguments, ScatterError *error) {
  memset(error, 0, sizeof(*error));
  scatter_runtime_install_record(error);
  code(arguments);
  scatter_runtime_install_record(NULL);
}

/* The updates of a gather_nd are its result. */
static void runTuples(size_t number, const unsigned char *key,
                      void (*code)(void **), int isWrong) {
  size_t item = key[BITS] / 8;
  int depth = key[DEPTH], rank = key[RANK], isLarge = key[THREADS] > 1;
  int64_t row = rank == depth ? 1 : isLarge ? 1100 / (int64_t)item + 3 : 50;
  const int64_t shapes[3][4] = {{isLarge ? 8200 : 64, row},
                                {8, isLarge ? 1000 : 8, row},
                                {4, 4, 4, row}};
  const int64_t *shape = shapes[depth - 1];
  int64_t tuples = isLarge ? 1500 : 100;
  size_t count = (size_t)row;
  for (int i = 0; i < depth; ++i)
    count *= (size_t)shape[i];
  check(count * item, sizeof(data));
  check((size_t)(tuples * row) * item, sizeof(updates));
  fill(data, key[KIND], item, count);
  fill(updates, key[KIND], item, (size_t)(tuples * row));
  for (int64_t i = 0; i < tuples * depth; ++i) {
    int64_t size = shape[i % depth];
    int64_t index = (int64_t)(draw() % (uint32_t)(2 * size)) - size;
    if (isWrong && i + 1 == tuples * depth)
      index = size;
    int32_t narrow = (int32_t)index;
    if (key[WIDTH] == 32)
      memcpy((char *)indices + 4 * i, &narrow, 4);
    else
      indices[i] = index;
  }
  const char *result = key[OP] == GATHER_ND ? updates : data;
  size_t bytes = key[OP] == GATHER_ND ? (size_t)(tuples * row) * item
                                      : count * item;
  uint64_t before = hash(result, bytes);
  int64_t words[3][16], indexShape[] = {tuples, depth};
  int64_t updateShape[] = {tuples, row};
  void *arguments[] = {
      describe(words[0], data, rank, shape, 1),
      describe(words[1], indices, 2, indexShape, 1),
      describe(words[2], updates, rank - depth + 1, updateShape, 1)};
  ScatterError error;
  run(code, arguments, &error);
  uint64_t after = hash(result, bytes);
  printf("kernel %zu: %016llx, error %d at %lld: %lld%s\n", number,
         (unsigned long long)after, (int)error.kind, (long long)error.tuple,
         (long long)error.value,
         isWrong && after != before ? ", written in spite of it" : "");
}

static void runSlice(size_t number, const unsigned char *key,
                     void (*code)(void **)) {
  size_t item = key[BITS] / 8, count = 1;
  int rank = key[RANK], isLarge = key[THREADS] > 1;
  int64_t stride = key[LAYOUT] == STRIDED ? 2 : 1;
  const int64_t shapes[4][4] = {{isLarge ? 100000 : 130},
                                {isLarge ? 900 : 7, isLarge ? 140 : 13},
                                {isLarge ? 90 : 9, 7, isLarge ? 140 : 13},
                                {isLarge ? 60 : 5, 9, 7, isLarge ? 40 : 13}};
  const int64_t *shape = shapes[rank - 1];
  for (int i = 0; i < rank; ++i)
    count *= (size_t)shape[i];
  check(count * (size_t)stride * item, sizeof(data));
  fill(data, 0, item, count * (size_t)stride);
  fill(updates, 0, item, count);
  int64_t words[2][16];
  void *arguments[] = {describe(words[0], data, rank, shape, stride),
                       describe(words[1], updates, rank, shape, 1)};
  ScatterError error;
  run(code, arguments, &error);
  printf("kernel %zu: %016llx, error %d\n", number,
         (unsigned long long)hash(data, count * (size_t)stride * item),
         (int)error.kind);
}

int main(int argc, char **argv) {
  int level = argc > 1 ? atoi(argv[1]) : 0;
  for (size_t i = 0; i < scatter_builtin_kernels.size; ++i) {
    const struct Kernel *kernel = &scatter_builtin_kernels.kernels[i];
    unsigned char key[sizeof(kernel->key)];
    memcpy(key, kernel->key, sizeof(key));
    state = i + 1;
    if (key[OP] == 0 || key[OP] == GATHER_ND) {
      runTuples(i, key, kernel->code[level], /*isWrong=*/0);
      runTuples(i, key, kernel->code[level], /*isWrong=*/1);
    } else {
      runSlice(i, key, kernel->code[level]);
    }
  }
  return 0;
}
