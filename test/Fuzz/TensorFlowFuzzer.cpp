//===- TensorFlowFuzzer.cpp - libFuzzer target for TensorFlow's graphs ----===//
//
// Imports any bytes as a graph. A module that comes out is valid, and what is
// refused has one error. A corpus comes from the tests:
//   test/Import/TensorFlow/Inputs/write_models.py <folder>
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/TensorFlow/TensorFlowImport.h"
#include <cstdlib>

using namespace llvm;
using namespace mlir;

/// Ends the process so that libFuzzer keeps the input.
static void require(bool condition) {
  if (!condition)
    std::abort();
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    result.insert<scatter::ScatterDialect>();
    return result;
  }();
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  OwningOpRef<ModuleOp> module =
      scatter::importTensorFlow(MemoryBufferRef(bytes, "fuzz.pb"), &context);
  require(module ? errors == 0 && succeeded(verify(*module)) : errors == 1);
  return 0;
}
