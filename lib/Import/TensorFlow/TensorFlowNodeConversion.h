//===- TensorFlowNodeConversion.h - the conversion of one node ------------*-
// C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWNODECONVERSION_H
#define SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWNODECONVERSION_H

#include "Common/NodeConversionBase.h"
#include "TensorFlowModel.h"

namespace scatter::tensorflow {

class GraphImporter;

/// The conversion of a TensorFlow node. Functions that read an invalid
/// attribute report an error and return a default value. A missing attribute
/// has its default value.
class NodeConversion final : public NodeConversionBase {
public:
  /// `inputNames` are the names of the operands.
  NodeConversion(GraphImporter &importer, const Node &node,
                 mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<ImportedValue> operands,
                 llvm::ArrayRef<llvm::StringRef> inputNames)
      : NodeConversionBase(b, operands), importer(importer), node(node),
        inputNames(inputNames) {}

  //===-- Attributes ------------------------------------------------------===//

  int64_t integer(llvm::StringRef name, int64_t otherwise);
  bool boolean(llvm::StringRef name, bool otherwise);
  std::string text(llvm::StringRef name, llvm::StringRef otherwise);
  /// Empty if there is no such attribute.
  using NodeConversionBase::integers;
  llvm::SmallVector<int64_t> integers(llvm::StringRef name);
  /// Returns the element type in attribute `name`. The type with number
  /// `otherwise` is the default. Returns null after an error.
  mlir::Type elementType(llvm::StringRef name, int32_t otherwise);
  /// Returns null if there is no such attribute, or if it has another kind.
  const NodeAttribute *attribute(llvm::StringRef name,
                                 NodeAttribute::Kind kind);

  //===-- Operands and results --------------------------------------------===//

  /// Calls `convert` with the operands of the node replaced by `others`.
  /// `numbers` are the inputs of the node that `others` are derived from.
  mlir::LogicalResult convertWith(
      llvm::ArrayRef<ImportedValue> others, llvm::ArrayRef<unsigned> numbers,
      llvm::function_ref<mlir::LogicalResult(NodeConversion &)> convert);

  /// Returns the operands from `first` on, which must have the same sizes. The
  /// program checks dynamic sizes.
  mlir::FailureOr<llvm::SmallVector<ImportedValue>>
  operandsOfOneShape(unsigned first);

  /// Returns the element of operand `i` as a scalar.
  mlir::FailureOr<mlir::Value> scalar(unsigned i);

  GraphImporter &importer;
  const Node &node;

private:
  void emit(const llvm::Twine &message) override;
  unsigned getInputNumber(unsigned i) const override {
    return i < inputNumbers.size() ? inputNumbers[i] : i;
  }
  llvm::StringRef getInputName(unsigned i) const override {
    unsigned number = getInputNumber(i);
    return number < inputNames.size() ? inputNames[number] : llvm::StringRef();
  }

  llvm::ArrayRef<llvm::StringRef> inputNames;
  /// The input number of each operand during convertWith.
  llvm::ArrayRef<unsigned> inputNumbers;
};

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWNODECONVERSION_H
