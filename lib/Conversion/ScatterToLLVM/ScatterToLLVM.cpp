//===- ScatterToLLVM.cpp - internal ops to the LLVM dialect ---------------===//

#include "RuntimeCalls.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Runtime/Buckets.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSCATTERTOLLVMPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

static Value makeConstant(OpBuilder &b, Location loc, Type type,
                          int64_t value) {
  return LLVM::ConstantOp::create(b, loc, type, value);
}

/// Replaces `op` by a call of the runtime function `name` with the operands
/// that `makeOperands` makes. Fails if the symbol table is not a
/// builtin.module, as in a GPU module, where there is no runtime.
static LogicalResult
replaceByCall(Operation *op, StringRef name,
              ConversionPatternRewriter &rewriter,
              function_ref<SmallVector<Value>(ModuleOp)> makeOperands) {
  auto module =
      dyn_cast_or_null<ModuleOp>(SymbolTable::getNearestSymbolTable(op));
  if (!module)
    return rewriter.notifyMatchFailure(op, "expected to be in a module");
  FailureOr<LLVM::LLVMFuncOp> function =
      getRuntimeFunction(rewriter, module, name);
  if (failed(function))
    return failure();
  rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, *function,
                                            makeOperands(module));
  return success();
}

/// The same for a report, whose first operands are the kind and the location.
static LogicalResult replaceByReport(Operation *op, StringRef name,
                                     ViolationKind kind,
                                     ArrayRef<Value> arguments,
                                     ConversionPatternRewriter &rewriter) {
  Location loc = op->getLoc();
  return replaceByCall(op, name, rewriter, [&](ModuleOp module) {
    Value location = getLocationString(rewriter, module, loc);
    Value kindValue = makeConstant(rewriter, loc, rewriter.getI32Type(),
                                   static_cast<int32_t>(kind));
    SmallVector<Value> operands = {kindValue, location};
    llvm::append_range(operands, arguments);
    return operands;
  });
}

/// A member of a struct of the runtime library, at `offset`.
using Member = std::pair<size_t, Value>;

/// Returns the address of a struct of `bytes` bytes with all its `members`, on
/// the stack. It is allocated at the begin of the function or of the body of
/// the parallel loop, so that other loops do not allocate it again.
static Value makeStruct(OpBuilder &b, Operation *op, size_t bytes,
                        ArrayRef<Member> members) {
  assert(members.size() * sizeof(int64_t) == bytes &&
         "expected all members, of 8 bytes each");
  Location loc = op->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  Region *scope = op->getParentRegion();
  while (!isa<FunctionOpInterface, scf::ParallelOp, omp::LoopNestOp>(
      scope->getParentOp()))
    scope = scope->getParentRegion();
  Value address;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&scope->front());
    Type type = LLVM::LLVMArrayType::get(b.getI64Type(), members.size());
    Value one = makeConstant(b, loc, b.getI64Type(), 1);
    address = LLVM::AllocaOp::create(b, loc, pointer, type, one);
  }
  for (auto [offset, value] : members) {
    Value member =
        LLVM::GEPOp::create(b, loc, pointer, b.getI8Type(), address,
                            LLVM::GEPArg(static_cast<int32_t>(offset)),
                            LLVM::GEPNoWrapFlags::inbounds);
    LLVM::StoreOp::create(b, loc, value, member);
  }
  return address;
}

namespace {

struct ReportOpLowering : ConvertOpToLLVMPattern<ReportOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReportOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByReport(op, kReport, op.getKind(),
                           {adaptor.getTuple(), adaptor.getComponent(),
                            adaptor.getValue(), adaptor.getSize()},
                           rewriter);
  }
};

/// Replaces ops by calls that get addresses of elements.
template <typename OpT>
struct CallLowering : ConvertOpToLLVMPattern<OpT> {
  using ConvertOpToLLVMPattern<OpT>::ConvertOpToLLVMPattern;

  /// The address of element `position` of `memref`, whose descriptor is
  /// `converted`, in the default address space.
  Value getAddress(ConversionPatternRewriter &rewriter, Location loc,
                   TypedValue<MemRefType> memref, Value converted,
                   Value position) const {
    return castToDefaultSpace(rewriter, loc,
                              this->getStridedElementPtr(rewriter, loc,
                                                         memref.getType(),
                                                         converted, position));
  }

  static Value castToDefaultSpace(OpBuilder &b, Location loc, Value address) {
    auto pointer = LLVM::LLVMPointerType::get(b.getContext());
    if (address.getType() == pointer)
      return address;
    return LLVM::AddrSpaceCastOp::create(b, loc, pointer, address);
  }

  /// Bytes of an index in a memref of `type`.
  int64_t countIndexBytes(MemRefType type) const {
    return this->getTypeConverter()
               ->convertType(type.getElementType())
               .getIntOrFloatBitWidth() /
           8;
  }
};

struct ReportInvalidIndexOpLowering : CallLowering<ReportInvalidIndexOp> {
  using CallLowering::CallLowering;

