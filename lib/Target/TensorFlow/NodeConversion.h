//===- NodeConversion.h - the conversion of one node ------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_TENSORFLOW_NODECONVERSION_H
#define SCATTER_LIB_TARGET_TENSORFLOW_NODECONVERSION_H

#include "Common/NodeConversionBase.h"
#include "Model.h"

namespace scatter::tensorflow {

class GraphImporter;

/// A node of TensorFlow that is converted. Functions that read attributes
/// report what is wrong and return a value of the right form; an attribute that
/// is missing has its default.
class NodeConversion final : public NodeConversionBase {
public:
  /// `inputNames` are those of the operands.
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
  /// The element type that attribute `name` names, of number `otherwise` if
  /// there is no such attribute. Null after an error.
  mlir::Type elementType(llvm::StringRef name, int32_t otherwise);
  /// Null if there is no such attribute, or one of another kind.
  const NodeAttribute *attribute(llvm::StringRef name,
                                 NodeAttribute::Kind kind);

  //===-- Operands and results --------------------------------------------===//

  /// Calls `convert` with `others` in place of the operands of the node: what
  /// inputs `numbers` of it have become.
  mlir::LogicalResult convertWith(
      llvm::ArrayRef<ImportedValue> others, llvm::ArrayRef<unsigned> numbers,
      llvm::function_ref<mlir::LogicalResult(NodeConversion &)> convert);

  /// The operands from `first` on, which have to have the same sizes: the
  /// program checks that.
  mlir::FailureOr<llvm::SmallVector<ImportedValue>>
  operandsOfOneShape(unsigned first);

  /// The element of operand `i` as a scalar.
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
  /// Of each operand, while others stand in place of those of the node.
  llvm::ArrayRef<unsigned> inputNumbers;
};

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_TARGET_TENSORFLOW_NODECONVERSION_H
