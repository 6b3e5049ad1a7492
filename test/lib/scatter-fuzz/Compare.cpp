//===- Compare.cpp - expected and actual outcomes -------------------------===//

#include "Generator.h"
#include "Runner.h"

#include "scatter/Reference/Element.h"
#include "scatter/Reference/EvaluateGeneric.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

namespace scatter::fuzz {

std::optional<ScatterError>
Runner::evaluateGather(const OpModel &op, const reference::BufferView &out,
                       llvm::StringRef location) {
  std::vector<char> fill(out.elementSize);
  auto type = mlir::dyn_cast<mlir::FloatType>(out.elementType);
  if (op.hasFill && type)
    reference::writeFloat(type, fill.data(), llvm::APFloat(double(kFill)));
  else if (op.hasFill)
    reference::writeInteger(out.elementType, fill.data(), kFill);
  reference::GatherNDConfig config;
  config.outOfBounds = op.config.outOfBounds;
  config.negativeIndices = op.config.negativeIndices;
  config.batchDims = op.batchDims;
  config.fill = fill.data();
  return reference::evaluateGatherND(config, viewCopy(op.indices),
                                     viewCopy(op.updates), out, location);
}

std::optional<ScatterError>
Runner::evaluateGeneric(std::vector<reference::OwnedBuffer> &expected) {
  const GenericModel &generic = *program->generic;
  llvm::SmallVector<reference::ConstBufferView> indices, inputs;
  llvm::SmallVector<reference::BufferView> outs;
  for (unsigned number : generic.indices)
    indices.push_back(viewCopy(number));
  for (unsigned number : generic.inputs)
    inputs.push_back(viewCopy(number));
  // Views stay where the results are.
  expected.reserve(generic.outs.size());
  for (unsigned number : generic.outs) {
    outs.push_back(viewCopy(number));
    if (!program->onTensors)
      continue;
    expected.push_back(reference::OwnedBuffer::copyOf(outs.back()));
    outs.back() = expected.back().view();
  }
  GenericOp op;
  module->walk([&](GenericOp found) { op = found; });
  auto violation =
      reference::evaluateGeneric(op, indices, inputs, outs, "fuzz:0:1");
  if (!violation)
    llvm::report_fatal_error(violation.takeError());
  return *violation;
}

llvm::SmallVector<std::optional<ScatterError>, 2>
Runner::evaluate(std::vector<reference::OwnedBuffer> &expected) {
  if (program->generic)
    return {evaluateGeneric(expected)};
  llvm::SmallVector<std::optional<ScatterError>, 2> violations;
  for (auto [number, op] : llvm::enumerate(program->ops)) {
    std::string location = "fuzz:" + std::to_string(number) + ":1";
    reference::BufferView data = viewCopy(0);
    if (program->onTensors) {
      reference::ConstBufferView before = data;
      if (program->isChain && number > 0)
        before = expected.back().view();
      expected.push_back(reference::OwnedBuffer::copyOf(before));
      data = expected.back().view();
    }
    std::optional<ScatterError> violation;
    if (op.kind == OpKind::ScatterND) {
      violation = reference::evaluateScatterNDUpdate(
          op.config, viewCopy(op.indices), viewCopy(op.updates), data,
          location);
    } else if (op.kind == OpKind::Gather) {
      violation = evaluateGather(op, data, location);
    } else {
      reference::SliceScatterConfig config;
      config.start = call->bounds[number].start;
      config.stop = call->bounds[number].stop;
      config.step = call->bounds[number].step;
      for (const AxisModel &axis : op.axes)
        config.axes.push_back(axis.axis);
      violation = reference::evaluateSliceScatter(config, viewCopy(op.updates),
                                                  data, location);
    }
    violations.push_back(violation);
  }
  if (program->onTensors && program->isChain)
    expected.erase(expected.begin(), expected.end() - 1);
  return violations;
}

/// Whether the op after `number` may be known to replace all of its result.
/// Then nothing uses that, and the op may be removed together with its report.
bool Runner::isOverwritten(unsigned number) {
  if (!program->onTensors || !program->isChain ||
      number + 1 == program->ops.size())
    return false;
  const OpModel &next = program->ops[number + 1];
  reference::BufferView data = viewCopy(0), updates = viewCopy(next.updates);
  if (next.kind == OpKind::Slice)
    return updates.shape == data.shape;
  return next.config.reduction == Reduction::none &&
         program->operands[next.indices].isConstant &&
         updates.getNumElements() == data.getNumElements();
}

bool Runner::hasWrongSize(
    llvm::ArrayRef<std::optional<ScatterError>> violations) {
  for (auto [op, violation] : llvm::zip_equal(program->ops, violations))
    if (op.sizesMatch && violation &&
        (violation->kind == SCATTER_ERROR_SHAPE ||
         violation->kind == SCATTER_ERROR_ZERO_STEP))
      return true;
  return false;
}

/// Whether the tuples of one index operand alone tell that the scatter.generic
/// writes different elements for different tuples.
bool Runner::hasUniqueTuples() {
  const GenericModel &generic = *program->generic;
  unsigned end = generic.getNumDims();
  for (auto [number, depth, policy] :
       llvm::zip_equal(generic.indices, generic.depths, generic.policies)) {
    unsigned first = end;
    end += depth;
    Shape sizes(depth, -1);
    bool isInAll = true;
    for (auto [operand, map] :
         llvm::zip_equal(generic.getMapped(), generic.maps))
      for (unsigned i = first; i < end; ++i) {
        auto *at = llvm::find(map, i);
        isInAll &= at != map.end() || !isWritten(*program, operand);
        if (at != map.end())
          sizes[i - first] = call->operands[operand].shape[at - map.begin()];
      }
    reference::BufferView slots(program->getData().type, nullptr, sizes,
                                reference::getContiguousStrides(sizes),
                                program->getData().elementSize);
    if (isInAll &&
        reference::analyzeTuples(policy, viewCopy(number), slots).unique)
      return true;
  }
  return false;
}

/// Whether the promises of all ops hold.
bool Runner::keepsPromises() {
  if (program->generic)
    return !program->ops.front().uniqueIndices || hasUniqueTuples();
  return llvm::all_of(program->ops, [&](const OpModel &op) {
    if (op.kind != OpKind::ScatterND ||
        (!op.uniqueIndices && !op.indicesAreSorted))
      return true;
    if (!hasRightDepth(*program, op, *call))
      return true;
    reference::TupleFacts facts =
        reference::analyzeTuples(op.config, viewCopy(op.indices), viewCopy(0));
    return (!op.uniqueIndices || facts.unique) &&
           (!op.indicesAreSorted || facts.sorted);
  });
}

static std::string printIndex(llvm::ArrayRef<int64_t> index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(index, os);
  os << ']';
  return text;
}

/// Compares element by element.
static Verdict compareElements(llvm::StringRef what,
                               const reference::ConstBufferView &expected,
                               const reference::ConstBufferView &actual,
                               reference::NaNComparison nans) {
  Shape contiguous = reference::getContiguousStrides(expected.shape);
  if (expected.strides == contiguous && actual.strides == contiguous && expected.data &&
      actual.data &&
      std::memcmp(expected.data, actual.data,
                  expected.getNumElements() * expected.elementSize) == 0)
    return {};
  auto difference = reference::findDifference(expected, actual, nans);
  if (!difference)
    return {};
  std::string text;
  llvm::raw_string_ostream os(text);
  os << what << printIndex(*difference) << ": expected ";
  reference::printElement(os, expected.elementType,
                          expected.getAddress(*difference),
                          expected.elementSize);
  os << ", found ";
  reference::printElement(os, actual.elementType,
                          actual.getAddress(*difference), actual.elementSize);
  if (expected.getNumElements() <= 256) {
    os << "\nexpected: ";
    reference::printElements(os, expected);
    os << "\nfound:    ";
    reference::printElements(os, actual);
  }
  return {Outcome::WrongResult, std::move(text)};
}

Verdict Runner::compareMemory(bool comparesData,
                              reference::NaNComparison nans) {
  for (unsigned i = 0; i < program->operands.size(); ++i) {
    const Operand &operand = program->operands[i];
    if (!isArgument(operand))
      continue;
    Placed &placed = *operands[i];
    std::string name = "operand " + std::to_string(i);
    if (!placed.buffer.isPatternIntact())
      return {Outcome::WrongMemory, name + ": bytes beside it have changed"};
    if (placed.isUnchanged())
      continue;
    bool isOut = isWritten(*program, i) && !program->onTensors;
    if (isOut && comparesData) {
      Verdict verdict = compareElements(name, viewCopy(i), viewMemory(i), nans);
      if (verdict.outcome != Outcome::Passed)
        return verdict;
    }
    // What is no element of `data` stays as it was.
    if (isOut)
      reference::copyElements(viewMemory(i), viewCopy(i));
    if (!placed.isUnchanged())
      return {Outcome::WrongMemory,
              name + (isOut ? ": bytes between its elements have changed"
                            : ": it is read only, but has changed")};
  }
  return {};
}

Verdict Runner::compareResults(llvm::ArrayRef<scatter::OwnedBuffer> actual,
                               std::vector<reference::OwnedBuffer> &expected,
                               reference::NaNComparison nans) {
  for (auto [number, result] : llvm::enumerate(actual)) {
    const scatter::BufferView &view = result.getView();
    reference::BufferView wanted = expected[number].view();
    if (llvm::ArrayRef<int64_t>(view.shape) !=
        llvm::ArrayRef<int64_t>(wanted.shape))
      return {Outcome::WrongResult, "shape of result " +
                                        std::to_string(number) + ": expected " +
                                        printIndex(wanted.shape) + ", found " +
                                        printIndex(view.shape)};
    reference::ConstBufferView found(wanted.elementType, view.data, view.shape,
                                     view.strides, wanted.elementSize);
    reference::OwnedBuffer changed(wanted.elementType, {});
    if (program->hasConsumer) {
      changed = reference::OwnedBuffer::copyOf(found);
      found = changed.view();
      complement(found.elementType, found.elementSize,
                 static_cast<char *>(changed.view().data),
                 found.getNumElements());
    }
    Verdict verdict =
        compareElements("result" + std::to_string(number), wanted, found, nans);
    if (verdict.outcome != Outcome::Passed)
      return verdict;
  }
  return {};
}

} // namespace scatter::fuzz
