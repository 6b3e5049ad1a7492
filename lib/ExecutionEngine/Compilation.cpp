//===- Compilation.cpp - one compilation ----------------------------------===//

#include "Compilation.h"

#include "Adaptor.h"
#include "CHeader.h"
#include "CPULevels.h"
#include "Donations.h"
#include "Legality.h"
#include "Lowering.h"
#include "Memory.h"
#include "Optimize.h"
#include "Signature.h"
#include "Toolchain.h"
#include "scatter/ExecutionEngine/Errors.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace mlir;
using namespace scatter;

Compilation::Compilation(const EngineOptions &options, MLIRContext *context,
                         Toolchain &toolchain)
    : options(options), toolchain(toolchain), diagnostics(context, options) {}

Compilation::~Compilation() = default;

llvm::Error Compilation::lower(ModuleOp module, bool cInterface) {
  reportStage(options, "input", module);
  auto target = toolchain.getMachine(options);
  if (!target)
    return target.takeError();
  machine = *target;
  if (failed(collectEntryPoints(module, entryPoints)) ||
      failed(checkSignatures(module)))
    return takeError("the signature failed without a diagnostic");
  if (llvm::Error error = addDonations(module, entryPoints, options))
    return error;
  // Whether a result is in the memory of a donated argument is known at the
  // end. An argument that holds none must not be written.
  for (bool isDone = false; !isDone;) {
    OwningOpRef<ModuleOp> copy;
    if (hasDonations(module, entryPoints))
      copy = module.clone();
    if (failed(lowerToLLVMDialect(module, entryPoints, cInterface, options,
                                  toolchain)))
      return takeError("the pipeline failed without a diagnostic");
    takeDonors(module, entryPoints);
    if (llvm::Error error = checkDonations(entryPoints, options))
      return error;
    isDone = !copy || !removeUnusedDonations(*copy, entryPoints);
    if (!isDone) {
      module->setAttrs((*copy)->getAttrDictionary());
      module.getBodyRegion().takeBody(copy->getBodyRegion());
    }
  }
  return llvm::Error::success();
}

llvm::Error Compilation::translate(ModuleOp module) {
  const llvm::Triple &triple = machine->getTargetTriple();
  if (failed(checkTranslatable(module, triple.isAArch64() || triple.isRISCV())))
    return takeError("translation to LLVM IR failed without a diagnostic");
  module->setAttr(
      LLVM::LLVMDialect::getTargetTripleAttrName(),
      StringAttr::get(module.getContext(), machine->getTargetTriple().str()));
  module->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(module.getContext(),
                      machine->createDataLayout().getStringRepresentation()));
  llvmContext = std::make_unique<llvm::LLVMContext>();
  {
    StepTimer timer(options, "translate");
    llvmModule = translateToLLVMIR(module, *llvmContext);
  }
  if (!llvmModule)
    return takeError("translation to LLVM IR failed without a diagnostic");
  reportStage(options, "llvm-ir", *llvmModule);
  return llvm::Error::success();
}

void Compilation::optimizeAndReport() {
  {
    StepTimer timer(options, "optimize");
    onlyLoweredLoops = optimize(*llvmModule, *machine, options.optLevel);
  }
  reportStage(options, "optimized-llvm-ir", *llvmModule);
}

llvm::Error Compilation::generate(llvm::CodeGenFileType fileType,
                                  llvm::raw_ostream &os) {
  StepTimer timer(options, "generate");
  auto generator = toolchain.getGenerator(fileType, onlyLoweredLoops);
  if (!generator)
    return generator.takeError();
  os << (*generator)->generate(*llvmModule);
  return llvm::Error::success();
}

static bool isCallable(const EntryPoint &entry) {
  return llvm::none_of(
      llvm::concat<const Parameter>(entry.arguments, entry.results),
      [](const Parameter &parameter) {
        return parameter.type.kind == ValueType::Kind::Unsupported;
      });
}

