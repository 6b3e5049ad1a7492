//===- OpenVINOFuzzer.cpp - libFuzzer target for models of OpenVINO -------===//
//
// Imports any bytes as the XML of a model, beside which there is a file of
// weights. A module that comes out is valid, and what is refused has one error
// of one line. A corpus comes from the tests:
//   test/Import/OpenVINO/Inputs/write_models.py <folder>
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Import/OpenVINO/OpenVINOImport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace mlir;

/// Ends the process so that libFuzzer keeps the input.
static void require(bool condition) {
  if (!condition)
    std::abort();
}

/// A file of small numbers, which is removed when the process ends.
static FileRemover weights;

/// The name of a model beside these weights.
static std::string makeModelName() {
  SmallString<128> path;
  int descriptor;
  require(!sys::fs::createTemporaryFile("openvino-fuzzer", "bin", descriptor,
                                        path));
  weights.setFile(path);
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  for (unsigned i = 0; i < 4096; ++i)
    os << char(i % 8 == 0 ? i / 8 % 4 : 0);
  return path.str().drop_back(3).str() + "xml";
}

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string name = makeModelName();
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
    require(!StringRef(diagnostic.str()).contains('\n'));
    return success();
  });
  bool isSelfContained = true;
  OwningOpRef<ModuleOp> module = scatter::importOpenVINO(
      MemoryBufferRef(bytes, name), &context, isSelfContained);
  require(module ? errors == 0 && succeeded(verify(*module)) : errors == 1);
  return 0;
}
