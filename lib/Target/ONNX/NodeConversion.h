//===- NodeConversion.h - the conversion of one node ------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_ONNX_NODECONVERSION_H
#define SCATTER_LIB_TARGET_ONNX_NODECONVERSION_H

#include "Model.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/Twine.h"

namespace scatter::onnx {

/// What a name of a graph stands for: a constant or a value of the function.
struct ImportedValue {
  mlir::Value value;
  /// Null if the value is not known at import.
  mlir::DenseElementsAttr constant;
  /// What `value` repeats along other dimensions, of the same rank; null if it
  /// is not known to do so.
  mlir::Value repeated;

  explicit operator bool() const { return value || constant; }
  mlir::RankedTensorType getType() const {
    return llvm::cast<mlir::RankedTensorType>(
        constant ? mlir::Type(constant.getType()) : value.getType());
  }
};

class GraphImporter;

/// A node that is converted, and what its outputs become. Functions that read
/// attributes report what is wrong and return a value of the right form: the
/// driver asks `hasFailed` after the conversion. There is one diagnostic.
class NodeConversion {
public:
  NodeConversion(GraphImporter &importer, const Node &node, int64_t version,
                 mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<ImportedValue> operands)
      : importer(importer), node(node), version(version), b(b),
        operands(operands) {}

  //===-- Errors ----------------------------------------------------------===//

  /// Emits the diagnostic of the node, unless there is one already.
  mlir::LogicalResult error(const llvm::Twine &message);
  bool hasFailed() const { return failedFlag; }

  //===-- Operands --------------------------------------------------------===//

  unsigned getNumOperands() const { return operands.size(); }
  /// Whether optional operand `i` is given.
  bool hasOperand(unsigned i) const {
    return i < operands.size() && bool(operands[i]);
  }
  const ImportedValue &imported(unsigned i) const { return operands[i]; }
  /// Operand `i`, which is given, as a value.
  mlir::Value operand(unsigned i);
  mlir::RankedTensorType type(unsigned i) const {
    return operands[i].getType();
  }
  /// The type of the elements of operand `i`.
  mlir::Type element(unsigned i) const { return type(i).getElementType(); }
  llvm::ArrayRef<int64_t> shape(unsigned i) const { return type(i).getShape(); }
  int64_t rank(unsigned i) const { return type(i).getRank(); }

  /// The elements of operand `i`, integers that have to be known at import.
  mlir::FailureOr<llvm::SmallVector<int64_t>> constantIntegers(unsigned i);
  /// The one element of operand `i`.
  mlir::FailureOr<int64_t> constantInteger(unsigned i);

  //===-- Attributes ------------------------------------------------------===//

  bool hasAttribute(llvm::StringRef name) const { return find(name); }
  int64_t integer(llvm::StringRef name, int64_t otherwise);
  float number(llvm::StringRef name, float otherwise);
  std::string text(llvm::StringRef name, llvm::StringRef otherwise);
  /// Empty if there is no such attribute.
  llvm::SmallVector<int64_t> integers(llvm::StringRef name);
  /// Null if there is no such attribute, or one of another type.
  const NodeAttribute *attribute(llvm::StringRef name,
                                 NodeAttribute::Type type);

  /// The axis that attribute `name` gives of a tensor of rank `rank`, counted
  /// from the end if it is negative.
  mlir::FailureOr<int64_t> axis(llvm::StringRef name, int64_t otherwise,
                                int64_t rank);
  /// The same for a list of axes: distinct ones, in [0, rank).
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  normalizeAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  mlir::FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank);

  //===-- Types -----------------------------------------------------------===//

  /// A tensor type that memory can hold, of static shape, or a diagnostic.
  mlir::FailureOr<mlir::RankedTensorType>
  makeType(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// Fails unless operand `i` has elements of type `element`.
  mlir::LogicalResult checkElement(unsigned i, mlir::Type element);

  //===-- Results ---------------------------------------------------------===//

  mlir::LogicalResult replace(mlir::Value value) {
    results.push_back({value, nullptr, nullptr});
    return mlir::success();
  }
  mlir::LogicalResult replace(mlir::DenseElementsAttr constant) {
    results.push_back({nullptr, constant, nullptr});
    return mlir::success();
  }
  mlir::LogicalResult replace(const ImportedValue &value) {
    results.push_back(value);
    return mlir::success();
  }
  /// A tensor of integers.
  mlir::LogicalResult replaceIntegers(llvm::ArrayRef<int64_t> values,
                                      llvm::ArrayRef<int64_t> shape);

  GraphImporter &importer;
  const Node &node;
  /// The version of the operator set.
  const int64_t version;
  mlir::ImplicitLocOpBuilder &b;
  /// One for each output of the node, but for missing ones at the end.
  llvm::SmallVector<ImportedValue, 2> results;

private:
  const NodeAttribute *find(llvm::StringRef name) const;

  llvm::ArrayRef<ImportedValue> operands;
  bool failedFlag = false;
};

/// `type` as a message shows it.
std::string str(mlir::Type type);
/// "[1, 2]".
std::string str(llvm::ArrayRef<int64_t> values);

/// The elements of a constant of integers or booleans, sign- or zero-extended.
/// None for others.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(mlir::DenseElementsAttr constant);

} // namespace scatter::onnx

#endif // SCATTER_LIB_TARGET_ONNX_NODECONVERSION_H
