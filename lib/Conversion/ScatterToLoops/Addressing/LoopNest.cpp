//===- LoopNest.cpp - loops and branches ----------------------------------===//

#include "LoopNest.h"
#include "IndexMath.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

SmallVector<LoopDim> scatter::mergeDims(ImplicitLocOpBuilder &b,
                                        ArrayRef<LoopDim> dims) {
  SmallVector<LoopDim> merged;
  for (const LoopDim &dim : dims) {
    if (isConstant(dim.size, 1)) {
      // What was contiguous with this dimension is so with the next one if
      // this one is.
      if (!merged.empty())
        merged.back().isPacked &= dim.isPacked;
      continue;
    }
    if (merged.empty() || !merged.back().isPacked) {
      merged.push_back(dim);
      continue;
    }
    Value size = mul(b, merged.back().size, dim.size);
    merged.back() = dim;
    merged.back().size = size;
  }
  return merged;
}

Value scatter::emitHasElements(ImplicitLocOpBuilder &b,
                               ArrayRef<LoopDim> dims) {
  SmallVector<Value> conditions;
  for (const LoopDim &dim : dims)
    conditions.push_back(
        compare(b, arith::CmpIPredicate::ne, dim.size, constantIndex(b, 0)));
  return allOf(b, conditions);
}

/// Lowering to branches keeps what is of the LLVM dialect, by the name that
/// llvm.br has for it.
static StringAttr getAnnotationName(MLIRContext *context) {
  return LLVM::BrOp::getLoopAnnotationAttrName(
      OperationName(LLVM::BrOp::getOperationName(), context));
}

void scatter::setUnrollCount(scf::ForOp loop, int64_t count) {
  MLIRContext *context = loop.getContext();
  if (!context->getLoadedDialect<LLVM::LLVMDialect>())
    return;
  Builder b(context);
  LLVM::LoopUnrollAttr unroll;
  if (count > 1)
    unroll = LLVM::LoopUnrollAttr::get(
        context, /*disable=*/{}, b.getI32IntegerAttr(count),
        /*runtimeDisable=*/{}, /*full=*/{}, /*followupUnrolled=*/{},
        /*followupRemainder=*/{}, /*followupAll=*/{});
  auto annotation = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/b.getBoolAttr(true), /*vectorize=*/{},
      /*interleave=*/{}, unroll, /*unrollAndJam=*/{}, /*licm=*/{},
      /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{},
      /*mustProgress=*/{}, /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  loop->setAttr(getAnnotationName(context), annotation);
}

void scatter::disableLoopTransforms(Operation *before, Operation *end) {
  MLIRContext *context = end->getContext();
  if (!context->getLoadedDialect<LLVM::LLVMDialect>())
    return;
  Operation *first = before ? before->getNextNode() : &end->getBlock()->front();
  for (Operation *op = first; op != end; op = op->getNextNode())
    op->walk([&](scf::ForOp loop) {
      if (!loop->hasAttr(getAnnotationName(context)))
        setUnrollCount(loop, /*count=*/1);
    });
}

SmallVector<Value> scatter::emitLoopNest(
    ImplicitLocOpBuilder &b, ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
    ValueRange iterArgs,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, ArrayRef<Value>,
                                    Value, ValueRange)>
        emitBody) {
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  SmallVector<Value> lowerBounds(dims.size(), zero), steps(dims.size(), one);
  SmallVector<Value> upperBounds;
  for (const LoopDim &dim : dims)
    upperBounds.push_back(dim.size);
  SmallVector<Value> results;
  auto emitInner = [&](OpBuilder &nested, Location loc, ValueRange ivs,
                       ValueRange args) -> scf::ValueVector {
    ImplicitLocOpBuilder inner(loc, nested);
    SmallVector<Value> current(offsets);
    Value iteration = zero;
    for (auto [dim, iv] : llvm::zip_equal(dims, ivs)) {
      for (auto [offset, stride] : llvm::zip_equal(current, dim.strides))
        offset = add(inner, offset, mul(inner, iv, stride));
      iteration = add(inner, mul(inner, iteration, dim.size), iv);
    }
    SmallVector<Value> carried = emitBody(inner, current, iteration, args);
    return scf::ValueVector(carried.begin(), carried.end());
  };
  if (dims.empty())
    return emitBody(b, offsets, zero, iterArgs);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), lowerBounds, upperBounds, steps, iterArgs, emitInner);
  return llvm::to_vector(nest.results);
}

