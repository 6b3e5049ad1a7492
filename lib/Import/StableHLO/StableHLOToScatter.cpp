//===- StableHLOToScatter.cpp - StableHLO to scatter and upstream ---------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "StableHLOScalars.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Passes.h"
#include "scatter/Import/Utils/Reports.h"
#include "scatter/Import/Utils/SizedShapes.h"

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
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOSCATTERPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// The converters of ops that are not elementwise.
static const llvm::StringMap<Converter> &getConverters() {
  static const llvm::StringMap<Converter> table = {
      {"chlo.top_k", convertTopK},
      {"sdy.mesh", convertIdentity},
      {"sdy.sharding_constraint", convertIdentity},
      {"stablehlo.broadcast_in_dim", convertBroadcastInDim},
      {"stablehlo.case", convertCase},
      {"stablehlo.composite", convertComposite},
      {"stablehlo.concatenate", convertConcatenate},
      {"stablehlo.constant", convertConstant},
      {"stablehlo.custom_call", convertCustomCall},
      {"stablehlo.dot", convertDot},
      {"stablehlo.dot_general", convertDotGeneral},
      {"stablehlo.dynamic_broadcast_in_dim", convertDynamicBroadcastInDim},
      {"stablehlo.dynamic_gather", convertGather},
      {"stablehlo.dynamic_iota", convertDynamicIota},
      {"stablehlo.dynamic_pad", convertDynamicPad},
      {"stablehlo.dynamic_reshape", convertDynamicReshape},
      {"stablehlo.dynamic_slice", convertDynamicSlice},
      {"stablehlo.dynamic_update_slice", convertDynamicUpdateSlice},
      {"stablehlo.gather", convertGather},
      {"stablehlo.get_dimension_size", convertGetDimensionSize},
      {"stablehlo.if", convertIf},
      {"stablehlo.iota", convertIota},
      {"stablehlo.optimization_barrier", convertIdentity},
      {"stablehlo.pad", convertPad},
      {"stablehlo.real_dynamic_slice", convertRealDynamicSlice},
      {"stablehlo.reduce", convertReduce},
      {"stablehlo.reduce_window", convertReduceWindow},
      {"stablehlo.reshape", convertReshape},
      {"stablehlo.reverse", convertReverse},
      {"stablehlo.scatter", convertScatter},
      {"stablehlo.select_and_scatter", convertSelectAndScatter},
      {"stablehlo.slice", convertSlice},
      {"stablehlo.sort", convertSort},
      {"stablehlo.transpose", convertTranspose},
      {"stablehlo.while", convertWhile},
  };
  return table;
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

Value scatter::clampStart(ImplicitLocOpBuilder &b, Value start,
                          OpFoldResult last) {
  Value raised = arith::MaxSIOp::create(b, start, getIndex(b, 0));
  return arith::MinSIOp::create(b, raised, toValue(b, last));
}

/// Returns `value`, which replaces result `i`, in the type of the result. The
/// program checks the sizes that this type adds.
static Value conform(OpConversion &c, unsigned i, Value value) {
  if (value.getType() == c.op->getResult(i).getType())
    return value;
  RankedTensorType type = c.resultType(i);
  Sizes sizes = getSizes(c.b, value);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (type.isDynamicDim(dim) || getKnown(size))
      continue;
    OpFoldResult expected = c.b.getIndexAttr(type.getDimSize(dim));
    reportUnless(c.b,
                 "'" + c.op->getName().getStringRef() + "': result " + Twine(i),
                 emitIsEqual(c.b, size, expected), SCATTER_OPERAND_EQUAL, dim,
                 size, expected);
    size = expected;
  }
  value = withSizes(c.b, value, sizes);
  return value.getType() == type
             ? value
             : tensor::CastOp::create(c.b, type, value).getResult();
}

/// Whether the elements of `type` are of the quant dialect, which need not be
/// registered.
static bool isQuantized(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto opaque = dyn_cast<OpaqueType>(element);
  return (opaque ? opaque.getDialectNamespace().strref()
                 : element.getDialect().getNamespace()) == "quant";
}

static LogicalResult convertOp(Operation *op) {
  OpConversion conversion(op);
  auto types = llvm::concat<Type>(SmallVector<Type>(op->getOperandTypes()),
                                  SmallVector<Type>(op->getResultTypes()));
  for (Type type : types)
    if (isQuantized(type))
      return conversion.error()
             << "expected elements that are not quantized, found " << type;
  Converter converter =
      getElementwise(op) ? convertElementwise
                         : getConverters().lookup(op->getName().getStringRef());
  if (!converter)
    return conversion.error() << "expected an op that can be converted";
  if (failed(converter(conversion)))
    return failure();
  conversion.b.setInsertionPoint(op);
  for (auto [i, result] : llvm::enumerate(conversion.results))
    result = conform(conversion, i, result);
  op->replaceAllUsesWith(conversion.results);
  op->erase();
  return success();
}

bool scatter::isStableHLO(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy";
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

/// Inlines `call`.
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

/// Whether `op` is in the computation of a scatter or a reduction, which is a
/// region on elements.
static bool isInComputation(Operation *op) {
  while ((op = op->getParentOp()) && isStableHLO(op)) {
    StringRef name = op->getName().getStringRef();
    if (name != "stablehlo.while" && name != "stablehlo.if" &&
        name != "stablehlo.case")
      return true;
  }
  return false;
}

/// Whether `call` has to be inlined before ops are converted. In computations
/// jnp functions are functions of their own. Functions on tensors of dynamic
/// sizes compute them from arguments, which tell more when they are known.
static bool isInlinedFirst(func::CallOp call) {
  if (isInComputation(call))
    return true;
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  return llvm::any_of(call.getOperandTypes(), isDynamic) ||
         llvm::any_of(call.getResultTypes(), isDynamic);
}

/// Makes the composites in computations calls of their decompositions.
static LogicalResult callComposites(ModuleOp module) {
  SmallVector<Operation *> composites;
  module.walk([&](Operation *op) {
    if (op->getName().getStringRef() == "stablehlo.composite" &&
        isInComputation(op))
      composites.push_back(op);
  });
  for (Operation *op : composites) {
    OpConversion conversion(op);
    if (failed(convertComposite(conversion)))
      return failure();
    op->replaceAllUsesWith(conversion.results);
    op->erase();
  }
  return success();
}

/// Inlines these calls and erases the private functions that only they use.
static LogicalResult inlineCalls(ModuleOp module) {
  constexpr unsigned kMaxDepth = 64;
  for (unsigned depth = 0; depth < kMaxDepth; ++depth) {
    if (failed(callComposites(module)))
      return failure();
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      if (isInlinedFirst(call))
        calls.push_back(call);
    });
    if (calls.empty())
      return success();
    llvm::SmallSetVector<func::FuncOp, 8> callees;
    for (func::CallOp call : calls) {
      callees.insert(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr()));
      if (failed(inlineCall(call)))
        return failure();
    }
    for (func::FuncOp callee : callees)
      if (callee.isPrivate() &&
          SymbolTable::symbolKnownUseEmpty(callee.getNameAttr(), module))
        callee.erase();
  }
  return emitError(module.getLoc(), "calls that are inlined: expected at most ")
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
    if (failed(inlineCalls(module)) || failed(convertBlock(*module.getBody())))
      return signalPassFailure();
    module.walk([](Operation *op) {
      dropForeignAttributes(op);
      op->removeDiscardableAttr(kKeepsSizesAttr);
    });
  }
};

} // namespace
