//===- FloatExtremes.cpp - minima and maxima of floats --------------------===//
//
// LLVM selects nine instructions for llvm.maximum of a scalar: `maxss` returns
// its second operand for two zeros and for a NaN, so that the operands are
// swapped by their signs first. `vrangess` orders the zeros. It returns a
// number if one operand is a NaN; the sum of the operands then replaces the
// result (docs/Performance.md, "Other code").
//
//===----------------------------------------------------------------------===//

#include "FloatExtremes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// Whether there is a range instruction for `type`. Scalars of f16 use that of
/// f32 where the CPU has no arithmetic on f16.
static bool hasRangeInstruction(const Type &type,
                                const MCSubtargetInfo &features) {
  return type.isFloatTy() || type.isDoubleTy() ||
         (type.isHalfTy() && !features.checkFeatures("+avx512fp16"));
}

/// Replaces the call by instructions for the first elements of vectors. The sum
/// has a mask, so that two numbers raise no floating-point exceptions.
static void replaceByRange(IntrinsicInst &call) {
  // Immediate operands: which one of the two, with the sign that it has;
  // whether one is a NaN; the rounding mode of the control register.
  constexpr uint32_t kMinimum = 4, kMaximum = 5, kUnordered = 3, kCurrent = 4;
  bool isMaximum = call.getIntrinsicID() == Intrinsic::maximum;
  bool isDouble = call.getType()->isDoubleTy();
  IRBuilder<> builder(&call);
  Type *type = isDouble ? builder.getDoubleTy() : builder.getFloatTy();
  Value *none = PoisonValue::get(FixedVectorType::get(type, isDouble ? 2 : 4));
  Value *all = builder.getInt8(-1);
  auto widen = [&](unsigned number) {
    Value *scalar = builder.CreateFPCast(call.getArgOperand(number), type);
    return builder.CreateInsertElement(none, scalar, uint64_t(0));
  };
  Value *a = widen(0), *b = widen(1);
  Value *extreme = builder.CreateIntrinsic(
      isDouble ? Intrinsic::x86_avx512_mask_range_sd
               : Intrinsic::x86_avx512_mask_range_ss,
      {},
      {a, b, none, all, builder.getInt32(isMaximum ? kMaximum : kMinimum),
       builder.getInt32(kCurrent)});
  Value *isNaN = builder.CreateIntrinsic(
      isDouble ? Intrinsic::x86_avx512_mask_cmp_sd
               : Intrinsic::x86_avx512_mask_cmp_ss,
      {},
      {a, b, builder.getInt32(kUnordered), all, builder.getInt32(kCurrent)});
  Value *result = builder.CreateIntrinsic(
      isDouble ? Intrinsic::x86_avx512_mask_add_sd_round
               : Intrinsic::x86_avx512_mask_add_ss_round,
      {}, {a, b, extreme, isNaN, builder.getInt32(kCurrent)});
  call.replaceAllUsesWith(builder.CreateFPCast(
      builder.CreateExtractElement(result, uint64_t(0)), call.getType()));
  call.eraseFromParent();
}

void scatter::selectRangeInstructions(Module &module,
                                      const TargetMachine &machine) {
  const MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  if (!machine.getTargetTriple().isX86_64() ||
      !features.checkFeatures("+avx512dq"))
    return;
  for (Function &function : module) {
    Intrinsic::ID id = function.getIntrinsicID();
    if ((id != Intrinsic::minimum && id != Intrinsic::maximum) ||
        !hasRangeInstruction(*function.getReturnType(), features))
      continue;
    // An intrinsic is only called.
    for (User *call : make_early_inc_range(function.users()))
      replaceByRange(*cast<IntrinsicInst>(call));
  }
}