void scatter::emitLoopNest(
    ImplicitLocOpBuilder &b, ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
    function_ref<void(ImplicitLocOpBuilder &, ArrayRef<Value>)> emitBody) {
  emitLoopNest(b, dims, offsets, /*iterArgs=*/{},
               [&](ImplicitLocOpBuilder &inner, ArrayRef<Value> current, Value,
                   ValueRange) -> SmallVector<Value> {
                 emitBody(inner, current);
                 return {};
               });
}

scf::ForOp
scatter::emitLoop(ImplicitLocOpBuilder &b, Value begin, Value end, int64_t step,
                  function_ref<void(ImplicitLocOpBuilder &, Value)> emitBody) {
  auto loop = scf::ForOp::create(b, begin, end, constantIndex(b, step));
  ImplicitLocOpBuilder inner(b.getLoc(), OpBuilder::atBlockTerminator(
                                             loop.getBody(), b.getListener()));
  emitBody(inner, loop.getInductionVar());
  return loop;
}

void scatter::emitIf(ImplicitLocOpBuilder &b, Value condition,
                     function_ref<void(ImplicitLocOpBuilder &)> emitThen,
                     function_ref<void(ImplicitLocOpBuilder &)> emitElse) {
  if (isTrue(condition))
    return emitThen(b);
  if (isFalse(condition)) {
    if (emitElse)
      emitElse(b);
    return;
  }
  auto ifOp = scf::IfOp::create(b, condition, bool(emitElse));
  auto emitInto = [&](Block *block,
                      function_ref<void(ImplicitLocOpBuilder &)> emit) {
    ImplicitLocOpBuilder inner(
        b.getLoc(), OpBuilder::atBlockTerminator(block, b.getListener()));
    emit(inner);
  };
  emitInto(ifOp.thenBlock(), emitThen);
  if (emitElse)
    emitInto(ifOp.elseBlock(), emitElse);
}

Value scatter::emitIfElse(
    ImplicitLocOpBuilder &b, Value condition,
    function_ref<Value(ImplicitLocOpBuilder &)> emitThen,
    function_ref<Value(ImplicitLocOpBuilder &)> emitElse) {
  if (isTrue(condition))
    return emitThen(b);
  if (isFalse(condition))
    return emitElse(b);
  auto emitYield = [](function_ref<Value(ImplicitLocOpBuilder &)> emit) {
    return [emit](OpBuilder &nested, Location loc) {
      ImplicitLocOpBuilder inner(loc, nested);
      scf::YieldOp::create(inner, emit(inner));
    };
  };
  return scf::IfOp::create(b, condition, emitYield(emitThen),
                           emitYield(emitElse))
      .getResult(0);
}

Chunk scatter::emitChunk(ImplicitLocOpBuilder &b, Value size, Value thread,
                         int64_t threads, int64_t grain) {
  // ceil(size / (threads * grain)) grains each; the last chunk may be short.
  Value unit = constantIndex(b, threads * grain);
  Value grains = b.createOrFold<arith::CeilDivUIOp>(size, unit);
  Value length = mul(b, grains, constantIndex(b, grain));
  Value begin = b.createOrFold<arith::MinUIOp>(mul(b, thread, length), size);
  Value end = b.createOrFold<arith::MinUIOp>(add(b, begin, length), size);
  return {begin, end};
}

void scatter::emitParallel(
    ImplicitLocOpBuilder &b, int64_t threads,
    function_ref<void(ImplicitLocOpBuilder &, Value)> emitBody) {
  auto loop = scf::ParallelOp::create(
      b, constantIndex(b, 0), constantIndex(b, threads), constantIndex(b, 1));
  ImplicitLocOpBuilder inner(b.getLoc(), OpBuilder::atBlockTerminator(
                                             loop.getBody(), b.getListener()));
  emitBody(inner, loop.getInductionVars().front());
}

void scatter::emitDividedIf(
    ImplicitLocOpBuilder &b, Value isLarge, const Plan &plan,
    function_ref<void(ImplicitLocOpBuilder &, Value)> emitWork) {
  if (plan.partition == Partition::serial)
    return emitWork(b, Value());
  emitIf(
      b, isLarge,
      [&](ImplicitLocOpBuilder &b) { emitParallel(b, plan.threads, emitWork); },
      [&](ImplicitLocOpBuilder &b) { emitWork(b, Value()); });
}