  LogicalResult
  matchAndRewrite(ReportInvalidIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getIndices().getType();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    SmallVector<Value> arguments = {
        getAddress(rewriter, loc, op.getIndices(), adaptor.getIndices(),
                   adaptor.getOffset()),
        makeConstant(rewriter, loc, i32, countIndexBytes(type)),
        makeConstant(rewriter, loc, i64, op.getBatchSizes().size()),
        makeConstant(rewriter, loc, i64, op.getDims().size()),
        adaptor.getComponentStride()};
    for (auto [size, stride] :
         llvm::zip_equal(adaptor.getBatchSizes(), adaptor.getBatchStrides()))
      arguments.append({size, stride});
    llvm::append_range(arguments, adaptor.getDims());
    return replaceByReport(op, kReportInvalidIndex, op.getKind(), arguments,
                           rewriter);
  }
};

struct FillBucketsOpLowering : CallLowering<FillBucketsOp> {
  using CallLowering::CallLowering;

  LogicalResult
  matchAndRewrite(FillBucketsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByCall(op, kFillBuckets, rewriter,
                         [&](ModuleOp) -> SmallVector<Value> {
                           return {makeSort(op, adaptor, rewriter)};
                         });
  }

private:
  static ScatterTuplePolicy getPolicy(OutOfBounds outOfBounds) {
    switch (outOfBounds) {
    case OutOfBounds::drop:
      return SCATTER_TUPLE_DROP;
    case OutOfBounds::clamp:
      return SCATTER_TUPLE_CLAMP;
    case OutOfBounds::error:
    case OutOfBounds::undefined:
      break;
    }
    return SCATTER_TUPLE_VALID;
  }

  Value makeSort(FillBucketsOp op, OpAdaptor adaptor,
                 ConversionPatternRewriter &rewriter) const {
    using Sort = ScatterTupleSort;
    using Dim = ScatterDimension;
    Location loc = op.getLoc();
    auto i64 = [&](int64_t value) {
      return makeConstant(rewriter, loc, rewriter.getI64Type(), value);
    };
    auto multiply = [&](Value x, Value y) -> Value {
      return LLVM::MulOp::create(rewriter, loc, x, y);
    };
    Value updates, updateBytes = i64(0), updateStride = i64(0);
    if (op.getUpdates()) {
      updates = getAddress(rewriter, loc, op.getUpdates(), adaptor.getUpdates(),
                           adaptor.getUpdatesOffset());
      Value elementBytes = getSizeInBytes(
          loc, op.getUpdates().getType().getElementType(), rewriter);
      updateBytes = multiply(elementBytes, i64(op.getUpdateLength()));
      updateStride = multiply(elementBytes, adaptor.getUpdatesStride());
    } else {
      updates = LLVM::ZeroOp::create(
          rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()));
    }
    SmallVector<Member> dimensions;
    for (auto [size, stride] :
         llvm::zip_equal(adaptor.getDims(), adaptor.getStrides())) {
      size_t offset = dimensions.size() / 2 * sizeof(Dim);
      dimensions.push_back({offset + offsetof(Dim, size), size});
      dimensions.push_back({offset + offsetof(Dim, stride), stride});
    }
    Value componentBytes = i64(countIndexBytes(op.getIndices().getType()));
    return makeStruct(
        rewriter, op, sizeof(Sort),
        {{offsetof(Sort, tuples.indices),
          getAddress(rewriter, loc, op.getIndices(), adaptor.getIndices(),
                     adaptor.getPosition())},
         {offsetof(Sort, tuples.component_bytes), componentBytes},
         {offsetof(Sort, tuples.component_stride),
          multiply(adaptor.getComponentStride(), componentBytes)},
         {offsetof(Sort, tuples.tuple_stride),
          multiply(adaptor.getTupleStride(), componentBytes)},
         {offsetof(Sort, tuples.kind), i64(static_cast<int32_t>(op.getKind()))},
         {offsetof(Sort, tuples.policy), i64(getPolicy(op.getOutOfBounds()))},
         {offsetof(Sort, tuples.depth), i64(op.getDims().size())},
         {offsetof(Sort, tuples.dimensions),
          makeStruct(rewriter, op, op.getDims().size() * sizeof(Dim),
                     dimensions)},
         {offsetof(Sort, tuples.origin), adaptor.getOrigin()},
         {offsetof(Sort, tuples.page_bits), i64(op.getPageBits())},
         {offsetof(Sort, tuples.buckets), adaptor.getBuckets()},
         {offsetof(Sort, count), adaptor.getCount()},
         {offsetof(Sort, only), op.getOnly() ? adaptor.getOnly() : i64(-1)},
         {offsetof(Sort, begins),
          getAddress(rewriter, loc, op.getBegins(), adaptor.getBegins(),
                     adaptor.getBeginsPosition())},
         {offsetof(Sort, entries), getAddress(rewriter, loc, op.getEntries(),
                                              adaptor.getEntries(), i64(0))},
         {offsetof(Sort, offset_bytes),
          i64(countIndexBytes(op.getEntries().getType()))},
         {offsetof(Sort, first), adaptor.getFirst()},
         {offsetof(Sort, updates), updates},
         {offsetof(Sort, update_bytes), updateBytes},
         {offsetof(Sort, update_stride), updateStride}});
  }
};

