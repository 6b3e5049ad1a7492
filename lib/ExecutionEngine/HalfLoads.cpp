//===- HalfLoads.cpp - loads of f16 without false dependencies ------------===//
//
// On x86-64 without AVX512-FP16, a half is loaded by `pinsrw`. This instruction
// keeps the other elements of its register and therefore depends on the former
// value of the register. In a reduction loop the former value may be the sum of
// the last iteration, so that iterations are serialized. An integer load
// followed by a move to the register has no such dependency.
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

/// Moves the half `bits` through the lowest element of an integer vector,
/// because `movd` writes the whole register.
static Value *moveToVector(IRBuilder<> &builder, Value *bits) {
  Value *vector = builder.CreateInsertElement(
      Constant::getNullValue(FixedVectorType::get(builder.getInt32Ty(), 4)),
      builder.CreateZExt(bits, builder.getInt32Ty()), uint64_t(0));
  Value *halves = builder.CreateBitCast(
      vector, FixedVectorType::get(builder.getHalfTy(), 8));
  return builder.CreateExtractElement(halves, uint64_t(0));
}

/// Replaces a load of a half by an integer load. If the only use is a store,
/// the integer is stored directly.
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
