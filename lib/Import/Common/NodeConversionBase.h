//===- NodeConversionBase.h - the conversion of one node --------*- C++ -*-===//
//
// Shared by the importers of graph formats: the operands and results of a node,
// which may be constants, and checks of them. Each format adds how it reads
// attributes and what its diagnostics call a node.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_COMMON_NODECONVERSIONBASE_H
#define SCATTER_LIB_IMPORT_COMMON_NODECONVERSIONBASE_H

#include "scatter/Import/Utils/Sizes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/Twine.h"

namespace scatter {

/// The value of a name in a graph: a constant, or a value of the function.
struct ImportedValue {
  mlir::Value value;
  /// Null if the value is not known at import.
  mlir::DenseElementsAttr constant;
  /// The tensor of the same rank that `value` broadcasts along other
  /// dimensions, or null if none is known.
  mlir::Value repeated;
  /// The elements of `value` in row-major order, if some of them are known at
  /// import or are sizes. They are integers, signless if they are values.
  /// Otherwise empty.
  Sizes elements = {};

  explicit operator bool() const { return value || constant; }
  mlir::RankedTensorType getType() const {
    return llvm::cast<mlir::RankedTensorType>(
        constant ? mlir::Type(constant.getType()) : value.getType());
  }
};

/// A node to convert, and the results of its outputs. Emits at most one
/// diagnostic. The driver calls `hasFailed` after the conversion.
class NodeConversionBase {
public:
  //===-- Errors ----------------------------------------------------------===//

  /// Emits the diagnostic of the node, unless one has been emitted.
  mlir::LogicalResult error(const llvm::Twine &message);
  bool hasFailed() const { return failedFlag; }

  /// Returns a text such as "input 1 'x'".
  std::string describeInput(unsigned i) const;

  //===-- Operands --------------------------------------------------------===//

  unsigned getNumOperands() const { return operands.size(); }
  /// Whether optional operand `i` is present.
  bool hasOperand(unsigned i) const {
    return i < operands.size() && bool(operands[i]);
  }
  const ImportedValue &imported(unsigned i) const { return operands[i]; }
  /// Returns operand `i`, which must be present, as a value.
  mlir::Value operand(unsigned i);
  mlir::RankedTensorType type(unsigned i) const {
    return operands[i].getType();
  }
  /// The element type of operand `i`.
  mlir::Type element(unsigned i) const { return type(i).getElementType(); }
  llvm::ArrayRef<int64_t> shape(unsigned i) const { return type(i).getShape(); }
  int64_t rank(unsigned i) const { return type(i).getRank(); }

  /// Returns the elements of operand `i`, integers that must be known at
  /// import.
  mlir::FailureOr<llvm::SmallVector<int64_t>> constantIntegers(unsigned i);
  /// Returns the single element of operand `i`.
  mlir::FailureOr<int64_t> constantInteger(unsigned i);
  /// Returns the elements of operand `i`, which must be integers, as values of
  /// type index. Elements of a small tensor may be known only at run time.
  mlir::FailureOr<Sizes> integers(unsigned i);
  /// The same for sizes. The program reports negative ones.
  mlir::FailureOr<Sizes> nonNegativeIntegers(unsigned i);

  /// The sizes of operand `i`.
  Sizes sizes(unsigned i);
  mlir::OpFoldResult size(unsigned i, int64_t dim) { return sizes(i)[dim]; }
  bool isStatic(unsigned i) const { return type(i).hasStaticShape(); }

  //===-- Axes ------------------------------------------------------------===//

  /// Normalizes an axis of a tensor of rank `rank`. Negative axes count from
  /// the end.
  mlir::FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank);
  /// Normalizes a list of axes to distinct axes in [0, rank).
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  normalizeAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  /// Returns the axis, or the axes, in operand `i`, which must be known at
  /// import, for a tensor of rank `rank`.
  mlir::FailureOr<int64_t> axis(unsigned i, int64_t rank);
  mlir::FailureOr<llvm::SmallVector<int64_t>> axes(unsigned i, int64_t rank);

  //===-- Types -----------------------------------------------------------===//

  /// Returns a tensor type of static shape. Emits a diagnostic if memory cannot
  /// hold such a tensor.
  mlir::FailureOr<mlir::RankedTensorType>
  makeType(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// The same for sizes that may be known only at run time.
  mlir::FailureOr<mlir::RankedTensorType>
  makeSizedType(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Type element);
  /// Fails unless operand `i` has the element type `element`.
  mlir::LogicalResult checkElement(unsigned i, mlir::Type element);
  /// Fails unless operand `i` has the element type i32 or i64.
  mlir::LogicalResult checkIndexElement(unsigned i);
  /// Fails if a result is too large.
  mlir::LogicalResult checkResults();

  //===-- Results ---------------------------------------------------------===//

  mlir::LogicalResult replace(mlir::Value value) {
    results.push_back({value, nullptr, nullptr, {}});
    return mlir::success();
  }
  mlir::LogicalResult replace(mlir::DenseElementsAttr constant) {
    results.push_back({nullptr, constant, nullptr, {}});
    return mlir::success();
  }
  mlir::LogicalResult replace(const ImportedValue &value) {
    results.push_back(value);
    return mlir::success();
  }
  /// Replaces the node by a tensor of 64-bit integers.
  mlir::LogicalResult replaceIntegers(llvm::ArrayRef<int64_t> values,
                                      llvm::ArrayRef<int64_t> shape);
  /// Replaces the node by a tensor of shape `shape` that holds `values`. Its
  /// element type is `element`, of 32 or 64 bits. The program reports values
  /// that do not fit in an i32.
  mlir::LogicalResult replaceSizes(llvm::ArrayRef<mlir::OpFoldResult> values,
                                   llvm::ArrayRef<int64_t> shape,
                                   mlir::IntegerType element);

  mlir::ImplicitLocOpBuilder &b;
  /// One for each output of the node, except for missing ones at the end.
  llvm::SmallVector<ImportedValue, 2> results;

protected:
  NodeConversionBase(mlir::ImplicitLocOpBuilder &b,
                     llvm::ArrayRef<ImportedValue> operands)
      : b(b), operands(operands) {}
  ~NodeConversionBase() = default;

  virtual void emit(const llvm::Twine &message) = 0;
  /// The input of the node that operand `i` is.
  virtual unsigned getInputNumber(unsigned i) const { return i; }
  /// The model's name of that input. Empty if it has no name.
  virtual llvm::StringRef getInputName(unsigned i) const = 0;

  llvm::ArrayRef<ImportedValue> operands;

private:
  bool failedFlag = false;
};

/// Evaluates the results of a node whose operands are constants or have known
/// elements, using up to `budget` scalar ops. `last` is the op before the ops
/// of the node, or null. Ops of the node that are no longer used are erased.
void foldResults(NodeConversionBase &c, mlir::Operation *last, int64_t &budget);

/// Whether the elements of all `values` that are present are known.
bool haveKnownElements(llvm::ArrayRef<ImportedValue> values);

/// Prints `type` for a message.
std::string str(mlir::Type type);
/// Prints values such as "[1, 2]".
std::string str(llvm::ArrayRef<int64_t> values);
/// Prints "1" or "?".
std::string str(mlir::OpFoldResult size);
/// Prints sizes such as "[1, ?]".
std::string str(llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Returns the elements of a constant of integers or booleans, sign- or
/// zero-extended, or std::nullopt for other constants.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(mlir::DenseElementsAttr constant);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_NODECONVERSIONBASE_H
