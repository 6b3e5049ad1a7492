//===- StableHLOToScatter.cpp - StableHLO to scatter and upstream ---------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "StableHLOScalars.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Passes.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOSCATTERPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The converters of ops that are not elementwise.
static const llvm::StringMap<Converter> &getConverters() {
  static const llvm::StringMap<Converter> table = {
      {"stablehlo.broadcast_in_dim", convertBroadcastInDim},
      {"stablehlo.case", convertCase},
      {"stablehlo.composite", convertComposite},
      {"stablehlo.concatenate", convertConcatenate},
      {"stablehlo.constant", convertConstant},
      {"stablehlo.custom_call", convertCustomCall},
      {"stablehlo.dot", convertDot},
      {"stablehlo.dot_general", convertDotGeneral},
      {"stablehlo.dynamic_gather", convertGather},
      {"stablehlo.dynamic_slice", convertDynamicSlice},
      {"stablehlo.dynamic_update_slice", convertDynamicUpdateSlice},
      {"stablehlo.gather", convertGather},
      {"stablehlo.if", convertIf},
      {"stablehlo.iota", convertIota},
      {"stablehlo.optimization_barrier", convertIdentity},
      {"stablehlo.pad", convertPad},
      {"stablehlo.reduce", convertReduce},
      {"stablehlo.reduce_window", convertReduceWindow},
      {"stablehlo.reshape", convertReshape},
      {"stablehlo.reverse", convertReverse},
      {"stablehlo.scatter", convertScatter},
      {"stablehlo.select_and_scatter", convertSelectAndScatter},
      {"stablehlo.slice", convertSlice},
      {"stablehlo.transpose", convertTranspose},
      {"stablehlo.while", convertWhile},
  };
  return table;
}

InFlightDiagnostic OpConversion::error() const {
  InFlightDiagnostic diagnostic = emitError(op->getLoc());
  diagnostic << "'" << op->getName() << "': ";
  return diagnostic;
}

FailureOr<SmallVector<int64_t>> OpConversion::integers(StringRef name,
                                                       int64_t count) const {
  Attribute attr = attribute(name);
  std::optional<SmallVector<int64_t>> values = parseIntegers(attr);
  if (values && (count < 0 || int64_t(values->size()) == count))
    return *values;
  InFlightDiagnostic diagnostic = error()
                                  << "attribute '" << name << "': expected ";
  if (count >= 0)
    diagnostic << count << ' ';
  return diagnostic << "integers, found " << attr;
}

LogicalResult OpConversion::checkTensors() const {
  auto check = [&](StringRef kind, TypeRange types) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding() ||
          findSizeViolation(tensor))
        return error() << kind << ' ' << i
                       << ": expected a tensor of static shape, found " << type;
      if (tensor.getRank() > kMaxModelRank)
        return error() << kind << ' ' << i << ": expected "
                       << findModelViolation(tensor);
      // Constants of other element types hold strings.
      if (!isa<IntegerType, FloatType, ComplexType, IndexType>(
              tensor.getElementType()))
        return error() << kind << ' ' << i << ": expected elements that are "
                       << "numbers, found " << type;
    }
    return success();
  };
  return success(succeeded(check("operand", op->getOperandTypes())) &&
                 succeeded(check("result", op->getResultTypes())));
}

LogicalResult OpConversion::checkTensors(unsigned operands,
                                         unsigned results) const {
  if (op->getNumOperands() != operands || op->getNumResults() != results)
    return error() << "expected " << operands << " operands and " << results
                   << " results, found " << op->getNumOperands() << " and "
                   << op->getNumResults();
  return checkTensors();
}

LogicalResult OpConversion::checkResult(Type expected, unsigned i) const {
  if (op->getResult(i).getType() == expected)
    return success();
  return error() << "result " << i << ": expected " << expected << ", found "
                 << op->getResult(i).getType();
}

bool scatter::isReturn(Operation &op) {
  return op.getName().getStringRef() == "stablehlo.return" &&
         op.getNumResults() == 0;
}