struct KeepLastOpLowering : CallLowering<KeepLastOp> {
  using CallLowering::CallLowering;

  LogicalResult
  matchAndRewrite(KeepLastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replaceByCall(op, kKeepLast, rewriter,
                         [&](ModuleOp) -> SmallVector<Value> {
                           return {makeBucket(op, adaptor, rewriter)};
                         });
  }

private:
  Value makeBucket(KeepLastOp op, OpAdaptor adaptor,
                   ConversionPatternRewriter &rewriter) const {
    using Last = ScatterLastTuples;
    Location loc = op.getLoc();
    auto i64 = [&](int64_t value) {
      return makeConstant(rewriter, loc, rewriter.getI64Type(), value);
    };
    return makeStruct(
        rewriter, op, sizeof(Last),
        {{offsetof(Last, lists), adaptor.getLists()},
         {offsetof(Last, begins),
          getAddress(rewriter, loc, op.getBegins(), adaptor.getBegins(),
                     adaptor.getBucket())},
         {offsetof(Last, pitch), adaptor.getPitch()},
         {offsetof(Last, entries), getAddress(rewriter, loc, op.getEntries(),
                                              adaptor.getEntries(), i64(0))},
         {offsetof(Last, offset_bytes),
          i64(countIndexBytes(op.getEntries().getType()))},
         {offsetof(Last, seen),
          getAddress(rewriter, loc, op.getSeen(), adaptor.getSeen(),
                     adaptor.getSeenPosition())},
         {offsetof(Last, words), adaptor.getWords()},
         {offsetof(Last, cleared), adaptor.getCleared()},
         {offsetof(Last, slot_bits), i64(op.getSlotBits())},
         {offsetof(Last, firsts),
          getAddress(rewriter, loc, op.getFirsts(), adaptor.getFirsts(),
                     adaptor.getFirstsPosition())}});
  }
};

struct NontemporalFenceOpLowering : ConvertOpToLLVMPattern<NontemporalFenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(NontemporalFenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::FenceOp>(
        op, LLVM::AtomicOrdering::seq_cst, StringRef());
    return success();
  }
};

struct CopyRowOpLowering : CallLowering<CopyRowOp> {
  using CallLowering::CallLowering;

  LogicalResult
  matchAndRewrite(CopyRowOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType sourceType = op.getSource().getType();
    Value source =
        getStridedElementPtr(rewriter, loc, sourceType, adaptor.getSource(),
                             adaptor.getSourceOffset());
    Value target =
        getStridedElementPtr(rewriter, loc, op.getTarget().getType(),
                             adaptor.getTarget(), adaptor.getTargetOffset());
    Value elementBytes =
        getSizeInBytes(loc, sourceType.getElementType(), rewriter);
    Value bytes =
        LLVM::MulOp::create(rewriter, loc, adaptor.getLength(), elementBytes);
    if (op.getNontemporal())
      return replaceByCall(
          op, kCopyNontemporal, rewriter, [&](ModuleOp) -> SmallVector<Value> {
            return {castToDefaultSpace(rewriter, loc, target),
                    castToDefaultSpace(rewriter, loc, source), bytes,
                    makeConstant(rewriter, loc, rewriter.getI64Type(),
                                 op.getPrefetchBytes())};
          });
    rewriter.replaceOpWithNewOp<LLVM::MemcpyOp>(op, target, source, bytes,
                                                /*isVolatile=*/false);
    return success();
  }
};

struct ConvertScatterToLLVMPass
    : scatter::impl::ConvertScatterToLLVMPassBase<ConvertScatterToLLVMPass> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    RewritePatternSet patterns(&getContext());
    populateScatterToLLVMPatterns(converter, patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<CopyRowOp, FillBucketsOp, KeepLastOp, ReportOp,
                        ReportInvalidIndexOp, NontemporalFenceOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

struct ScatterToLLVMInterface : ConvertToLLVMPatternInterface {
  using ConvertToLLVMPatternInterface::ConvertToLLVMPatternInterface;

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &typeConverter,
      RewritePatternSet &patterns) const final {
    populateScatterToLLVMPatterns(typeConverter, patterns);
  }
};

} // namespace

void scatter::populateScatterToLLVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<CopyRowOpLowering, FillBucketsOpLowering, KeepLastOpLowering,
               ReportOpLowering, ReportInvalidIndexOpLowering,
               NontemporalFenceOpLowering>(converter);
}

void scatter::registerConvertToLLVMInterfaceExternalModel(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, ScatterDialect *dialect) {
    dialect->addInterfaces<ScatterToLLVMInterface>();
  });
}
