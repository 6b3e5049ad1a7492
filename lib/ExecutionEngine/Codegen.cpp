//===- Codegen.cpp - LLVM IR to machine code ------------------------------===//

#include "Codegen.h"

#include "CPULevels.h"
#include "Host.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#ifndef SCATTER_LLVM_TARGETS
#include "llvm/Support/TargetSelect.h"
#endif
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <algorithm>

using namespace llvm;
using namespace scatter;

#ifdef SCATTER_LLVM_TARGETS
// The back ends of a library that contains LLVM.
#define SCATTER_TARGET(NAME)                                                   \
  extern "C" void LLVMInitialize##NAME##TargetInfo();                          \
  extern "C" void LLVMInitialize##NAME##Target();                              \
  extern "C" void LLVMInitialize##NAME##TargetMC();                            \
  extern "C" void LLVMInitialize##NAME##AsmPrinter();
SCATTER_LLVM_TARGETS
#undef SCATTER_TARGET

static void initializeTargets(bool) {
  static bool done = [] {
#define SCATTER_TARGET(NAME)                                                   \
  LLVMInitialize##NAME##TargetInfo();                                          \
  LLVMInitialize##NAME##Target();                                              \
  LLVMInitialize##NAME##TargetMC();                                            \
  LLVMInitialize##NAME##AsmPrinter();
    SCATTER_LLVM_TARGETS
#undef SCATTER_TARGET
    return true;
  }();
  (void)done;
}
#else
/// Registers all back ends, or only that of the host.
static void initializeTargets(bool all) {
  if (all) {
    static bool allDone = [] {
      InitializeAllTargetInfos();
      InitializeAllTargets();
      InitializeAllTargetMCs();
      InitializeAllAsmPrinters();
      return true;
    }();
    (void)allDone;
    return;
  }
  static bool hostDone = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)hostDone;
}
#endif

/// Checks the names that a caller has given against the tables of the target.
/// LLVM would only print a warning for an unknown name.
static Error checkSubtarget(const Target &target, const Triple &triple,
                            StringRef cpu, StringRef features) {
  std::unique_ptr<MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(cpu))
    return make_error<CompileError>("target CPU: expected a CPU of '" +
                                    triple.getArchName() + "', found '" + cpu +
                                    "'");
  for (StringRef feature : split(features, ',')) {
    bool known = feature.empty();
    for (const SubtargetFeatureKV &entry : info->getAllProcessorFeatures())
      known |= SubtargetFeatures::hasFlag(feature) &&
               feature.drop_front() == entry.Key;
    if (!known)
      return make_error<CompileError>("target features: expected '+' or '-' "
                                      "and a feature of '" +
                                      triple.getArchName() + "', found '" +
                                      feature + "'");
  }
  return Error::success();
}

/// Returns the features in which the host differs from what its CPU usually
/// has. LLVM parses features several times for each target machine, and the
/// host has more than a hundred.
static SubtargetFeatures getHostFeatures(const Target &target,
                                         const Triple &triple) {
  std::unique_ptr<MCSubtargetInfo> usual(
      target.createMCSubtargetInfo(triple, getHostCPU().name, ""));
  SubtargetFeatures features;
  for (StringRef feature : split(getHostCPU().features, ','))
    if (!usual->checkFeatures(feature))
      features.AddFeature(feature);
  return features;
}

/// Level 1 takes the place of 0, at which LLVM uses FastISel: on x86 it folds
/// the load of a scalar into a blend of 16 bytes, which reads behind the end of
/// a buffer.
static CodeGenOptLevel getCodegenLevel(unsigned level) {
  return CodeGenOpt::getLevel(std::max(level, 1u))
      .value_or(CodeGenOptLevel::Default);
}

Triple scatter::getTargetTriple(const EngineOptions &options) {
  return Triple(options.triple.empty() ? sys::getProcessTriple()
                                       : Triple::normalize(options.triple));
}

