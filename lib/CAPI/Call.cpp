//===- Call.cpp - calls with DLPack tensors -------------------------------===//

#include "scatter-c/Call.h"

#include "DLPack.h"
#include "Guard.h"
#include "Objects.h"

using namespace llvm;
using namespace scatter;

struct ScatterCall {
  ScatterCall(Call call, const EntryPoint &entry)
      : call(std::move(call)), entry(entry), views(entry.arguments.size()) {}

  Call call;
  const EntryPoint &entry;
  /// The arguments that scatter_call_set_argument has set.
  SmallVector<BufferView, 2> views;
  SmallVector<OwnedBuffer, 2> buffers;
  /// Whether the result at the same position has been taken.
  SmallVector<bool, 2> isTaken;
};

/// Prefixes the message of `status`, which may be null, with the name of
/// argument `index`.
static ScatterStatus *addArgument(const EntryPoint &entry, size_t index,
                                  ScatterStatus *status) {
  return addSubject("function '" + entry.name + "', argument " + Twine(index) +
                        " '" + entry.arguments[index].name + "'",
                    status);
}

static size_t getRank(const EntryPoint &entry, size_t index) {
  return entry.arguments[index].type.shape.size();
}

/// Describes the output tensor for result `index` of `entry`.
static ScatterStatus *viewOutput(const DLTensor *tensor,
                                 const EntryPoint &entry, size_t index,
                                 BufferView &view) {
  return addSubject(
      "output " + Twine(index),
      toView(tensor, entry.results[index].type.shape.size(), view));
}

/// Checks that result `index` of the last run can be copied to `view`.
static ScatterStatus *checkOutput(const ScatterCall &call, size_t index,
                                  const BufferView &view) {
  return addSubject("output " + Twine(index),
                    checkCopy(call.buffers[index].getView(), view));
}

static ScatterStatus *createCall(const ScatterProgram *program,
                                 const ScatterEntry *entry,
                                 const DLTensor *const *arguments, size_t count,
                                 ScatterCall **call) {
  if (!program || !entry || (count && !arguments))
    return makeNullStatus("a program, an entry and arguments");
  if (!program->program.contains(*unwrap(entry)))
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected an entry of the program, found one of another");
  // Must come first, because the count determines how many pointers may be
  // read.
  if (Error error = program->program.checkCallable(*unwrap(entry), count))
    return makeStatus(std::move(error));
  SmallVector<BufferView, 4> views(count);
  for (size_t i = 0; i < count; ++i)
    if (ScatterStatus *status =
            toView(arguments[i], getRank(*unwrap(entry), i), views[i]))
      return addArgument(*unwrap(entry), i, status);
  Expected<Call> bound = program->program.bind(*unwrap(entry), views);
  if (!bound)
    return makeStatus(bound.takeError());
  *call = new ScatterCall(std::move(*bound), *unwrap(entry));
  return nullptr;
}

ScatterStatus *scatter_call_create(const ScatterProgram *program,
                                   const ScatterEntry *entry,
                                   const DLTensor *const *arguments,
                                   size_t count, ScatterCall **call) {
  if (call)
    *call = nullptr;
  return guard([&] {
    return call ? createCall(program, entry, arguments, count, call)
                : makeNullStatus("a place for the call");
  });
}

/// Replaces an array argument by `view` if it has the same type, sizes and
/// strides as the former view, which have been checked. Returns whether it did.
static bool moveArgument(ScatterCall &call, size_t index,
                         const ArrayView &view) {
  const BufferView &before = call.views[index];
  if (!before.data || !view.data || view.type != before.type ||
      view.shape != ArrayRef(before.shape) ||
      view.strides != ArrayRef(before.strides) ||
      call.entry.arguments[index].type.kind == ValueType::Kind::Scalar ||
      reinterpret_cast<uintptr_t>(view.data) % view.type.byteSize() != 0)
    return false;
  call.call.setAddress(unsigned(index), view.data);
  return true;
}

