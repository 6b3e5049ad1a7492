//===- ScalarRegion.cpp - regions of ops on scalars -----------------------===//

#include "ScalarRegion.h"

#include "StableHLOScalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace scatter;

/// Returns the ops before the `stablehlo.return` at the end of the block. That
/// op is not registered, so it is not known to be a terminator.
static auto getOps(Block &body) {
  return llvm::make_range(body.begin(), std::prev(body.end()));
}

static LogicalResult checkConstant(const OpConversion &c, StringRef name,
                                   Operation &op) {
  OpConversion inner(&op);
  auto value = dyn_cast_or_null<DenseElementsAttr>(op.getAttr("value"));
  if (failed(inner.checkTensors(0, 1)))
    return failure();
  if (!value || value.getType() != inner.resultType() ||
      inner.resultType().getRank() != 0)
    return c.error() << name << ": expected scalar constants, found '" << op
                     << "'";
  return success();
}

/// Whether `op` gives its operands, scalars, as they are.
static bool isScalarIdentity(Operation &op) {
  StringRef name = op.getName().getStringRef();
  if (name != "stablehlo.optimization_barrier" && op.getNumOperands() != 1)
    return false;
  return (name == "stablehlo.broadcast_in_dim" || name == "stablehlo.reshape" ||
          name == "stablehlo.optimization_barrier") &&
         op.getOperandTypes() == op.getResultTypes();
}

/// Whether all operands and results of `op` are scalars.
static bool isOnScalars(const OpConversion &inner) {
  auto isScalar = [](Type type) {
    return cast<RankedTensorType>(type).getRank() == 0;
  };
  return llvm::all_of(inner.op->getOperandTypes(), isScalar) &&
         llvm::all_of(inner.op->getResultTypes(), isScalar);
}

static LogicalResult checkBody(const OpConversion &c, Region &region,
                               StringRef name, TypeRange arguments,
                               TypeRange results);

/// Whether `op` is an `if`, `case`, `while` or `map`.
static bool hasScalarRegions(Operation &op) {
  StringRef name = op.getName().getStringRef();
  return name == "stablehlo.if" || name == "stablehlo.case" ||
         name == "stablehlo.while" || name == "stablehlo.map";
}

/// Checks an op with regions, on scalars.
static LogicalResult checkRegions(const OpConversion &c, StringRef name,
                                  Operation &op) {
  OpConversion inner(&op);
  StringRef opName = op.getName().getStringRef();
  TypeRange operands = op.getOperandTypes(), results = op.getResultTypes();
  if (failed(inner.checkTensors()))
    return failure();
  if (!isOnScalars(inner))
    return inner.error() << "expected scalars as operands and results";
  auto boolean = RankedTensorType::get({}, inner.b.getI1Type());
  unsigned regions = op.getNumRegions();
  if (opName == "stablehlo.while") {
    if (regions != 2 || operands != results)
      return inner.error() << "expected two regions and results of the types "
                           << "of the operands";
    return success(
        succeeded(checkBody(c, op.getRegion(0), name, operands, boolean)) &&
        succeeded(checkBody(c, op.getRegion(1), name, operands, results)));
  }
  if (opName == "stablehlo.map")
    return regions == 1
               ? checkBody(c, op.getRegion(0), name, operands, results)
               : inner.error() << "expected one region, found " << regions;
  bool isIf = opName == "stablehlo.if";
  Type selector =
      isIf ? boolean : RankedTensorType::get({}, inner.b.getI32Type());
  if (operands != TypeRange(selector) || regions == 0 || (isIf && regions != 2))
    return inner.error() << "expected one operand of type " << selector
                         << " and " << (isIf ? "two regions" : "regions");
  for (Region &region : op.getRegions())
    if (failed(checkBody(c, region, name, {}, results)))
      return failure();
  return success();
}

/// Checks that `op` is elementwise, on scalars of one type.
static LogicalResult checkElementwise(const OpConversion &c, StringRef name,
                                      Operation &op) {
  OpConversion inner(&op);
  if (hasScalarRegions(op))
    return checkRegions(c, name, op);
  if (isScalarIdentity(op) && succeeded(inner.checkTensors()) &&
      isOnScalars(inner))
    return success();
  const ElementwiseOp *elementwise = getElementwise(&op);
  if (!elementwise)
    return c.error() << name << ": expected elementwise ops, found '"
                     << op.getName() << "'";
  if (failed(inner.checkTensors(elementwise->operands, 1)))
    return failure();
  unsigned first = op.getName().getStringRef() == "stablehlo.select" ? 1 : 0;
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    if (inner.operandType(i).getRank() != 0 ||
        (i >= first &&
         op.getOperand(i).getType() != op.getOperand(first).getType()))
      return inner.error() << "operand " << i
                           << ": expected scalars of one type, found "
                           << inner.operandType(i);
  return success();
}

