//===- StableHLOFuzzer.cpp - libFuzzer target for StableHLO ---------------===//
//
// Reads any bytes as the text of a module and converts the ops of StableHLO in
// it. A module that comes out is valid, and what is refused has one error of
// one line. A corpus is test/Integration/StableHLO/Inputs/JAX.
//
//===----------------------------------------------------------------------===//

#include "MlirMutator.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace mlir;

/// Ends the process so that libFuzzer keeps the input.
static void require(bool condition) {
  if (!condition)
    std::abort();
}

/// The parser makes room for as many results as a use like %0#2147483647 names;
/// the tools bound their memory.
static bool namesFarResult(StringRef text) {
  while (!text.empty()) {
    text = text.split('#').second;
    if (text.take_while([](char c) { return llvm::isDigit(c); }).size() > 4)
      return true;
  }
  return false;
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    result.insert<arith::ArithDialect, func::FuncDialect,
                  scatter::ScatterDialect, tensor::TensorDialect>();
    return result;
  }();
  std::string copy(reinterpret_cast<const char *>(data), size);
  StringRef text(copy);
  // Bytecode is upstream's to read.
  if (scatter::fuzz::isDeep(text) || namesFarResult(text) ||
      text.starts_with("ML\xEFR"))
    return 0;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  unsigned errors = 0;
  bool isOneLine = true;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    isOneLine &= !StringRef(diagnostic.str()).contains('\n');
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  // What the parser and the verifiers of upstream refuse is theirs to report.
  if (!module)
    return 0;
  errors = 0;
  isOneLine = true;
  PassManager manager(&context);
  manager.enableVerifier(false);
  manager.addPass(scatter::createConvertStableHLOToScatterPass());
  if (failed(manager.run(*module)))
    require(errors == 1 && isOneLine);
  else
    require(errors == 0 && succeeded(verify(*module)));
  return 0;
}
