//===- CallOverhead.cpp - overhead of calls -------------------------------===//
//
// Times calls of the specification's example, through the C and the C++
// interface.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "scatter-c/Engine.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include <benchmark/benchmark.h>

using namespace scatter;

namespace {
/// The arguments of both functions.
struct Arguments {
  float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int64_t indices[4] = {4, 3, 1, -1};
  float updates[4] = {9, 10, 11, 12};
  int64_t dataShape[1] = {8}, indicesShape[2] = {4, 1}, updatesShape[1] = {4};
  DLTensor tensors[3] = {
      {data, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, dataShape, nullptr, 0},
      {indices, {kDLCPU, 0}, 2, {kDLInt, 64, 1}, indicesShape, nullptr, 0},
      {updates, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, updatesShape, nullptr, 0}};
  const DLTensor *pointers[3] = {&tensors[0], &tensors[1], &tensors[2]};
};

/// The compiled example. Exists as long as the process.
struct Compiled {
  ScatterContext *context = scatter_context_create();
  ScatterProgram *program = nullptr;

  Compiled() {
    ScatterStatus *status =
        scatter_compile(context, bench::example.data(), bench::example.size(),
                        "example.mlir", &program);
    if (status)
      abort();
  }

  const ScatterEntry *lookup(const char *name) {
    const ScatterEntry *entry = nullptr;
    if (scatter_program_lookup(program, name, &entry))
      abort();
    return entry;
  }
};
} // namespace

static Compiled &getCompiled() {
  static Compiled compiled;
  return compiled;
}

/// scatter_call_run on a call that was prepared once.
static void preparedCall(benchmark::State &state, const char *name) {
  Arguments arguments;
  ScatterCall *call = nullptr;
  if (scatter_call_create(getCompiled().program, getCompiled().lookup(name),
                          arguments.pointers, 3, &call))
    abort();
  for (auto _ : state)
    if (scatter_call_run(call))
      abort();
  scatter_call_destroy(call);
}
BENCHMARK_CAPTURE(preparedCall, inPlace, "update");
BENCHMARK_CAPTURE(preparedCall, newTensor, "updated");

/// The same, but one argument has another address in each call.
static void preparedCallNewAddress(benchmark::State &state) {
  Arguments arguments;
  ScatterCall *call = nullptr;
  if (scatter_call_create(getCompiled().program, getCompiled().lookup("update"),
                          arguments.pointers, 3, &call))
    abort();
  for (auto _ : state)
    if (scatter_call_set_argument(call, 2, arguments.pointers[2]) ||
        scatter_call_run(call))
      abort();
  scatter_call_destroy(call);
}
BENCHMARK(preparedCallNewAddress);

/// Checks of all arguments, the call, and its results.
static void wholeCall(benchmark::State &state) {
  Arguments arguments;
  const ScatterEntry *entry = getCompiled().lookup("update");
  for (auto _ : state)
    if (scatter_run(getCompiled().program, entry, arguments.pointers, 3,
                    nullptr, 0))
      abort();
}
BENCHMARK(wholeCall);

/// The function of the library, which checks everything and needs no program.
static void function(benchmark::State &state) {
  Arguments arguments;
  for (auto _ : state)
    if (scatter_nd_update(&arguments.tensors[0], &arguments.tensors[1],
                          &arguments.tensors[2], &arguments.tensors[0],
                          nullptr))
      abort();
}
BENCHMARK(function);

/// The function with another array as the destination.
static void functionInto(benchmark::State &state) {
  Arguments arguments, result;
  for (auto _ : state)
    if (scatter_nd_update(&arguments.tensors[0], &arguments.tensors[1],
                          &arguments.tensors[2], &result.tensors[0], nullptr))
      abort();
}
BENCHMARK(functionInto);

/// A slice with another position and shape in each call.
static void functionNewShape(benchmark::State &state) {
  Arguments arguments;
  DLTensor updates = arguments.tensors[2];
  int64_t length = 0;
  updates.shape = &length;
  for (auto _ : state) {
    length = length % 4 + 1;
    int64_t start = length / 2, stop = start + length;
    if (scatter_slice_scatter(&arguments.tensors[0], &updates, &start, &stop,
                              nullptr, nullptr, 1, &arguments.tensors[0],
                              nullptr))
      abort();
  }
}
BENCHMARK(functionNewShape);

/// A call that reports an index out of bounds as an error object.
static void failingCall(benchmark::State &state) {
  Arguments arguments;
  arguments.indices[2] = 8;
  ScatterCall *call = nullptr;
  if (scatter_call_create(getCompiled().program, getCompiled().lookup("update"),
                          arguments.pointers, 3, &call))
    abort();
  for (auto _ : state) {
    ScatterStatus *status = scatter_call_run(call);
    if (!status)
      abort();
    scatter_status_destroy(status);
  }
  scatter_call_destroy(call);
}
BENCHMARK(failingCall);

/// The same update as a loop with a check, inlined in the caller.
static void loop(benchmark::State &state) {
  Arguments arguments;
  for (auto _ : state) {
    benchmark::DoNotOptimize(arguments.indices);
    bool isBad = false;
    for (int64_t index : arguments.indices)
      isBad |= uint64_t(index + 8) >= 16;
    if (isBad)
      abort();
    for (int i = 0; i < 4; ++i) {
      int64_t index = arguments.indices[i];
      arguments.data[index < 0 ? index + 8 : index] = arguments.updates[i];
    }
    benchmark::ClobberMemory();
  }
}
BENCHMARK(loop);
