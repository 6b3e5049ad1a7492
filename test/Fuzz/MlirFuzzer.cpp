//===- MlirFuzzer.cpp - libFuzzer target for .mlir files ------------------===//
//
// Reads any bytes as the text of a module. What parses and verifies has to come
// back from its text and from its bytecode, and the canonicalizer has to leave
// something that verifies. With SCATTER_FUZZ_PIPELINE=1 in the environment the
// pipeline scatter-to-llvm has to end, with success or an error.
//
//===----------------------------------------------------------------------===//

#include "MlirFuzzer.h"
#include "MlirMutator.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace scatter;

unsigned scatter::fuzz::numAccepted = 0;

/// Ends the process so that libFuzzer keeps the input.
static void require(bool condition, const char *what) {
  if (condition)
    return;
  llvm::errs() << "violated: " << what << '\n';
  std::abort();
}

/// Counts errors, and formats all diagnostics as a tool would.
class DiagnosticCounter {
public:
  explicit DiagnosticCounter(MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          text = diagnostic.str();
          errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
        }) {}

  unsigned errors = 0;
  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

/// Attributes and types are uniqued and never freed; a context serves many
/// inputs, but not all.
static MLIRContext &getContext() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    scatter::registerAllDialects(result);
    return result;
  }();
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (!context || ++uses % 2000 == 0) {
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->allowUnregisteredDialects();
    context->printOpOnDiagnostic(false);
  }
  return *context;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

/// Whether all ops are ours or of kinds that upstream knows how to lower.
static bool isPlain(ModuleOp module) {
  return !module
              .walk([](Operation *op) {
                return isa<ModuleOp, func::FuncOp, func::ReturnOp>(op) ||
                               isa_and_nonnull<ScatterDialect>(
                                   op->getDialect()) ||
                               op->getName().getStringRef() == "arith.constant"
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Whether an attribute of an op has floats of more than 64 bits. Upstream does
/// not read back all of those that it prints, such as denormals.
static bool hasWideFloats(ModuleOp module) {
  auto isWide = [](NamedAttribute attr) {
    auto typed = dyn_cast<TypedAttr>(attr.getValue());
    auto type = typed
                    ? dyn_cast<FloatType>(getElementTypeOrSelf(typed.getType()))
                    : FloatType();
    return type && type.getWidth() > 64;
  };
  return module
      .walk([&](Operation *op) {
        return llvm::any_of(op->getAttrs(), isWide) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

static void checkRoundTrips(ModuleOp module, DiagnosticCounter &diagnostics) {
  std::string text = print(module);
  MLIRContext *context = module.getContext();
  ParserConfig config(context);
  auto again = parseSourceString<ModuleOp>(text, config);
  if (!again || print(*again) != text)
    llvm::errs() << diagnostics.text << '\n' << text << '\n';
  require(again && print(*again) == text, "text comes back");

  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  require(succeeded(writeBytecodeToFile(module, os)), "bytecode is written");
  auto reread = parseSourceString<ModuleOp>(bytecode, config);
  require(reread && print(*reread) == text, "bytecode comes back");
}

static void checkCanonicalizer(ModuleOp module,
                               DiagnosticCounter &diagnostics) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager canonicalize(module->getName());
  canonicalize.addPass(createCanonicalizerPass());
  canonicalize.addPass(createCSEPass());
  if (failed(canonicalize.run(*copy))) {
    // Sizes that become static may contradict each other: an error by design.
    // That of the last dimension of `indices` contradicts ranks.
    StringRef text(diagnostics.text);
    bool isContradiction = text.contains("expected size") ||
                           text.contains("components (the rank of 'data')") ||
                           text.contains("less the components of a tuple");
    if (!isContradiction)
      llvm::errs() << diagnostics.text << '\n';
    require(isContradiction, "the canonicalizer leaves valid ops");
    return;
  }
  PassManager refine(module->getName());
  refine.addPass(createScatterRefineShapesPass());
  refine.addPass(createCanonicalizerPass());
  diagnostics.errors = 0;
  require(succeeded(refine.run(*copy)) || diagnostics.errors,
          "a pass that fails says why");
}

static void checkPipeline(ModuleOp module, DiagnosticCounter &diagnostics) {
  PassManager manager(module->getName());
  ScatterToLLVMOptions options;
  options.plan.set(
      scatter::PlanOptions().set(&scatter::Machine::vectorBytes, 16));
  buildScatterToLLVMPipeline(manager, options);
  diagnostics.errors = 0;
  require(succeeded(manager.run(module)) || diagnostics.errors,
          "a pipeline that fails says why");
}

/// Whether `text` names a result by a large number. Upstream's parser allocates
/// memory for all results up to that one.
static bool namesManyResults(StringRef text) {
  static const llvm::Regex regex("%[A-Za-z0-9_$.-]+#[0-9]{7}");
  return regex.match(text);
}

/// Whether `text` has numbers of about 2^63 beside ops of upstream's tensor
/// dialect. The verifiers of tensor.pad and tensor.from_elements crash on some
/// of these, and patterns make a tensor that no memory can hold an operand of
/// the op that uses a cast of it.
static bool hasHugeTensors(StringRef text) {
  static const llvm::Regex number("[0-9]{18}");
  return text.contains(" tensor.") && number.match(text);
}

/// Whether a list of dimensions in `text` is malformed. Upstream's parsers of
/// linalg.transpose and linalg.broadcast read what they could not parse.
static bool hasMalformedDimensions(StringRef text) {
  static const llvm::Regex list("^ *= *\\[ *(-?[0-9]+ *(, *-?[0-9]+ *)*)?\\]");
  for (StringRef name : {"permutation", "dimensions"})
    for (size_t at = text.find(name); at != StringRef::npos;
         at = text.find(name, at + 1))
      if (!list.match(text.substr(at + name.size(), 200)))
        return true;
  return false;
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // The parser needs a zero after the text.
  std::string copy(reinterpret_cast<const char *>(data), size);
  llvm::StringRef text(copy);
  // Bytecode is upstream's to read, see scatter-run.
  if (scatter::fuzz::isDeep(text) || namesManyResults(text) ||
      hasHugeTensors(text) || hasMalformedDimensions(text) ||
      text.starts_with("ML\xEFR"))
    return 0;
  MLIRContext &context = getContext();
  DiagnosticCounter diagnostics(&context);
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module) {
    require(diagnostics.errors, "a module that is refused has an error");
    return 0;
  }
  static const bool runsPipeline = std::getenv("SCATTER_FUZZ_PIPELINE");
  ++scatter::fuzz::numAccepted;
  if (!hasWideFloats(*module))
    checkRoundTrips(*module, diagnostics);
  checkCanonicalizer(*module, diagnostics);
  if (runsPipeline && isPlain(*module))
    checkPipeline(*module, diagnostics);
  return 0;
}
