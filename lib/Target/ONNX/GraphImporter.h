//===- GraphImporter.h - from the nodes of a model to ops -------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_ONNX_GRAPHIMPORTER_H
#define SCATTER_LIB_TARGET_ONNX_GRAPHIMPORTER_H

#include "Model.h"
#include "NodeConversion.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"

namespace scatter::onnx {

/// The values that nodes of a graph or function body may name.
struct Scope {
  /// The graph around a graph in an attribute; null for others.
  const Scope *outer = nullptr;
  const OperatorSets &operatorSets;
  /// The attributes of the call whose function's body this is.
  llvm::ArrayRef<NodeAttribute> attributes;
  llvm::StringMap<ImportedValue> values;

  /// The value called `name`, or one that is neither value nor constant.
  ImportedValue lookup(llvm::StringRef name) const;
};

/// Converts a model to one function.
class GraphImporter {
public:
  GraphImporter(const Model &model, llvm::StringRef file, mlir::ModuleOp module)
      : model(model), file(file), module(module) {}

  /// Adds the function `main` to the module, or emits a diagnostic.
  mlir::LogicalResult run();

  /// Imports the nodes of `graph`, an attribute of `node`, at the end of
  /// `block`, or where `b` is if that is null, and appends its outputs.
  mlir::LogicalResult
  importBranch(NodeConversion &c, const Graph &graph,
               llvm::SmallVectorImpl<ImportedValue> &outputs,
               mlir::Block *block = nullptr);

  /// Emits a diagnostic, unless there is one already.
  void emitNodeError(const Node &node, int64_t version,
                     const llvm::Twine &message);

  /// The MLIR type of the elements, null if there is none.
  mlir::Type getElementType(int32_t number);
  /// The constant that `tensor` holds, or a diagnostic about `what`.
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
  /// The scope of the node that is imported.
  Scope *current = nullptr;
  bool hasReported = false;
  /// The functions that are being inlined.
  llvm::SmallVector<const Function *> calls;
  unsigned graphDepth = 0;
  /// Nodes that have been imported, inlined ones each time.
  int64_t numNodes = 0;
  /// Scalar ops that may still be evaluated at import.
  int64_t evaluationBudget = int64_t(1) << 22;
};

} // namespace scatter::onnx

#endif // SCATTER_LIB_TARGET_ONNX_GRAPHIMPORTER_H
