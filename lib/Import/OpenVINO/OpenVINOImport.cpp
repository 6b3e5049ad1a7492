//===- OpenVINOImport.cpp - imports OpenVINO models
//-------------------------------===//

#include "scatter/Import/OpenVINO/OpenVINOImport.h"

#include "Common/ElementKinds.h"
#include "Common/OneLineDiagnostics.h"
#include "Common/OpTable.h"
#include "OpenVINOConverters.h"
#include "OpenVINOGraphImporter.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
using namespace scatter::openvino;

bool scatter::isOpenVINOFile(StringRef name) {
  return llvm::sys::path::extension(name).equals_insensitive(".xml");
}

OwningOpRef<ModuleOp> scatter::importOpenVINO(llvm::MemoryBufferRef source,
                                              MLIRContext *context,
                                              bool &isSelfContained) {
  StringRef file = source.getBufferIdentifier();
  Location loc = NameLoc::get(StringAttr::get(context, file));
  context
      ->loadDialect<arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                    ScatterDialect, tensor::TensorDialect>();
  OneLineDiagnostics diagnostics(context);
  llvm::Expected<Model> model = readModel(source.getBuffer());
  if (!model) {
    emitError(loc, toString(model.takeError()));
    return {};
  }
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  GraphImporter importer(*model, file, *module);
  LogicalResult result = importer.run();
  isSelfContained &= !importer.hasWeights();
  if (failed(result) || failed(verify(*module)))
    return {};
  return module;
}

void scatter::printOpenVINOOps(llvm::raw_ostream &os) {
  os << "<!-- scatter-translate --list-openvino-ops > "
        "docs/generated/OpenVINOOps.md -->\n\n"
     << "# Ops of OpenVINO that are imported\n\n"
     << "| op | operation sets | inputs | element types | refused |\n"
     << "|---|---|---|---|---|\n";
  SmallVector<const OpConverter *> entries;
  for (const OpConverter &entry : getConverters())
    entries.push_back(&entry);
  llvm::sort(entries, [](const OpConverter *a, const OpConverter *b) {
    return std::pair(StringRef(a->name), a->since) <
           std::pair(StringRef(b->name), b->since);
  });
  for (const OpConverter *entry : entries)
    os << "| " << entry->name << " | " << entry->since << " to " << entry->until
       << " | " << describeInputs(entry->minInputs, entry->maxInputs) << " | "
       << describeKinds(entry->kinds) << " | " << entry->limits << " |\n";
}
