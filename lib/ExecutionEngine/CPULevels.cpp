//===- CPULevels.cpp - code for several x86-64 levels ---------------------===//

#include "CPULevels.h"

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Runtime/CPULevel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace scatter;

/// The runtime function that returns the level of the CPU.
static constexpr StringLiteral kGetLevel = "scatter_runtime_get_cpu_level";

Expected<SmallVector<CPULevel, 4>>
scatter::parseCPULevels(StringRef cpu, const Triple &triple) {
  SmallVector<CPULevel, 4> levels;
  if (!cpu.contains(','))
    return levels;
  if (triple.getArch() != Triple::x86_64)
    return make_error<CompileError>("target CPU: expected one CPU of '" +
                                    triple.getArchName() + "', found '" + cpu +
                                    "'");
  for (StringRef name : split(cpu, ',')) {
    int number = scatter_runtime_parse_cpu_level(name.str().c_str());
    if (number == 0)
      return make_error<CompileError>(
          "target CPU: expected 'x86-64', 'x86-64-v2', 'x86-64-v3' or "
          "'x86-64-v4' in a list, found '" +
          name + "'");
    if (any_of(levels, [=](CPULevel l) { return l.number == number; }))
      return make_error<CompileError>(
          "target CPU: expected each level once, found '" + name + "' twice");
    levels.push_back({name, number});
  }
  sort(levels, [](CPULevel a, CPULevel b) { return a.number < b.number; });
  return levels;
}

/// The suffix of function names for `level`.
static std::string getSuffix(CPULevel level) {
  std::string suffix = ("." + level.name).str();
  llvm::replace(suffix, '-', '_');
  return suffix;
}

/// Fails if different levels pass an argument or the result of `function` in
/// different registers.
static Error checkSignature(const Function &function) {
  auto types = to_vector(function.getFunctionType()->params());
  types.push_back(function.getReturnType());
  StringRef name = function.getName();
  name.consume_front("_mlir_ciface_");
  for (Type *type : types) {
    bool hasVector =
        type->isVectorTy() ||
        (type->isStructTy() && any_of(type->subtypes(), [](Type *member) {
           return member->isVectorTy();
         }));
    if (!hasVector)
      continue;
    std::string text;
    raw_string_ostream(text) << *type;
    return make_error<CompileError>(
        "function '" + name +
        "': expected no vectors as arguments or results of code for several "
        "levels, found '" +
        text + "'");
  }
  return Error::success();
}

/// Clones `functions` for `level` and returns the clones in the same order. The
/// clones refer to each other.
static SmallVector<Function *> copyFunctions(ArrayRef<Function *> functions,
                                             CPULevel level) {
  SmallVector<Function *> copies;
  ValueToValueMapTy map;
  for (Function *function : functions) {
    Function *copy = Function::Create(
        function->getFunctionType(), GlobalValue::InternalLinkage,
        function->getAddressSpace(), function->getName() + getSuffix(level),
        function->getParent());
    map[function] = copy;
    for (auto [from, to] : zip_equal(function->args(), copy->args()))
      map[&from] = &to;
    copies.push_back(copy);
  }
  for (auto [function, copy] : zip_equal(functions, copies)) {
    SmallVector<ReturnInst *> returns;
    CloneFunctionInto(copy, function, map,
                      CloneFunctionChangeType::GlobalChanges, returns);
  }
  return copies;
}

/// Calls `callee` with the arguments of `builder`'s function and returns its
/// result.
static void createForward(IRBuilder<> &builder, Function &callee) {
  auto arguments =
      make_pointer_range(builder.GetInsertBlock()->getParent()->args());
  CallInst *call =
      builder.CreateCall(&callee, to_vector_of<Value *>(arguments));
  call->setTailCall();
  call->setCallingConv(callee.getCallingConv());
  call->setAttributes(
      callee.getAttributes().removeFnAttributes(callee.getContext()));
  if (callee.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// Makes a function that calls the copy for the best level that the CPU
/// supports. It gets the name and linkage of the first of `copies`. `copies[i]`
/// is the copy for `levels[i]`.
static void addDispatch(ArrayRef<Function *> copies,
                        ArrayRef<CPULevel> levels) {
  Function *lowest = copies.front();
  Module &module = *lowest->getParent();
  Function *function =
      Function::Create(lowest->getFunctionType(), lowest->getLinkage(),
                       lowest->getAddressSpace(), "", &module);
  function->copyAttributesFrom(lowest);
  function->takeName(lowest);
  lowest->setName(function->getName() + getSuffix(levels.front()));
  lowest->setLinkage(GlobalValue::InternalLinkage);
  // If the copy for the lowest level were inlined, its prologue would run for
  // all levels.
  for (Function *copy : copies)
    copy->addFnAttr(Attribute::NoInline);

  LLVMContext &context = module.getContext();
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  Value *level = builder.CreateCall(
      module.getOrInsertFunction(kGetLevel, builder.getInt32Ty()));
  for (size_t i = levels.size() - 1; i > 0; --i) {
    BasicBlock *found = BasicBlock::Create(context, "", function);
    BasicBlock *next = BasicBlock::Create(context, "", function);
    builder.CreateCondBr(
        builder.CreateICmpSGE(level, builder.getInt32(levels[i].number)), found,
        next);
    builder.SetInsertPoint(found);
    createForward(builder, *copies[i]);
    builder.SetInsertPoint(next);
  }
  createForward(builder, *lowest);
}

Error scatter::addCPULevels(Module &module, ArrayRef<CPULevel> levels) {
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  auto isVisible = [](Function *f) { return !f->hasLocalLinkage(); };
  for (Function *function : make_filter_range(functions, isVisible))
    if (Error error = checkSignature(*function))
      return error;

  // The original functions become those of the lowest level.
  SmallVector<SmallVector<Function *>> copies = {functions};
  for (CPULevel level : levels.drop_front())
    copies.push_back(copyFunctions(functions, level));
  for (auto [own, level] : zip_equal(copies, levels))
    for (Function *function : own)
      function->addFnAttr("target-cpu", level.name);
  for (auto [i, function] : enumerate(functions))
    if (!isVisible(function))
      function->setName(function->getName() + getSuffix(levels.front()));
    else
      addDispatch(
          map_to_vector(copies, [i = i](const auto &own) { return own[i]; }),
          levels);
  return Error::success();
}
