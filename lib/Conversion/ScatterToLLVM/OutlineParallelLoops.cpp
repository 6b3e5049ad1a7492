//===- OutlineParallelLoops.cpp - calls of scatter_parallel_for -----------===//

#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTEROUTLINEPARALLELLOOPSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Returns the op of type OpT if it is the only op before the terminator of
/// `region`, and `region` has a single block.
template <typename OpT>
static OpT getOnlyOp(Region &region) {
  if (!region.hasOneBlock() ||
      !llvm::hasSingleElement(region.front().without_terminator()))
    return nullptr;
  return dyn_cast<OpT>(region.front().front());
}

/// Returns the loop in `parallel` if it runs from 0 with one thread per
/// iteration, and the region holds nothing else.
static omp::LoopNestOp getLoop(omp::ParallelOp parallel) {
  auto sharing = getOnlyOp<omp::WsloopOp>(parallel.getRegion());
  if (!sharing || !parallel.getNumThreads() ||
      parallel->getNumOperands() != 1 || sharing->getNumOperands() != 0)
    return nullptr;
  // getOnlyOp does not apply: the block of this region has no terminator.
  if (!llvm::hasSingleElement(sharing.getRegion()) ||
      !llvm::hasSingleElement(sharing.getRegion().front()))
    return nullptr;
  auto loop = dyn_cast<omp::LoopNestOp>(sharing.getRegion().front().front());
  if (!loop || loop.getIVs().size() != 1 || loop.getLoopInclusive() ||
      loop.getLoopUpperBounds()[0] != parallel.getNumThreads() ||
      getConstantIntValue(loop.getLoopLowerBounds()[0]) != 0 ||
      getConstantIntValue(loop.getLoopSteps()[0]) != 1)
    return nullptr;
  return loop;
}

namespace {
/// Outlines the loop of one region.
class LoopOutliner {
public:
  LoopOutliner(omp::ParallelOp parallel, omp::LoopNestOp loop, ModuleOp module,
               SymbolTable &symbols)
      : parallel(parallel), loop(loop), module(module), symbols(symbols),
        b(parallel.getLoc(), parallel),
        pointer(LLVM::LLVMPointerType::get(b.getContext())) {}

  LogicalResult outline();

private:
  void hoistExtractions();
  void captureValues();
  LLVM::LLVMFuncOp makeFunction();
  Value packContext();

  omp::ParallelOp parallel;
  omp::LoopNestOp loop;
  ModuleOp module;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
  Type pointer;
  /// Values from outside that the loop uses. Constants are cloned into the
  /// function instead of being captured.
  SmallVector<Value> captured;
  SmallVector<Operation *> constants;
  LLVM::LLVMStructType contextType;
};
} // namespace

/// Moves extractions from values that are defined outside of the loop out of
/// it, where most of them fold. The fields of a descriptor are then captured
/// instead of the whole descriptor.
void LoopOutliner::hoistExtractions() {
  SmallVector<LLVM::ExtractValueOp> extractions;
  loop.getRegion().walk([&](LLVM::ExtractValueOp extraction) {
    if (!loop.getRegion().isAncestor(
            extraction.getContainer().getParentRegion()))
      extractions.push_back(extraction);
  });
  llvm::DenseMap<std::pair<Value, Attribute>, Value> hoisted;
  for (LLVM::ExtractValueOp extraction : extractions) {
    Value &value =
        hoisted[{extraction.getContainer(), extraction.getPositionAttr()}];
    if (!value)
      value = b.createOrFold<LLVM::ExtractValueOp>(extraction.getContainer(),
                                                   extraction.getPosition());
    extraction.replaceAllUsesWith(value);
    extraction.erase();
  }
}

void LoopOutliner::captureValues() {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(loop.getRegion(), values);
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    if (isa_and_present<LLVM::ConstantOp, LLVM::ZeroOp, LLVM::PoisonOp,
                        LLVM::UndefOp, LLVM::AddressOfOp>(op))
      constants.push_back(op);
    else
      captured.push_back(value);
  }
  contextType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), llvm::map_to_vector(captured, [](Value value) {
        return value.getType();
      }));
}

