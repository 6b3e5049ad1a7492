//===- Adaptor.cpp - uniform calls of entry points ------------------------===//

#include "Adaptor.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace scatter;

static bool isAggregate(const Parameter &parameter) {
  return parameter.type.kind != ValueType::Kind::Scalar;
}

/// The number of scalars that a parameter has in a lowered signature. A memref
/// has two pointers, an offset, sizes and strides.
static size_t countFields(const Parameter &parameter) {
  return isAggregate(parameter) ? 3 + 2 * parameter.type.shape.size() : 1;
}

/// Loads the lowered operands of `parameter` from `address`.
static void loadArgument(IRBuilder<> &builder, const Parameter &parameter,
                         Value *address, Function &callee,
                         SmallVectorImpl<Value *> &operands) {
  for (size_t i = 0, e = countFields(parameter); i != e; ++i) {
    Type *type = callee.getArg(operands.size())->getType();
    Value *field =
        builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), address, i);
    // Scalars are in memory of the caller, which may be unaligned.
    operands.push_back(builder.CreateAlignedLoad(
        type, field, Align(isAggregate(parameter) ? 8 : 1)));
  }
}

Expected<std::string> scatter::addAdaptor(llvm::Module &module,
                                          const EntryPoint &entry) {
  Function *callee = module.getFunction(entry.name);
  size_t fields = 0;
  for (const Parameter &argument : entry.arguments)
    fields += countFields(argument);
  if (!callee || callee->arg_size() != fields)
    return make_error<CompileError>(
        "function '" + entry.name +
        "': the lowered signature does not match that of the source");

  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  auto *type = FunctionType::get(builder.getVoidTy(), builder.getPtrTy(),
                                 /*isVarArg=*/false);
  Function *adaptor = Function::Create(type, GlobalValue::ExternalLinkage,
                                       "scatter.call." + entry.name, module);
  builder.SetInsertPoint(BasicBlock::Create(context, "", adaptor));
  auto loadPointer = [&](size_t position) {
    Value *address = builder.CreateConstInBoundsGEP1_64(
        builder.getPtrTy(), adaptor->getArg(0), position);
    return builder.CreateLoad(builder.getPtrTy(), address);
  };

  SmallVector<Value *> operands;
  for (auto [position, argument] : enumerate(entry.arguments))
    loadArgument(builder, argument, loadPointer(position), *callee, operands);
  Value *call = builder.CreateCall(callee, operands);
  unsigned numReturned = count_if(
      entry.results, [](const Parameter &result) { return !result.donor; });
  unsigned returned = 0;
  for (auto [position, result] : enumerate(entry.results)) {
    if (result.donor)
      continue;
    Value *value =
        numReturned == 1 ? call : builder.CreateExtractValue(call, returned++);
    Value *address = loadPointer(entry.arguments.size() + position);
    builder.CreateAlignedStore(value, address,
                               Align(isAggregate(result) ? 8 : 1));
  }
  builder.CreateRetVoid();
  return adaptor->getName().str();
}

/// Inlines the entry point that `adaptor` calls if it has no other caller. LLVM
/// would inline it late, after optimizing both functions.
static void inlineEntryPoint(Function &adaptor) {
  for (Instruction &instruction : adaptor.getEntryBlock()) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->hasLocalLinkage() || !callee->hasOneUse())
      continue;
    InlineFunctionInfo info;
    if (InlineFunction(*call, info).isSuccess())
      callee->eraseFromParent();
    return;
  }
}

void scatter::internalize(llvm::Module &module, ArrayRef<std::string> kept) {
  StringSet<> names;
  for (const std::string &name : kept)
    names.insert(name);
  internalizeModule(module, [&](const GlobalValue &value) {
    return names.contains(value.getName());
  });
  for (const std::string &name : kept)
    inlineEntryPoint(*module.getFunction(name));
}