bool scatter::areDistinctDims(ArrayRef<int64_t> dims, int64_t rank) {
  return llvm::all_of(dims, [&](int64_t dim) {
    return dim >= 0 && dim < rank && llvm::count(dims, dim) == 1;
  });
}

Value scatter::clampStart(ImplicitLocOpBuilder &b, Value start, int64_t last) {
  Value raised = arith::MaxSIOp::create(b, start, getIndex(b, 0));
  return arith::MinSIOp::create(b, raised, getIndex(b, last));
}

static LogicalResult convertOp(Operation *op) {
  OpConversion conversion(op);
  Converter converter =
      getElementwise(op) ? convertElementwise
                         : getConverters().lookup(op->getName().getStringRef());
  if (!converter)
    return conversion.error() << "expected an op that can be converted";
  if (failed(converter(conversion)))
    return failure();
  op->replaceAllUsesWith(conversion.results);
  op->erase();
  return success();
}

bool scatter::isStableHLO(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "stablehlo" || dialect == "chlo";
}

LogicalResult scatter::convertBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isStableHLO(&op)) {
      if (failed(convertOp(&op)))
        return failure();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        if (failed(convertBlock(nested)))
          return failure();
  }
  return success();
}

/// Inlines `call`, which is in the region of an op of StableHLO.
static LogicalResult inlineCall(func::CallOp call) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!function || function.isExternal() || !function.getBody().hasOneBlock() ||
      function->isAncestor(call))
    return call.emitError("'")
           << call.getCallee()
           << "': expected a function with one block, which does not call "
              "itself";
  IRMapping mapping;
  mapping.map(function.getArguments(), call.getOperands());
  OpBuilder b(call);
  Block &body = function.getBody().front();
  for (Operation &op : body.without_terminator())
    b.clone(op, mapping);
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
  return success();
}

/// Inlines the calls in regions of elements, such as computations of scatters
/// and reductions: jnp functions are functions of their own.
static LogicalResult inlineCallsOnElements(ModuleOp module) {
  constexpr unsigned kMaxDepth = 64;
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      Operation *parent = call->getParentOp();
      StringRef name = parent->getName().getStringRef();
      if (isStableHLO(parent) && name != "stablehlo.while" &&
          name != "stablehlo.if" && name != "stablehlo.case")
        calls.push_back(call);
    });
    if (calls.empty())
      return success();
    for (func::CallOp call : calls)
      if (failed(inlineCall(call)))
        return failure();
  }
  return emitError(module.getLoc(), "calls in regions: expected at most ")
         << kMaxDepth << " inside each other, found more";
}

/// Returns the attributes of `dictionary` without those of dialects that are
/// not registered. No later pass reads these.
static DictionaryAttr dropForeign(DictionaryAttr dictionary) {
  SmallVector<NamedAttribute> kept;
  llvm::copy_if(dictionary, std::back_inserter(kept), [](NamedAttribute attr) {
    return !attr.getName().getValue().contains('.') || attr.getNameDialect();
  });
  return DictionaryAttr::get(dictionary.getContext(), kept);
}

static void dropForeignAttributes(Operation *op) {
  op->setDiscardableAttrs(dropForeign(op->getDiscardableAttrDictionary()));
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (DictionaryAttr attrs = function.getArgAttrDict(i))
      function.setArgAttrs(i, dropForeign(attrs));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (DictionaryAttr attrs = function.getResultAttrDict(i))
      function.setResultAttrs(i, dropForeign(attrs));
}

namespace {

struct ConvertStableHLOToScatterPass
    : scatter::impl::ConvertStableHLOToScatterPassBase<
          ConvertStableHLOToScatterPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool isNeeded = module
                        .walk([](Operation *op) {
                          return isStableHLO(op) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
                        })
                        .wasInterrupted();
    if (!isNeeded)
      return;
    if (failed(inlineCallsOnElements(module)) ||
        failed(convertBlock(*module.getBody())))
      return signalPassFailure();
    module.walk(dropForeignAttributes);
  }
};

} // namespace