/// Redirects the calls in `module` to the symbols of GeneratedCode. Must come
/// last, because LLVM recognizes functions of the C library by their names.
static void renameHostFunctions(llvm::Module &module) {
  for (const GeneratedCode::Function &function : GeneratedCode::getFunctions())
    if (llvm::Function *declaration = module.getFunction(function.name))
      declaration->setName(GeneratedCode::kPrefix + function.name);
}

llvm::Expected<CompiledObject> Compilation::makeObject(ModuleOp module,
                                                       bool isForLibrary) {
  if (llvm::StringRef(options.cpu).contains(','))
    return llvm::make_error<CompileError>(
        "target CPU: expected one CPU for a program of this process, found '" +
        options.cpu + "'");
  if (llvm::Error error = lower(module, /*cInterface=*/false))
    return error;
  if (llvm::Error error = translate(module))
    return error;

  CompiledObject object;
  SmallVector<std::string> kept;
  for (const EntryPoint &entry : entryPoints) {
    object.symbols.emplace_back();
    if (!isCallable(entry))
      continue;
    auto symbol = addAdaptor(*llvmModule, entry);
    if (!symbol)
      return symbol.takeError();
    object.symbols.back() = *symbol;
    kept.push_back(std::move(*symbol));
  }
  internalize(*llvmModule, kept);
  optimizeAndReport();
  if (isForLibrary)
    renameHostFunctions(*llvmModule);

  SmallVector<char, 0> code;
  llvm::raw_svector_ostream os(code);
  if (llvm::Error error = generate(llvm::CodeGenFileType::ObjectFile, os))
    return error;
  object.code = std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(code), /*RequiresNullTerminator=*/false);
  object.entryPoints = std::move(entryPoints);
  return object;
}

llvm::Expected<CompiledObject> Compilation::compile(ModuleOp module,
                                                    bool &isCacheable) {
  auto object = makeObject(module, /*isForLibrary=*/false);
  isCacheable &= !diagnostics.hasAny();
  return object;
}

llvm::Expected<CompiledObject> Compilation::compileForLibrary(ModuleOp module) {
  return makeObject(module, /*isForLibrary=*/true);
}

llvm::Error Compilation::hideInternals() {
  SmallVector<std::string> kept;
  for (const EntryPoint &entry : entryPoints) {
    kept.push_back("_mlir_ciface_" + entry.name);
    const llvm::Function *function = llvmModule->getFunction(kept.back());
    if (!function || function->isDeclaration())
      return llvm::make_error<CompileError>("function '" + entry.name +
                                            "': the pipeline made no '" +
                                            kept.back() + "'");
  }
  internalize(*llvmModule, kept);
  return llvm::Error::success();
}

llvm::Error Compilation::emit(ModuleOp module, EmitKind kind,
                              llvm::raw_pwrite_stream &os) {
  if (llvm::Error error = lower(module, /*cInterface=*/true))
    return error;
  if (kind == EmitKind::MLIR) {
    os << module << '\n';
    return llvm::Error::success();
  }
  if (kind == EmitKind::Header) {
    writeCHeader(entryPoints, os);
    return llvm::Error::success();
  }
  if (llvm::Error error = translate(module))
    return error;
  if (llvm::Error error = hideInternals())
    return error;
  auto levels = parseCPULevels(options.cpu, machine->getTargetTriple());
  if (!levels)
    return levels.takeError();
  if (!levels->empty())
    if (llvm::Error error = addCPULevels(*llvmModule, *levels))
      return error;
  optimizeAndReport();
  if (kind == EmitKind::LLVMIR) {
    os << *llvmModule;
    return llvm::Error::success();
  }
  return generate(kind == EmitKind::Object
                      ? llvm::CodeGenFileType::ObjectFile
                      : llvm::CodeGenFileType::AssemblyFile,
                  os);
}
