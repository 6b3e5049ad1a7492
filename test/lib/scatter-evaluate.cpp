//===- scatter-evaluate.cpp - modules through the reference evaluator -----===//
//
// Interprets the function `main` of a module: constants, casts, calls and our
// ops, these by the reference evaluator. On a violation it prints the report
// and ends with status 2, as compiled code does under mlir-runner.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Reference/Evaluate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

using namespace mlir;
using namespace scatter;

/// A tensor or memref, which share memory as they are passed on, or a number.
struct RuntimeValue {
  std::shared_ptr<reference::OwnedBuffer> buffer;
  int64_t number = 0;
};

/// The first position of a source in `loc`, else its name.
static std::string findPosition(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file) {
    auto name = loc->findInstanceOf<NameLoc>();
    return name ? name.getName().str() : "unknown";
  }
  return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

/// The values in one call of one function.
class Frame {
public:
  /// Runs `func`; its result is the operand of its return.
  RuntimeValue run(func::FuncOp func, ArrayRef<RuntimeValue> arguments);

private:
  RuntimeValue evaluate(Operation *op);
  RuntimeValue evaluate(ScatterNDUpdateOp op);
  RuntimeValue evaluate(GatherNDOp op);
  RuntimeValue evaluate(SliceScatterOp op);
  /// Of a tensor the op has a copy, of a memref the memory itself.
  RuntimeValue getDestination(Value data);
  SmallVector<int64_t> getNumbers(ArrayRef<OpFoldResult> entries);

  llvm::DenseMap<Value, RuntimeValue> values;
};

static void check(const std::optional<ScatterError> &error) {
  if (!error)
    return;
  llvm::errs() << reference::formatError(*error) << '\n';
  std::exit(2);
}

RuntimeValue Frame::getDestination(Value data) {
  RuntimeValue value = values.lookup(data);
  if (isa<TensorType>(data.getType()))
    value.buffer = std::make_shared<reference::OwnedBuffer>(
        reference::OwnedBuffer::copyOf(value.buffer->view()));
  return value;
}

SmallVector<int64_t> Frame::getNumbers(ArrayRef<OpFoldResult> entries) {
  return llvm::map_to_vector(entries, [&](OpFoldResult entry) {
    if (auto attr = dyn_cast<Attribute>(entry))
      return cast<IntegerAttr>(attr).getInt();
    return values.lookup(cast<Value>(entry)).number;
  });
}

RuntimeValue Frame::evaluate(ScatterNDUpdateOp op) {
  RuntimeValue data = getDestination(op.getData());
  check(reference::evaluateScatterNDUpdate(
      {op.getReduction(), op.getOutOfBounds(), op.getNegativeIndices()},
      values.lookup(op.getIndices()).buffer->view(),
      values.lookup(op.getUpdates()).buffer->view(), data.buffer->view(),
      findPosition(op.getLoc())));
  return data;
}

RuntimeValue Frame::evaluate(GatherNDOp op) {
  if (op.getFill()) {
    op.emitError("not interpreted with a fill");
    std::exit(1);
  }
  RuntimeValue out = getDestination(op.getOut());
  check(reference::evaluateGatherND(
      {op.getOutOfBounds(), op.getNegativeIndices(), op.getNumBatchDims()},
      values.lookup(op.getIndices()).buffer->view(),
      values.lookup(op.getData()).buffer->view(), out.buffer->view(),
      findPosition(op.getLoc())));
  return out;
}

RuntimeValue Frame::evaluate(SliceScatterOp op) {
  RuntimeValue data = getDestination(op.getData());
  reference::SliceScatterConfig config;
  config.start = getNumbers(op.getMixedStart());
  config.stop = getNumbers(op.getMixedStop());
  config.step = getNumbers(op.getMixedStep());
  llvm::append_range(config.axes, op.getAxes());
  check(reference::evaluateSliceScatter(
      config, values.lookup(op.getUpdates()).buffer->view(),
      data.buffer->view(), findPosition(op.getLoc())));
  return data;
}

RuntimeValue Frame::evaluate(Operation *op) {
  return TypeSwitch<Operation *, RuntimeValue>(op)
      .Case<ScatterNDUpdateOp, GatherNDOp, SliceScatterOp>(
          [&](auto update) { return evaluate(update); })
      .Case([&](arith::ConstantOp constant) -> RuntimeValue {
        if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
          return {nullptr, number.getInt()};
        return {std::make_shared<reference::OwnedBuffer>(
            *reference::OwnedBuffer::fromAttr(
                cast<DenseElementsAttr>(constant.getValue())))};
      })
      .Case<tensor::CastOp, memref::CastOp, tensor::BitcastOp,
            bufferization::ToBufferOp>(
          [&](auto cast) { return values.lookup(cast->getOperand(0)); })
      .Case([&](func::CallOp call) {
        auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr());
        return Frame().run(
            callee, llvm::map_to_vector(call.getOperands(), [&](Value v) {
              return values.lookup(v);
            }));
      })
      .Default([](Operation *other) -> RuntimeValue {
        other->emitError("not interpreted");
        std::exit(1);
      });
}

RuntimeValue Frame::run(func::FuncOp func, ArrayRef<RuntimeValue> arguments) {
  for (auto [parameter, argument] :
       llvm::zip_equal(func.getArguments(), arguments))
    values[parameter] = argument;
  for (Operation &op : func.getBody().front()) {
    if (isa<func::ReturnOp>(op))
      return op.getNumOperands() ? values.lookup(op.getOperand(0))
                                 : RuntimeValue();
    RuntimeValue result = evaluate(&op);
    if (op.getNumResults())
      values[op.getResult(0)] = result;
  }
  llvm_unreachable("a function ends with a return");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: scatter-evaluate FILE\n";
    return 1;
  }
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceFile<ModuleOp>(argv[1], ParserConfig(&context));
  if (!module)
    return 1;
  Frame().run(module->lookupSymbol<func::FuncOp>("main"), {});
  return 0;
}
