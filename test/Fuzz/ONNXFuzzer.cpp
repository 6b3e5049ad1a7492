//===- ONNXFuzzer.cpp - libFuzzer target for ONNX models ------------------===//
//
// Imports any bytes as a model. A module that comes out is valid, and what is
// refused has one error of one line. A corpus comes from the tests:
//   test/Import/ONNX/Inputs/write_models.py <folder>
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/ONNX/ONNXImport.h"
#include "scatter/Import/ONNX/TensorFile.h"
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
  bool isSelfContained = true;
  // No folder of this name exists: external data is not found.
  OwningOpRef<ModuleOp> module =
      scatter::importONNX(MemoryBufferRef(bytes, "no such folder/fuzz.onnx"),
                          &context, isSelfContained);
  require(module ? errors == 0 && succeeded(verify(*module)) : errors == 1);

  auto tensor = scatter::onnx::readTensorFile(MemoryBufferRef(bytes, "fuzz"));
  if (!tensor)
    require(StringRef(toString(tensor.takeError())).starts_with("'fuzz': "));
  return 0;
}
