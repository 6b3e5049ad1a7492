//===- OpenVINOGraphImporter.h - converts the layers of a model ---------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_OPENVINO_OPENVINOGRAPHIMPORTER_H
#define SCATTER_LIB_IMPORT_OPENVINO_OPENVINOGRAPHIMPORTER_H

#include "LayerConversion.h"
#include "OpenVINOModel.h"
#include "Weights.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace scatter::openvino {

struct OpConverter;

/// Converts a model to a function.
class GraphImporter {
public:
  GraphImporter(const Model &model, llvm::StringRef file, mlir::ModuleOp module)
      : model(model), file(file), weights(file), module(module) {}

  /// Adds the function `main` to the module, or emits a diagnostic.
  mlir::LogicalResult run();

  /// Whether a file of weights has been read.
  bool hasWeights() const { return weights.areUsed(); }

private:
  mlir::LogicalResult importLayer(size_t position);
  mlir::LogicalResult importParameter(LayerConversion &c);
  mlir::LogicalResult importResult(LayerConversion &c);
  mlir::LogicalResult convert(LayerConversion &c);
  mlir::LogicalResult checkPorts(LayerConversion &c);
  mlir::LogicalResult finish();

  /// A Parameter or a Result: its layer's position in the file, which is the
  /// order of arguments and results, and its name.
  struct Interface {
    size_t layer;
    mlir::Value value;
    std::string name;
  };

  const Model &model;
  llvm::StringRef file;
  Weights weights;
  mlir::ModuleOp module;
  mlir::OpBuilder *builder = nullptr;
  mlir::Block *body = nullptr;
  /// The outputs of the layers that have been imported.
  std::vector<llvm::SmallVector<ImportedValue, 1>> values;
  std::vector<Interface> results;
  /// The number of scalar ops that may still be evaluated at import.
  int64_t evaluationBudget = int64_t(1) << 22;
};

} // namespace scatter::openvino

#endif // SCATTER_LIB_IMPORT_OPENVINO_OPENVINOGRAPHIMPORTER_H
