//===- ONNXImport.cpp - imports ONNX models
//-----------------------------------===//

#include "scatter/Import/ONNX/ONNXImport.h"

#include "Common/ElementKinds.h"
#include "Common/OneLineDiagnostics.h"
#include "Common/OpTable.h"
#include "ONNXConverters.h"
#include "ONNXGraphImporter.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

bool scatter::isONNXFile(StringRef name) {
  return llvm::sys::path::extension(name).equals_insensitive(".onnx");
}

/// Fails for operator sets that are not supported.
static LogicalResult checkVersions(const Model &model, Location loc) {
  auto check = [&](const OperatorSets &sets) -> LogicalResult {
    auto it = sets.find("");
    if (it == sets.end() || (it->second >= 1 && it->second <= kNewestVersion))
      return success();
    return emitError(loc, "expected an operator set of version 1 to ")
           << kNewestVersion << ", found " << it->second;
  };
  if (failed(check(model.operatorSets)))
    return failure();
  for (const Function &function : model.functions)
    if (failed(check(function.operatorSets)))
      return failure();
  return success();
}

OwningOpRef<ModuleOp> scatter::importONNX(llvm::MemoryBufferRef source,
                                          MLIRContext *context,
                                          bool &isSelfContained) {
  StringRef file = source.getBufferIdentifier();
  Location loc = NameLoc::get(StringAttr::get(context, file));
  context
      ->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                    func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                    scf::SCFDialect, ScatterDialect, tensor::TensorDialect>();
  OneLineDiagnostics diagnostics(context);
  llvm::Expected<Model> model = readModel(source);
  if (!model) {
    emitError(loc, toString(model.takeError()));
    return {};
  }
  isSelfContained &= !model->hasExternalData;
  if (failed(checkVersions(*model, loc)))
    return {};
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  if (failed(GraphImporter(*model, file, *module).run()) ||
      failed(verify(*module)))
    return {};
  return module;
}

void scatter::printONNXOps(llvm::raw_ostream &os) {
  os << "<!-- scatter-translate --list-onnx-ops > docs/generated/ONNXOps.md "
        "-->\n\n"
     << "# Ops of ONNX that are imported\n\n"
     << "| op | operator sets | inputs | element types | dynamic sizes | "
        "refused |\n"
     << "|---|---|---|---|---|---|\n";
  SmallVector<const OpConverter *> entries;
  for (const OpConverter &entry : getConverters())
    entries.push_back(&entry);
  llvm::sort(entries, [](const OpConverter *a, const OpConverter *b) {
    return std::pair(a->name, a->since) < std::pair(b->name, b->since);
  });
  for (const OpConverter *entry : entries)
    os << "| " << entry->name << " | " << entry->since << " to " << entry->until
       << " | " << describeInputs(entry->minInputs, entry->maxInputs) << " | "
       << describeKinds(entry->kinds) << " | "
       << (entry->takesDynamicShapes() ? "yes" : "no") << " | " << entry->limits
       << " |\n";
}
