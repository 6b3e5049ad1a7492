//===- TensorFlowGraphImporter.h - converts the nodes of a graph ----------*-
// C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWGRAPHIMPORTER_H
#define SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWGRAPHIMPORTER_H

#include "NodeOrder.h"
#include "TensorFlowNodeConversion.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter::tensorflow {

/// The outputs of nodes and of function arguments, by name.
using Scope = llvm::StringMap<llvm::SmallVector<ImportedValue, 1>>;

/// Converts a model to a function.
class GraphImporter {
public:
  GraphImporter(const Model &model, llvm::StringRef file, mlir::ModuleOp module)
      : model(model), file(file), module(module) {}

  /// Adds the function `main` to the module, or emits a diagnostic.
  mlir::LogicalResult run();

  void emitNodeError(const Node &node, const llvm::Twine &message);

  /// Returns the MLIR type for an element type number, or null if there is
  /// none.
  mlir::Type getElementType(int32_t number);
  /// Returns the constant in `tensor`, which must not have a problem.
  mlir::DenseElementsAttr makeConstant(const Tensor &tensor);

private:
  mlir::InFlightDiagnostic emitError();

  /// Orders the nodes, or emits a diagnostic.
  mlir::LogicalResult prepare(Body &body,
                              llvm::ArrayRef<llvm::StringRef> outputs);
  /// Returns the nodes of `function`, which the node of `c` calls.
  mlir::FailureOr<const Body *> getBody(NodeConversion &c,
                                        const Function &function);

  // Interface of the model.
  mlir::LogicalResult findInterface(llvm::SmallVectorImpl<Binding> &inputs,
                                    llvm::SmallVectorImpl<Binding> &outputs,
                                    const Body &body);
  mlir::FailureOr<mlir::RankedTensorType> getInputType(const Binding &input,
                                                       const Node &node);
  mlir::LogicalResult addArguments(llvm::ArrayRef<Binding> inputs,
                                   const Body &body, Scope &scope);
  mlir::LogicalResult addResults(llvm::ArrayRef<Binding> outputs,
                                 const Scope &scope);

  // Nodes.
  mlir::LogicalResult importNodes(const Body &body, Scope &scope);
  mlir::LogicalResult importNode(const Node &node, Scope &scope);
  mlir::LogicalResult convert(NodeConversion &c);
  mlir::LogicalResult callFunction(NodeConversion &c, const Function &function);
  const Function *findFunction(llvm::StringRef name) const;

  const Model &model;
  llvm::StringRef file;
  mlir::ModuleOp module;
  std::optional<mlir::OpBuilder> builder;
  llvm::DenseMap<const Function *, std::unique_ptr<Body>> bodies;
  /// The functions that are being inlined.
  llvm::SmallVector<const Function *> calls;
  /// The number of imported nodes. Inlined nodes count each time.
  int64_t numNodes = 0;
  /// The number of scalar ops that may still be evaluated at import.
  int64_t evaluationBudget = int64_t(1) << 22;
};

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWGRAPHIMPORTER_H