ScatterStatus *scatter_call_set_argument(ScatterCall *call, size_t index,
                                         const DLTensor *tensor) {
  return guard([&]() -> ScatterStatus * {
    if (!call)
      return makeNullStatus("a call");
    if (index >= call->entry.arguments.size())
      return makeStatus(SCATTER_STATUS_COUNT,
                        "expected an argument below " +
                            Twine(call->entry.arguments.size()) + ", found " +
                            Twine(index));
    ArrayView array;
    ScatterStatus *status = toView(tensor, array);
    if (!status && moveArgument(*call, index, array))
      return nullptr;
    BufferView &view = call->views[index];
    view.data = nullptr;
    if (!status)
      status = toView(array, getRank(call->entry, index), view);
    if (status)
      return addArgument(call->entry, index, status);
    Error error = call->call.setArgument(unsigned(index), view);
    if (error)
      view.data = nullptr;
    return makeStatus(std::move(error));
  });
}

ScatterStatus *scatter_call_run(ScatterCall *call) {
  return guard([&]() -> ScatterStatus * {
    if (!call)
      return makeNullStatus("a call");
    // There are no results after an error, or if memory is exhausted.
    call->buffers.clear();
    SmallVector<OwnedBuffer, 2> results;
    if (Error error = call->call.run(results); LLVM_UNLIKELY(bool(error)))
      return makeStatus(std::move(error));
    call->isTaken.assign(results.size(), false);
    call->buffers = std::move(results);
    return nullptr;
  });
}

static ScatterStatus *checkResult(const ScatterCall *call, size_t index) {
  if (!call)
    return makeNullStatus("a call");
  if (index >= call->buffers.size())
    return makeStatus(SCATTER_STATUS_COUNT, "expected a result below " +
                                                Twine(call->buffers.size()) +
                                                ", found " + Twine(index));
  if (call->isTaken[index])
    return makeStatus(SCATTER_STATUS_COUNT,
                      "result " + Twine(index) + " was taken before");
  return nullptr;
}

ScatterStatus *scatter_call_take_result(ScatterCall *call, size_t index,
                                        DLManagedTensor **tensor) {
  if (tensor)
    *tensor = nullptr;
  return guard([&]() -> ScatterStatus * {
    if (!tensor)
      return makeNullStatus("a place for the tensor");
    if (ScatterStatus *status = checkResult(call, index))
      return status;
    *tensor = toManagedTensor(call->buffers[index]);
    call->isTaken[index] = true;
    return nullptr;
  });
}

ScatterStatus *scatter_call_copy_result(ScatterCall *call, size_t index,
                                        const DLTensor *destination) {
  return guard([&]() -> ScatterStatus * {
    if (ScatterStatus *status = checkResult(call, index))
      return status;
    BufferView view;
    if (ScatterStatus *status =
            viewOutput(destination, call->entry, index, view))
      return status;
    if (ScatterStatus *status = checkOutput(*call, index, view))
      return status;
    copyElements(call->buffers[index].getView(), view);
    return nullptr;
  });
}

void scatter_call_destroy(ScatterCall *call) { delete call; }

/// Runs `call` and copies its results to `outputs`.
static ScatterStatus *runInto(ScatterCall &call, const DLTensor *const *outputs,
                              size_t count) {
  size_t numResults = call.entry.results.size();
  if (count != numResults)
    return makeStatus(SCATTER_STATUS_COUNT, "expected " + Twine(numResults) +
                                                " outputs, found " +
                                                Twine(count));
  SmallVector<BufferView, 2> views(count);
  for (size_t i = 0; i < count; ++i)
    if (ScatterStatus *status = viewOutput(outputs[i], call.entry, i, views[i]))
      return status;
  if (ScatterStatus *status = scatter_call_run(&call))
    return status;
  for (size_t i = 0; i < count; ++i)
    if (ScatterStatus *status = checkOutput(call, i, views[i]))
      return status;
  for (size_t i = 0; i < count; ++i)
    copyElements(call.buffers[i].getView(), views[i]);
  return nullptr;
}

ScatterStatus *scatter_run(const ScatterProgram *program,
                           const ScatterEntry *entry,
                           const DLTensor *const *arguments,
                           size_t num_arguments, const DLTensor *const *outputs,
                           size_t num_outputs) {
  return guard([&]() -> ScatterStatus * {
    if (num_outputs && !outputs)
      return makeNullStatus("outputs");
    ScatterCall *call = nullptr;
    if (ScatterStatus *status =
            createCall(program, entry, arguments, num_arguments, &call))
      return status;
    std::unique_ptr<ScatterCall> owner(call);
    return runInto(*call, outputs, num_outputs);
  });
}
