//===- TensorFlowImport.cpp - imports TensorFlow graphs
//-----------------------------===//

#include "scatter/Import/TensorFlow/TensorFlowImport.h"

#include "Common/ElementKinds.h"
#include "Common/OneLineDiagnostics.h"
#include "Common/OpTable.h"
#include "TensorFlowConverters.h"
#include "TensorFlowGraphImporter.h"
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
using namespace scatter::tensorflow;

bool scatter::isTensorFlowFile(StringRef name) {
  return llvm::sys::path::extension(name).equals_insensitive(".pb");
}

OwningOpRef<ModuleOp> scatter::importTensorFlow(llvm::MemoryBufferRef source,
                                                MLIRContext *context) {
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
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  if (failed(GraphImporter(*model, file, *module).run()) ||
      failed(verify(*module)))
    return {};
  return module;
}

void scatter::printTensorFlowOps(llvm::raw_ostream &os) {
  os << "<!-- scatter-translate --list-tensorflow-ops > "
        "docs/generated/TensorFlowOps.md -->\n\n"
     << "# Ops of TensorFlow that are imported\n\n"
     << "| op | inputs | element types | refused |\n"
     << "|---|---|---|---|\n";
  SmallVector<const OpConverter *> entries;
  for (const OpConverter &entry : getConverters())
    entries.push_back(&entry);
  llvm::sort(entries, [](const OpConverter *a, const OpConverter *b) {
    return a->name < b->name;
  });
  for (const OpConverter *entry : entries)
    os << "| " << entry->name << " | "
       << describeInputs(entry->minInputs, entry->maxInputs) << " | "
       << describeKinds(entry->kinds) << " | " << entry->limits << " |\n";
}
