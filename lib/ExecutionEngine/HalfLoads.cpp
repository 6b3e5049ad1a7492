//===- HalfLoads.cpp - loads of f16 without false dependencies ------------===//
//
// x86-64 without AVX512-FP16 loads a half by `pinsrw`, which keeps the other
// elements of its register and so waits for what was there. In a loop over
// elements that is the sum before: each iteration waits for the last one. A
// load of an integer that is moved to the register waits for nothing.
//
//===----------------------------------------------------------------------===//

#include "HalfLoads.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static bool insertsHalves(const TargetMachine &machine) {
  return machine.getTargetTriple().isX86_64() &&
         !machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16");
}

/// Moves the half `bits` by the lowest element of a vector of integers, which
/// `movd` writes whole.
static Value *moveToVector(IRBuilder<> &builder, Value *bits) {
  Value *vector = builder.CreateInsertElement(
      Constant::getNullValue(FixedVectorType::get(builder.getInt32Ty(), 4)),
      builder.CreateZExt(bits, builder.getInt32Ty()), uint64_t(0));
  Value *halves = builder.CreateBitCast(
      vector, FixedVectorType::get(builder.getHalfTy(), 8));
  return builder.CreateExtractElement(halves, uint64_t(0));
}

/// Has the bits of a half loaded, which only a store needs as they are.
static void loadAsInteger(LoadInst &load) {
  IRBuilder<> builder(&load);
  LoadInst *bits = builder.CreateAlignedLoad(
      builder.getInt16Ty(), load.getPointerOperand(), load.getAlign());
  bits->copyMetadata(load);
  auto *store =
      load.hasOneUse() ? dyn_cast<StoreInst>(load.user_back()) : nullptr;
  if (store && store->getValueOperand() == &load)
    store->setOperand(0, bits);
  else
    load.replaceAllUsesWith(moveToVector(builder, bits));
  load.eraseFromParent();
}

void scatter::loadHalvesAsIntegers(Module &module,
                                   const TargetMachine &machine) {
  if (!insertsHalves(machine))
    return;
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (load && load->isSimple() && load->getType()->isHalfTy())
        loadAsInteger(*load);
    }
}