/// Moves the body of the loop to a new function, whose arguments are a context
/// and an index.
LLVM::LLVMFuncOp LoopOutliner::makeFunction() {
  Type i64 = b.getI64Type();
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(b.getContext()), {pointer, i64});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(module.getBody());
  auto function = LLVM::LLVMFuncOp::create(b, "scatter_parallel", type,
                                           LLVM::Linkage::Internal);
  symbols.insert(function);
  Region &body = function.getBody();
  body.takeBody(loop.getRegion());
  for (Block &block : body)
    if (auto end = dyn_cast<omp::YieldOp>(block.getTerminator())) {
      b.setInsertionPoint(end);
      LLVM::ReturnOp::create(b, ValueRange());
      end.erase();
    }

  Block &entry = body.front();
  BlockArgument context = entry.insertArgument(0u, pointer, b.getLoc());
  b.setInsertionPointToStart(&entry);
  auto replace = [&](Value outer, Value inner) {
    replaceAllUsesInRegionWith(outer, inner, body);
  };
  for (Operation *constant : constants)
    replace(constant->getResult(0), b.clone(*constant)->getResult(0));
  for (auto [i, value] : llvm::enumerate(captured)) {
    Value field = LLVM::GEPOp::create(b, pointer, contextType, context,
                                      ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    replace(value, LLVM::LoadOp::create(b, value.getType(), field));
  }
  return function;
}

/// Stores the captured values in a context on the stack and returns its
/// address.
Value LoopOutliner::packContext() {
  if (captured.empty())
    return LLVM::ZeroOp::create(b, pointer);
  Value context;
  {
    OpBuilder::InsertionGuard guard(b);
    // The threads of an enclosing region have a context each.
    auto outer = parallel->getParentOfType<omp::OutlineableOpenMPOpInterface>();
    auto function = parallel->getParentOfType<LLVM::LLVMFuncOp>();
    b.setInsertionPointToStart(outer ? outer.getAllocaBlock()
                                     : &function.getBody().front());
    Value one = LLVM::ConstantOp::create(b, b.getI64Type(), 1);
    context = LLVM::AllocaOp::create(b, pointer, contextType, one);
  }
  for (auto [i, value] : llvm::enumerate(captured)) {
    Value field = LLVM::GEPOp::create(b, pointer, contextType, context,
                                      ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    LLVM::StoreOp::create(b, value, field);
  }
  return context;
}

LogicalResult LoopOutliner::outline() {
  auto parallelFor = getRuntimeFunction(b, module, kParallelFor);
  if (failed(parallelFor))
    return failure();
  hoistExtractions();
  captureValues();
  Value count = parallel.getNumThreads();
  Value context = packContext();
  LLVM::LLVMFuncOp function = makeFunction();
  // LLVM then knows that the bounds of a thread's range do not overflow.
  if (int64_t limit = getConstantIntValue(count).value_or(0); limit > 0)
    function.setArgAttr(
        1, LLVM::LLVMDialect::getRangeAttrName(),
        LLVM::ConstantRangeAttr::get(b.getContext(), /*bitWidth=*/64,
                                     /*lower=*/0, /*upper=*/limit));
  Value address = LLVM::AddressOfOp::create(b, function);
  LLVM::CallOp::create(b, *parallelFor, ValueRange{address, context, count});
  parallel.erase();
  return success();
}

namespace {
struct ScatterOutlineParallelLoopsPass
    : scatter::impl::ScatterOutlineParallelLoopsPassBase<
          ScatterOutlineParallelLoopsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<Machine> machine = getMachine(module);
    if (failed(machine))
      return signalPassFailure();
    if (machine->openMP)
      return;
    SymbolTable symbols(module);
    // Outer regions come first. A region inside of another one is then in a
    // function of its own.
    SmallVector<omp::ParallelOp> regions;
    module->walk<WalkOrder::PreOrder>(
        [&](omp::ParallelOp parallel) { regions.push_back(parallel); });
    for (omp::ParallelOp parallel : regions)
      if (omp::LoopNestOp loop = getLoop(parallel))
        if (failed(LoopOutliner(parallel, loop, module, symbols).outline()))
          return signalPassFailure();
  }
};
} // namespace