Expected<std::unique_ptr<TargetMachine>>
scatter::createTargetMachine(const EngineOptions &options) {
  Triple triple = getTargetTriple(options);
  bool isHost = triple.getArch() == Triple(sys::getProcessTriple()).getArch();
  initializeTargets(!isHost);

  std::string reason;
  const Target *target = TargetRegistry::lookupTarget(triple, reason);
  if (!target || !target->hasTargetMachine() ||
      triple.getArch() == Triple::UnknownArch)
    return make_error<CompileError>(
        "target triple: expected one that LLVM can generate code for, found '" +
        options.triple + "'");
  if (!triple.isArch64Bit())
    return make_error<CompileError>(
        "target triple: expected a target with 64-bit pointers, found '" +
        options.triple + "'");

  auto levels = parseCPULevels(options.cpu, triple);
  if (!levels)
    return levels.takeError();
  std::string cpu = levels->empty() ? options.cpu : levels->front().name.str();
  SubtargetFeatures features;
  if (cpu.empty() && options.triple.empty()) {
    cpu = getHostCPU().name;
    features = getHostFeatures(*target, triple);
  } else if (cpu.empty()) {
    cpu = triple.isX86() ? "x86-64" : "generic";
  }
  if (!options.cpu.empty() || !options.features.empty())
    if (Error error = checkSubtarget(*target, triple, cpu, options.features))
      return error;
  for (StringRef feature : split(options.features, ','))
    if (!feature.empty())
      features.AddFeature(feature);

  // FP contraction is disabled so that results follow the order of operations
  // in the source. Position-independent code is needed in shared libraries.
  // With the small code model it also lets JIT code call functions of the host
  // that are far away.
  TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = FPOpFusion::Strict;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, features.getString(), targetOptions, Reloc::PIC_,
      std::nullopt, getCodegenLevel(options.optLevel)));
}

/// Code generation passes for x86 that are skipped if all loops come from the
/// lowering (docs/Performance.md, "Compilation and code"). The first four gain
/// nothing there. The next three gain less than they cost. The others do not
/// change the code of the benchmark programs.
static constexpr StringLiteral kLeftOut[] = {
    "Canonicalize Freeze Instructions in Loops",
    "Loop Strength Reduction",
    "Machine Instruction Scheduler",
    "Post RA top-down list latency scheduler",
    "Live Range Shrink",
    "Shrink Wrapping analysis",
    "Constant Hoisting",
    "Merge contiguous icmps into a memcmp",
    "Expand memcmp() to load/stores",
    "Replace intrinsics with calls to vector library",
    "Partially inline calls to library functions",
    "Interleaved Access Pass",
    "X86 Partial Reduction",
    "ObjC ARC contraction",
    "X86 Domain Reassignment Pass",
    "Early Tail Duplication",
    "Optimize machine instruction PHIs",
    "Local Stack Slot Allocation",
    "Early If-Conversion",
    "X86 cmov Conversion",
    "X86 LEA Optimize",
    "X86 Avoid Store Forwarding Blocks",
    "Detect Dead Lanes",
    "Init Undef Pass",
    "Rename Disconnected Subregister Components",
    "Register Allocation Pass Scoring",
    "Machine Late Instructions Cleanup Pass",
    "X86 Fixup Vector Constants",
    "X86 Atom pad short functions",
    "Stack Frame Layout Analysis",
};

namespace {
/// Adds passes to `manager`, except those in kLeftOut.
struct PassSelector : legacy::PassManagerBase {
  explicit PassSelector(legacy::PassManagerBase &manager) : manager(manager) {}

  void add(Pass *pass) override {
    if (is_contained(kLeftOut, pass->getPassName()))
      delete pass;
    else
      manager.add(pass);
  }

  legacy::PassManagerBase &manager;
};
} // namespace

Expected<std::unique_ptr<CodeGenerator>>
CodeGenerator::create(TargetMachine &machine, CodeGenFileType fileType,
                      bool onlyLoweredLoops) {
  std::unique_ptr<CodeGenerator> generator(new CodeGenerator);
  PassSelector selector(generator->passes);
  bool selects = onlyLoweredLoops && machine.getTargetTriple().isX86();
  legacy::PassManagerBase &passes = generator->passes;
  if (machine.addPassesToEmitFile(selects ? selector : passes, generator->os,
                                  nullptr, fileType, /*DisableVerify=*/true))
    return make_error<CompileError>(
        "target triple: LLVM cannot write files for '" +
        machine.getTargetTriple().str() + "'");
  return generator;
}

StringRef CodeGenerator::generate(Module &module) {
  code.clear();
  passes.run(module);
  return os.str();
}
