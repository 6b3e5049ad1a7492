//===- ONNXGraphImporter.h - converts the nodes of a model ----------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_ONNX_ONNXGRAPHIMPORTER_H
#define SCATTER_LIB_IMPORT_ONNX_ONNXGRAPHIMPORTER_H

#include "ONNXModel.h"
#include "ONNXNodeConversion.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace scatter::onnx {

/// The values that nodes of a graph or function body can refer to.
struct Scope {
  /// The enclosing graph of a graph in an attribute, otherwise null.
  const Scope *outer = nullptr;
  const OperatorSets &operatorSets;
  /// The attributes of the call, if this is the body of a function.
  llvm::ArrayRef<NodeAttribute> attributes;
  llvm::StringMap<ImportedValue> values;

  /// Returns the value called `name`, or an empty ImportedValue.
  ImportedValue lookup(llvm::StringRef name) const;
};

/// Converts a model to a function.
class GraphImporter {
public:
  GraphImporter(const Model &model, llvm::StringRef file, mlir::ModuleOp module)
      : model(model), file(file), module(module) {}

  /// Adds the function `main` to the module, or emits a diagnostic.
  mlir::LogicalResult run();

  /// Imports the nodes of `graph`, an attribute of the node of `c`, at the end
  /// of `block`. If `block` is null, imports them at the insertion point of
  /// `c`. Appends the outputs of the graph.
  mlir::LogicalResult
  importBranch(NodeConversion &c, const Graph &graph,
               llvm::SmallVectorImpl<ImportedValue> &outputs,
               mlir::Block *block = nullptr);

  /// Emits a diagnostic, unless one has been emitted.
  void emitNodeError(const Node &node, int64_t version,
                     const llvm::Twine &message);

  /// Returns the MLIR type for an element type number, or null if there is
  /// none.
  mlir::Type getElementType(int32_t number);
  /// Returns the constant in `tensor`. On failure, emits a diagnostic about
  /// `what`.
  mlir::FailureOr<mlir::DenseElementsAttr>
  makeConstant(const Tensor &tensor, const llvm::Twine &what);

private:
  mlir::InFlightDiagnostic emitError();
  mlir::FailureOr<mlir::RankedTensorType> getInputType(const ValueInfo &info);
  mlir::LogicalResult addInitializers(const Graph &graph, Scope &scope);
  mlir::LogicalResult importNodes(llvm::ArrayRef<Node> nodes, Scope &scope);
  mlir::LogicalResult importNode(const Node &node, Scope &scope);
  mlir::LogicalResult callFunction(NodeConversion &c, const Function &function,
                                   llvm::ArrayRef<ImportedValue> operands);
  mlir::LogicalResult convert(NodeConversion &c);
  const Function *findFunction(const Node &node) const;

  const Model &model;
  llvm::StringRef file;
  mlir::ModuleOp module;
  std::optional<mlir::OpBuilder> builder;
  /// The scope of the node that is being imported.
  Scope *current = nullptr;
  bool hasReported = false;
  /// The functions that are being inlined.
  llvm::SmallVector<const Function *> calls;
  unsigned graphDepth = 0;
  /// The number of imported nodes. Inlined nodes count each time.
  int64_t numNodes = 0;
  /// The number of scalar ops that may still be evaluated at import.
  int64_t evaluationBudget = int64_t(1) << 22;
};

} // namespace scatter::onnx

#endif // SCATTER_LIB_IMPORT_ONNX_ONNXGRAPHIMPORTER_H
