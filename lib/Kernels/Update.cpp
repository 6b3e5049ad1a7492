//===- Update.cpp - runs an update for a destination ----------------------===//

#include "Update.h"

#include "CopyElements.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/Plan/KernelThresholds.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

Error CallThreads::setThreads(unsigned number) {
  if (number > EngineOptions::maxThreads)
    return make_error<ArgumentError>(ArgumentError::Reason::Value,
                                     "'threads': expected 0 to " +
                                         Twine(EngineOptions::maxThreads) +
                                         ", found " + Twine(number));
  threads = number;
  if (number != 0)
    return Error::success();
  Expected<unsigned> standard = getDefaultThreads();
  if (!standard)
    return standard.takeError();
  threads = *standard;
  return Error::success();
}

bool CallThreads::hasThreads(unsigned number) const {
  if (number != 0)
    return number == threads;
  // The default may have been changed.
  Expected<unsigned> standard = getDefaultThreads();
  if (standard)
    return *standard == threads;
  consumeError(standard.takeError());
  return false;
}

unsigned CallThreads::getThreadsFor(size_t bytes) const {
  return bytes < size_t(kParallelBytes) ? 1 : threads;
}

Error Update::copyAndUpdate(const Operand &target) {
  if (Error error =
          copyElements(data, target, getThreadsFor(data.countBytes())))
    return error;
  return updateInPlace(target);
}

/// Updates `target` after it has copied the inputs that overlap `target`,
/// because inputs must be read in full before the first write.
Error Update::runOnCopiedInputs(const Operand &target) {
  SmallVector<ScratchMemory, 2> memory;
  SmallVector<std::pair<Operand *, Operand>, 2> originals;
  Error error = Error::success();
  for (Operand *input : {&indices, &updates}) {
    if (!mayOverlap(*input, target))
      continue;
    size_t bytes = input->countBytes();
    Expected<ScratchMemory> allocated = ScratchMemory::allocate(bytes);
    if ((error = allocated.takeError()))
      break;
    memory.push_back(std::move(*allocated));
    Operand copy(memory.back().get(), *input);
    if ((error = copyElements(*input, copy, getThreadsFor(bytes))))
      break;
    originals.push_back({input, std::exchange(*input, std::move(copy))});
  }
  forgetKernels();
  if (!error)
    error = updateInPlace(target);
  for (auto &[input, original] : originals)
    *input = std::move(original);
  forgetKernels();
  return error;
}

Error Update::runInPlace(const Operand &target) {
  return overlapsInputs(target) ? runOnCopiedInputs(target)
                                : updateInPlace(target);
}

/// Makes the result in temporary memory, then copies it to `out`.
Error Update::runThroughMemory(const Operand &out) {
  size_t bytes = data.countBytes();
  Expected<ScratchMemory> memory = ScratchMemory::allocate(bytes);
  if (!memory)
    return memory.takeError();
  Operand result(memory->get(), data);
  if (Error error = updateCopy(result, /*keepsTarget=*/false))
    return error;
  return copyElements(result, out, getThreadsFor(bytes));
}

/// Writes the result to `out`. If it fails, the elements of `out` are
/// unchanged.
Error Update::runInto(const Operand &out) {
  if (areSameMemory(out, data))
    return runInPlace(out);
  return mayOverlap(data, out) || overlapsInputs(out)
             ? runThroughMemory(out)
             : updateCopy(out, /*keepsTarget=*/true);
}

Error scatter::checkDestination(const ArrayView &out) {
  Operand operand;
  if (Error error = operand.set("out", out))
    return error;
  return checkDistinctElements("out", operand);
}

Error Update::runAnywhere(const Destination &destination) {
  const ArrayView *array = destination.getArray();
  if (!array) {
    size_t bytes = data.countBytes();
    void *memory = destination.getMemory(bytes, kResultAlignment);
    if (!memory && bytes != 0)
      return makeMemoryError(bytes);
    return updateCopy(Operand::makeResult(memory, data), /*keepsTarget=*/false);
  }
  if (isData(*array))
    return runInPlace(data);
  Operand out;
  if (Error error = setOut(out, *array, data, data.shape))
    return error;
  return runInto(out);
}
