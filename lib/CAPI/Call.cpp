//===- Call.cpp - run programs on DLPack tensors --------------------------===//

#include "scatter-c/Call.h"

#include "DLPack.h"
#include "Objects.h"
#include "Status.h"
#include <optional>

using namespace llvm;
using namespace scatter;

struct ScatterCall {
  ScatterCall(Call call, size_t numArguments)
      : call(std::move(call)), numArguments(numArguments) {}

  Call call;
  size_t numArguments;
  SmallVector<OwnedBuffer, 2> buffers;
  /// Whether the result of the same position was taken.
  SmallVector<bool, 2> isTaken;
};

/// The argument that `status` is about stands before its message.
static ScatterStatus *addPosition(ScatterStatus *status, size_t index) {
  ScatterStatus *result = makeStatus(scatter_status_code(status),
                                     "argument " + Twine(index) + ": " +
                                         scatter_status_message(status));
  scatter_status_destroy(status);
  return result;
}

ScatterStatus *scatter_call_create(const ScatterProgram *program,
                                   const ScatterEntry *entry,
                                   const DLTensor *const *arguments,
                                   size_t count, ScatterCall **call) {
  if (!call)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a place for the call, found NULL");
  *call = nullptr;
  if (!program || !entry || (count && !arguments))
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a program, an entry and arguments, found NULL");
  SmallVector<BufferView, 4> views(count);
  for (size_t i = 0; i < count; ++i)
    if (ScatterStatus *status = toView(arguments[i], views[i]))
      return addPosition(status, i);
  Expected<Call> bound = program->program.bind(unwrap(entry), views);
  if (!bound)
    return makeStatus(bound.takeError());
  *call = new ScatterCall(std::move(*bound), count);
  return nullptr;
}

ScatterStatus *scatter_call_set_argument(ScatterCall *call, size_t index,
                                         const DLTensor *tensor) {
  if (!call)
    return makeStatus(SCATTER_STATUS_USAGE, "expected a call, found NULL");
  if (index >= call->numArguments)
    return makeStatus(SCATTER_STATUS_COUNT, "expected an argument below " +
                                                Twine(call->numArguments) +
                                                ", found " + Twine(index));
  BufferView view;
  if (ScatterStatus *status = toView(tensor, view))
    return addPosition(status, index);
  return makeStatus(call->call.setArgument(unsigned(index), view));
}

ScatterStatus *scatter_call_run(ScatterCall *call) {
  if (!call)
    return makeStatus(SCATTER_STATUS_USAGE, "expected a call, found NULL");
  Error error = call->call.run(call->buffers);
  call->isTaken.assign(call->buffers.size(), false);
  if (LLVM_LIKELY(!error))
    return nullptr;
  return makeStatus(std::move(error));
}

static ScatterStatus *checkResult(const ScatterCall *call, size_t index) {
  if (!call)
    return makeStatus(SCATTER_STATUS_USAGE, "expected a call, found NULL");
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
  if (!tensor)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a place for the tensor, found NULL");
  *tensor = nullptr;
  if (ScatterStatus *status = checkResult(call, index))
    return status;
  *tensor = toManagedTensor(std::move(call->buffers[index]));
  call->isTaken[index] = true;
  return nullptr;
}

ScatterStatus *scatter_call_copy_result(ScatterCall *call, size_t index,
                                        const DLTensor *destination) {
  if (ScatterStatus *status = checkResult(call, index))
    return status;
  BufferView view;
  if (ScatterStatus *status = toView(destination, view))
    return status;
  const BufferView &result = call->buffers[index].getView();
  if (ScatterStatus *status = checkCopy(result, view))
    return status;
  copyElements(result, view);
  return nullptr;
}

void scatter_call_destroy(ScatterCall *call) { delete call; }

ScatterStatus *scatter_run(const ScatterProgram *program,
                           const ScatterEntry *entry,
                           const DLTensor *const *arguments,
                           size_t num_arguments, const DLTensor *const *outputs,
                           size_t num_outputs) {
  if (num_outputs && !outputs)
    return makeStatus(SCATTER_STATUS_USAGE, "expected outputs, found NULL");
  ScatterCall *made;
  if (ScatterStatus *status =
          scatter_call_create(program, entry, arguments, num_arguments, &made))
    return status;
  std::unique_ptr<ScatterCall> call(made);
  size_t numResults = unwrap(entry).results.size();
  if (num_outputs != numResults)
    return makeStatus(SCATTER_STATUS_COUNT, "expected " + Twine(numResults) +
                                                " outputs, found " +
                                                Twine(num_outputs));
  SmallVector<BufferView, 2> views(num_outputs);
  for (size_t i = 0; i < num_outputs; ++i)
    if (ScatterStatus *status = toView(outputs[i], views[i]))
      return status;
  if (ScatterStatus *status = scatter_call_run(call.get()))
    return status;
  for (size_t i = 0; i < num_outputs; ++i)
    if (ScatterStatus *status = checkCopy(call->buffers[i].getView(), views[i]))
      return status;
  for (size_t i = 0; i < num_outputs; ++i)
    copyElements(call->buffers[i].getView(), views[i]);
  return nullptr;
}