static LogicalResult checkBody(const OpConversion &c, Region &region,
                               StringRef name, TypeRange arguments,
                               TypeRange results) {
  if (!region.hasOneBlock())
    return c.error() << name << ": expected one block";
  Block &body = region.front();
  if (body.empty() || !isReturn(body.back()) ||
      body.getNumArguments() != arguments.size() ||
      body.back().getNumOperands() != results.size())
    return c.error() << name << ": expected " << arguments.size()
                     << " arguments and a 'stablehlo.return' of "
                     << results.size() << " values";
  for (auto [i, type] : llvm::enumerate(arguments))
    if (body.getArgument(i).getType() != type)
      return c.error() << name << ": expected argument " << i
                       << " to have the type " << type << ", found "
                       << body.getArgument(i).getType();
  for (auto [i, type] : llvm::enumerate(results))
    if (body.back().getOperand(i).getType() != type)
      return c.error() << name << ": expected result " << i
                       << " to have the type " << type << ", found "
                       << body.back().getOperand(i).getType();
  for (Operation &op : body)
    for (Value operand : op.getOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.getType());
          operand.getParentBlock() != &body && (!type || type.getRank() != 0))
        return c.error() << name << ": expected operands from the region "
                         << "itself or scalars, found " << operand.getType();
  for (Operation &op : getOps(body)) {
    bool isConstant = op.getName().getStringRef() == "stablehlo.constant";
    if (failed(isConstant ? checkConstant(c, name, op)
                          : checkElementwise(c, name, op)))
      return failure();
  }
  return success();
}

LogicalResult scatter::checkScalarRegion(const OpConversion &c, Region &region,
                                         StringRef name, TypeRange arguments,
                                         TypeRange results) {
  return checkBody(c, region, name, arguments, results);
}

/// The ops of `body` and the values in it that `values` depend on.
static llvm::SmallPtrSet<void *, 16> findDependencies(ValueRange values,
                                                      Block &body) {
  llvm::SmallPtrSet<void *, 16> found;
  SmallVector<Value> pending(values);
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!found.insert(next.getAsOpaquePointer()).second)
      continue;
    if (Operation *op = next.getDefiningOp(); op && op->getBlock() == &body) {
      found.insert(op);
      // With what the ops in its regions use.
      op->walk([&](Operation *nested) {
        llvm::append_range(pending, nested->getOperands());
      });
    }
  }
  return found;
}

bool scatter::dependsOnArguments(Value value, Block &body, unsigned begin,
                                 unsigned end) {
  llvm::SmallPtrSet<void *, 16> found = findDependencies(value, body);
  return llvm::any_of(body.getArguments().slice(begin, end - begin),
                      [&](Value argument) {
                        return found.contains(argument.getAsOpaquePointer());
                      });
}

namespace {

/// Emits ops on scalars.
class RegionEmitter {
public:
  explicit RegionEmitter(Region &region) : region(region) {}

  void map(Value value, Value scalar) { scalars.map(value, scalar); }
  Value lookup(ImplicitLocOpBuilder &b, Value value);
  SmallVector<Value> lookup(ImplicitLocOpBuilder &b, ValueRange values) {
    return llvm::map_to_vector(values,
                               [&](Value value) { return lookup(b, value); });
  }
  LogicalResult emit(ImplicitLocOpBuilder &b, Operation &op);

private:
  /// Emits the block of `nested`, for which `args` are the arguments, and
  /// returns in `results` what it returns.
  LogicalResult emitBody(ImplicitLocOpBuilder &b, Region &nested,
                         ValueRange args, SmallVectorImpl<Value> &results);
  /// Emits the block of `nested` at the end of `block`, and an `Op` with what
  /// it returns.
  template <typename Op>
  LogicalResult emitBlock(ImplicitLocOpBuilder &b, Region &nested,
                          Block &block);
  LogicalResult emitIf(ImplicitLocOpBuilder &b, Operation &op);
  LogicalResult emitCase(ImplicitLocOpBuilder &b, Operation &op);
  LogicalResult emitWhile(ImplicitLocOpBuilder &b, Operation &op);

  Region &region;
  IRMapping scalars;
};

} // namespace

Value RegionEmitter::lookup(ImplicitLocOpBuilder &b, Value value) {
  if (!scalars.contains(value) && !region.isAncestor(value.getParentRegion())) {
    // A scalar from outside is read before the loops.
    ImplicitLocOpBuilder outside(b.getLoc(), region.getParentOp());
    scalars.map(value, readElement(outside, value, 0));
  }
  return scalars.lookup(value);
}

LogicalResult RegionEmitter::emitBody(ImplicitLocOpBuilder &b, Region &nested,
                                      ValueRange args,
                                      SmallVectorImpl<Value> &results) {
  Block &body = nested.front();
  scalars.map(body.getArguments(), args);
  for (Operation &op : getOps(body))
    if (failed(emit(b, op)))
      return failure();
  llvm::append_range(results, lookup(b, body.back().getOperands()));
  return success();
}

