//===- Runner.cpp - runs cases --------------------------------------------===//

#include "Runner.h"

#include "Compiler.h"
#include "ElementTypes.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/InitAllDialects.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <unistd.h>

namespace scatter::fuzz {

llvm::StringRef describe(Outcome outcome) {
  switch (outcome) {
  case Outcome::Passed:
    return "passed";
  case Outcome::CompileError:
    return "the program does not compile";
  case Outcome::WrongReport:
    return "wrong error report";
  case Outcome::WrongResult:
    return "wrong result";
  case Outcome::WrongMemory:
    return "wrong memory written";
  case Outcome::Crash:
    return "crash";
  case Outcome::Timeout:
    return "timeout";
  }
  llvm_unreachable("unknown outcome");
}

Outcome toOutcome(int status) {
  for (Outcome outcome :
       {Outcome::Passed, Outcome::CompileError, Outcome::WrongReport,
        Outcome::WrongResult, Outcome::WrongMemory, Outcome::Timeout})
    if (status == static_cast<int>(outcome))
      return outcome;
  return Outcome::Crash;
}

Verdict Runner::load(const Program &newProgram) {
  program = &newProgram;
  prepared.reset();
  results.clear();
  compiled.reset();
  scalars = getScalars(*program);
  scalarValues.resize(scalars.size());
  while (operands.size() < program->operands.size())
    operands.push_back(std::make_unique<Placed>());
  tilings = {};
  llvm::Expected<scatter::Program> result = compileProgram(*program, tilings);
  if (!result)
    return {Outcome::CompileError, llvm::toString(result.takeError())};
  compiled = std::move(*result);
  module = {};
  context.reset();
  if (program->generic) {
    mlir::DialectRegistry registry;
    scatter::registerAllDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(
        registry, mlir::MLIRContext::Threading::DISABLED);
    module = mlir::parseSourceString<mlir::ModuleOp>(printProgram(*program),
                                                     context.get());
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Bytes between the elements of operands, which show whether they change.
static constexpr char gapByte = 0x33;

void Runner::place(const Operand &operand, const OperandCase &operandCase,
                   bool guardBefore, Placed &placed) {
  // Elements before and after the first one.
  int64_t before = 0, after = 0;
  for (auto [size, stride] :
       llvm::zip_equal(operandCase.shape, operandCase.strides))
    (stride < 0 ? before : after) += (size - 1) * stride;
  bool isEmpty = llvm::is_contained(operandCase.shape, 0);
  int64_t lead = isEmpty ? 0 : -before;
  if (operand.layout == Layout::Reinterpret)
    lead = operandCase.offset;
  placed.lead = lead * operand.elementSize;
  placed.bytes = (lead + (isEmpty ? 0 : after + 1)) * operand.elementSize;
  placed.begin = placed.buffer.place(placed.bytes, guardBefore);
  if (operand.layout != Layout::Identity)
    std::memset(placed.begin, gapByte, placed.bytes);
}

reference::BufferView Runner::viewMemory(unsigned number) {
  const Operand &operand = program->operands[number];
  const OperandCase &operandCase = call->operands[number];
  Placed &placed = *operands[number];
  return {operand.type, placed.begin + placed.lead, operandCase.shape,
          operandCase.strides, operand.elementSize};
}

reference::BufferView Runner::viewCopy(unsigned number) {
  const Operand &operand = program->operands[number];
  const OperandCase &operandCase = call->operands[number];
  if (operand.isWindow) {
    auto op = llvm::find_if(
        program->ops, [&](const OpModel &o) { return o.updates == number; });
    int64_t start = call->bounds[op - program->ops.begin()].windowStart;
    reference::BufferView data = viewCopy(0);
    Shape first(operandCase.shape.size(), 0);
    first[0] = start;
    return {operand.type, data.getAddress(first), operandCase.shape,
            data.strides, operand.elementSize};
  }
  if (operand.hasProducer)
    return {operand.type, const_cast<char *>(operandCase.bytes.data()),
            operandCase.shape, operandCase.strides, operand.elementSize};
  return {operand.type, operands[number]->copy.data() + operands[number]->lead,
          operandCase.shape, operandCase.strides, operand.elementSize};
}

void Runner::place(const Case &newCall) {
  call = &newCall;
  for (unsigned i = 0; i < program->operands.size(); ++i) {
    const Operand &operand = program->operands[i];
    if (operand.isWindow)
      continue;
    const OperandCase &operandCase = call->operands[i];
    Placed &placed = *operands[i];
    place(operand, operandCase, call->guardBefore, placed);
    if (operand.layout == Layout::Identity) {
      if (!operandCase.bytes.empty())
        std::memcpy(placed.begin, operandCase.bytes.data(),
                    operandCase.bytes.size());
      if (operand.hasProducer)
        complement(operand.type, operand.elementSize, placed.begin,
                   operandCase.bytes.size() / operand.elementSize);
    } else {
      reference::ConstBufferView from = reference::ConstBufferView::contiguous(
          operand.type, operandCase.bytes.data(), operandCase.shape,
          operand.elementSize);
      reference::copyElements(from, viewMemory(i));
    }
    placed.copy.assign(placed.begin, placed.begin + placed.bytes);
  }
  for (unsigned i = 0; i < scalars.size(); ++i)
    scalarValues[i] = getScalarValue(scalars[i], *call);
}

llvm::Error Runner::bindArguments() {
  llvm::SmallVector<scatter::BufferView, 8> arguments;
  for (unsigned i = 0; i < program->operands.size(); ++i) {
    const Operand &operand = program->operands[i];
    if (!isArgument(operand))
      continue;
    const OperandCase &operandCase = call->operands[i];
    const Placed &placed = *operands[i];
    scatter::BufferView view;
    view.type = ElementType::get(operand.type);
    view.data = placed.begin;
    if (operand.layout == Layout::Strided)
      view.data = placed.begin + placed.lead;
    if (operand.layout == Layout::View) {
      view.type = {ElementKind::Signless, 8};
      view.shape = {placed.bytes};
    } else if (operand.layout == Layout::Reinterpret) {
      view.shape = {placed.bytes / operand.elementSize};
    } else {
      view.shape.assign(operandCase.shape.begin(), operandCase.shape.end());
      view.strides.assign(operandCase.strides.begin(),
                          operandCase.strides.end());
    }
    arguments.push_back(std::move(view));
  }
  for (int64_t &value : scalarValues) {
    scatter::BufferView view;
    view.type = {ElementKind::Index, 64};
    view.data = &value;
    arguments.push_back(std::move(view));
  }
  if (prepared) {
    for (auto [position, argument] : llvm::enumerate(arguments))
      if (llvm::Error error = prepared->setArgument(position, argument))
        return error;
    return llvm::Error::success();
  }
  llvm::Expected<const EntryPoint *> entry = compiled->lookup();
  if (!entry)
    return entry.takeError();
  llvm::Expected<scatter::Call> bound = compiled->bind(**entry, arguments);
  if (!bound)
    return bound.takeError();
  prepared = std::move(*bound);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

void Runner::plantFault() {
  Placed &data = *operands[0];
  if (viewCopy(0).getNumElements() <= 2)
    return;
  if (fault == Fault::Exit)
    _exit(1);
  volatile char *end = data.begin + data.bytes;
  volatile char *before = data.begin - 1;
  if (fault == Fault::Result)
    data.begin[data.lead] ^= 1;
  if (fault == Fault::Guard)
    *(call->guardBefore ? before : end) = 0;
  if (fault == Fault::Beside)
    *(call->guardBefore ? end : before) = 0;
}

std::string Runner::describeError(const ScatterError &error) const {
  if (error.kind == SCATTER_ERROR_SHAPE &&
      (program->options.generalizes || program->generic))
    return "a wrong size";
  return reference::formatError(error);
}

Verdict Runner::run(const Case &newCall) {
  place(newCall);
  if (llvm::Error error = bindArguments())
    return {Outcome::CompileError, "the engine refuses the arguments: " +
                                       llvm::toString(std::move(error))};
  bool isPromised = keepsPromises();
  std::vector<reference::OwnedBuffer> expectedResults;
  std::string expected = "no error", alternative;
  llvm::SmallVector<std::optional<ScatterError>, 2> violations =
      evaluate(expectedResults);
  if (hasWrongSize(violations))
    return {};

  std::string found = "no error";
  if (llvm::Error error = prepared->run(results)) {
    ScatterError record = {};
    llvm::handleAllErrors(std::move(error), [&](const RuntimeError &runtime) {
      record = runtime.getRecord();
    });
    found = describeError(record);
  }

  if (fault != Fault::None)
    plantFault();

  for (unsigned number = violations.size(); number-- > 0;) {
    if (!violations[number])
      continue;
    alternative.clear();
    if (isOverwritten(number))
      alternative = expected;
    expected = describeError(*violations[number]);
  }
  if (found != expected && found != alternative)
    return {Outcome::WrongReport,
            "expected: " + expected + "\nfound:    " + found};

  bool copiesBits = llvm::all_of(program->ops, [](const OpModel &op) {
    return op.config.reduction == Reduction::none && op.kind != OpKind::Generic;
  });
  auto nans = copiesBits ? reference::NaNComparison::bits
                         : reference::NaNComparison::anyNaN;
  Verdict verdict = compareMemory(isPromised, nans);
  if (verdict.outcome == Outcome::Passed && !results.empty() && isPromised)
    verdict = compareResults(results, expectedResults, nans);
  return verdict;
}

} // namespace scatter::fuzz
