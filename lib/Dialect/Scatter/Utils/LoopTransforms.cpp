//===- LoopTransforms.cpp - loop annotations for LLVM ---------------------===//

#include "scatter/Dialect/Scatter/Utils/LoopTransforms.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace scatter;

/// Returns the name of the loop annotation of llvm.br. The lowering of loops to
/// branches keeps attributes of the LLVM dialect.
static StringAttr getAnnotationName(MLIRContext *context) {
  return LLVM::BrOp::getLoopAnnotationAttrName(
      OperationName(LLVM::BrOp::getOperationName(), context));
}

static void annotate(scf::ForOp loop, bool disableNonforced,
                     LLVM::LoopUnrollAttr unroll) {
  MLIRContext *context = loop.getContext();
  auto annotation = LLVM::LoopAnnotationAttr::get(
      context, disableNonforced ? BoolAttr::get(context, true) : BoolAttr(),
      /*vectorize=*/{}, /*interleave=*/{}, unroll, /*unrollAndJam=*/{},
      /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{},
      /*unswitch=*/{}, /*mustProgress=*/{}, /*isVectorized=*/{},
      /*startLoc=*/{}, /*endLoc=*/{}, /*parallelAccesses=*/{});
  loop->setAttr(getAnnotationName(context), annotation);
}

static LLVM::LoopUnrollAttr getUnroll(MLIRContext *context, BoolAttr disable,
                                      IntegerAttr count) {
  return LLVM::LoopUnrollAttr::get(
      context, disable, count, /*runtimeDisable=*/{}, /*full=*/{},
      /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
}

void scatter::setUnrollCount(scf::ForOp loop, int64_t count) {
  Builder b(loop.getContext());
  LLVM::LoopUnrollAttr unroll;
  if (count > 1)
    unroll =
        getUnroll(b.getContext(), /*disable=*/{}, b.getI32IntegerAttr(count));
  annotate(loop, /*disableNonforced=*/true, unroll);
}

void scatter::disableUnrolling(scf::ForOp loop) {
  Builder b(loop.getContext());
  annotate(loop, /*disableNonforced=*/false,
           getUnroll(b.getContext(), b.getBoolAttr(true), /*count=*/{}));
}

void scatter::disableLoopTransforms(Operation *before, Operation *end) {
  MLIRContext *context = end->getContext();
  Operation *first = before ? before->getNextNode() : &end->getBlock()->front();
  for (Operation *op = first; op != end; op = op->getNextNode())
    op->walk([&](scf::ForOp loop) {
      if (!loop->hasAttr(getAnnotationName(context)))
        setUnrollCount(loop, /*count=*/1);
    });
}