template <typename Op>
LogicalResult RegionEmitter::emitBlock(ImplicitLocOpBuilder &b, Region &nested,
                                       Block &block) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&block);
  SmallVector<Value> results;
  if (failed(emitBody(b, nested, block.getArguments(), results)))
    return failure();
  if constexpr (std::is_same_v<Op, scf::ConditionOp>)
    scf::ConditionOp::create(b, results.front(), block.getArguments());
  else
    Op::create(b, results);
  return success();
}

/// Returns the types of the scalars of `types`.
static SmallVector<Type> getScalarTypes(TypeRange types) {
  return llvm::map_to_vector(
      types, [](Type type) { return getSignless(getElementTypeOrSelf(type)); });
}

LogicalResult RegionEmitter::emitIf(ImplicitLocOpBuilder &b, Operation &op) {
  auto branch = scf::IfOp::create(b, getScalarTypes(op.getResultTypes()),
                                  lookup(b, op.getOperand(0)),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  scalars.map(op.getResults(), branch.getResults());
  return success(succeeded(emitBlock<scf::YieldOp>(b, op.getRegion(0),
                                                   *branch.thenBlock())) &&
                 succeeded(emitBlock<scf::YieldOp>(b, op.getRegion(1),
                                                   *branch.elseBlock())));
}

LogicalResult RegionEmitter::emitCase(ImplicitLocOpBuilder &b, Operation &op) {
  Value index = toIndex(b, lookup(b, op.getOperand(0)), /*isUnsigned=*/false);
  // An index that is out of range selects the last region, which is the
  // default.
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(0, op.getNumRegions() - 1));
  auto branch = scf::IndexSwitchOp::create(
      b, getScalarTypes(op.getResultTypes()), index, cases, cases.size());
  scalars.map(op.getResults(), branch.getResults());
  for (auto [i, nested] : llvm::enumerate(op.getRegions())) {
    Region &target = i < cases.size() ? branch.getCaseRegions()[i]
                                      : branch.getDefaultRegion();
    if (failed(emitBlock<scf::YieldOp>(b, nested, target.emplaceBlock())))
      return failure();
  }
  return success();
}

LogicalResult RegionEmitter::emitWhile(ImplicitLocOpBuilder &b, Operation &op) {
  SmallVector<Value> inits = lookup(b, op.getOperands());
  SmallVector<Type> types = getScalarTypes(op.getResultTypes());
  auto loop = scf::WhileOp::create(b, types, inits);
  scalars.map(op.getResults(), loop.getResults());
  SmallVector<Location> locs(types.size(), b.getLoc());
  Block &before = loop.getBefore().emplaceBlock();
  before.addArguments(types, locs);
  Block &after = loop.getAfter().emplaceBlock();
  after.addArguments(types, locs);
  return success(
      succeeded(emitBlock<scf::ConditionOp>(b, op.getRegion(0), before)) &&
      succeeded(emitBlock<scf::YieldOp>(b, op.getRegion(1), after)));
}

LogicalResult RegionEmitter::emit(ImplicitLocOpBuilder &b, Operation &op) {
  StringRef name = op.getName().getStringRef();
  if (name == "stablehlo.constant") {
    auto value = cast<DenseElementsAttr>(op.getAttr("value"));
    scalars.map(op.getResult(0), emitConstantElement(b, value, 0));
    return success();
  }
  if (name == "stablehlo.if")
    return emitIf(b, op);
  if (name == "stablehlo.case")
    return emitCase(b, op);
  if (name == "stablehlo.while")
    return emitWhile(b, op);
  SmallVector<Value> operands = lookup(b, op.getOperands());
  if (name == "stablehlo.map") {
    SmallVector<Value> results;
    if (failed(emitBody(b, op.getRegion(0), operands, results)))
      return failure();
    scalars.map(op.getResults(), results);
    return success();
  }
  if (isScalarIdentity(op)) {
    scalars.map(op.getResults(), operands);
    return success();
  }
  Value result = emitScalar(b, &op, operands);
  if (!result)
    return failure();
  scalars.map(op.getResult(0), result);
  return success();
}

LogicalResult scatter::emitScalarValues(ImplicitLocOpBuilder &b, Region &region,
                                        ArrayRef<Value> args, ValueRange values,
                                        SmallVectorImpl<Value> &results) {
  Block &body = region.front();
  llvm::SmallPtrSet<void *, 16> needed = findDependencies(values, body);
  RegionEmitter emitter(region);
  for (auto [argument, scalar] : llvm::zip_equal(body.getArguments(), args))
    if (scalar)
      emitter.map(argument, scalar);
  for (Operation &op : getOps(body))
    if (needed.contains(&op) && failed(emitter.emit(b, op)))
      return failure();
  llvm::append_range(results, emitter.lookup(b, values));
  return success();
}

LogicalResult scatter::emitScalarRegion(ImplicitLocOpBuilder &b, Region &region,
                                        ValueRange args,
                                        SmallVectorImpl<Value> &results) {
  return emitScalarValues(b, region, llvm::to_vector(args),
                          region.front().back().getOperands(), results);
}
