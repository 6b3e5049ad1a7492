//===- NodeConversionBase.h - the conversion of one node --------*- C++ -*-===//
//
// What the importers of graph formats share: the operands and results of a
// node, which may be constants, and how they are checked. Each format adds how
// it reads attributes and what its diagnostics call a node.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_COMMON_NODECONVERSIONBASE_H
#define SCATTER_LIB_TARGET_COMMON_NODECONVERSIONBASE_H

#include "scatter/Conversion/ImportUtils/Sizes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/Twine.h"

namespace scatter {

/// What a name of a graph stands for: a constant or a value of the function.
struct ImportedValue {
  mlir::Value value;
  /// Null if the value is not known at import.
  mlir::DenseElementsAttr constant;
  /// What `value` repeats along other dimensions, of the same rank; null if it
  /// is not known to do so.
  mlir::Value repeated;
  /// The elements of `value` in row-major order if some of them are known at
  /// import or are sizes: integers, signless where they are values. Else empty.
  Sizes elements = {};

  explicit operator bool() const { return value || constant; }
  mlir::RankedTensorType getType() const {
    return llvm::cast<mlir::RankedTensorType>(
        constant ? mlir::Type(constant.getType()) : value.getType());
  }
};

/// A node that is converted, and what its outputs become. There is one
/// diagnostic: the driver asks `hasFailed` after the conversion.
class NodeConversionBase {
public:
  //===-- Errors ----------------------------------------------------------===//

  /// Emits the diagnostic of the node, unless there is one already.
  mlir::LogicalResult error(const llvm::Twine &message);
  bool hasFailed() const { return failedFlag; }

  /// "input 1 'x'".
  std::string describeInput(unsigned i) const;

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
  /// The elements of operand `i`, integers, as numbers of type index. Those of
  /// a small tensor may be known at run time only.
  mlir::FailureOr<Sizes> integers(unsigned i);
  /// The same for sizes: the program reports negative ones.
  mlir::FailureOr<Sizes> nonNegativeIntegers(unsigned i);

  /// The sizes of operand `i`.
  Sizes sizes(unsigned i);
  mlir::OpFoldResult size(unsigned i, int64_t dim) { return sizes(i)[dim]; }
  bool isStatic(unsigned i) const { return type(i).hasStaticShape(); }

  //===-- Axes ------------------------------------------------------------===//

  /// An axis of a tensor of rank `rank`, counted from the end if it is
  /// negative.
  mlir::FailureOr<int64_t> normalizeAxis(int64_t axis, int64_t rank);
  /// The same for a list of axes: distinct ones, in [0, rank).
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  normalizeAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);

  //===-- Types -----------------------------------------------------------===//

  /// A tensor type that memory can hold, of static shape, or a diagnostic.
  mlir::FailureOr<mlir::RankedTensorType>
  makeType(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// The same for sizes that may be known at run time only.
  mlir::FailureOr<mlir::RankedTensorType>
  makeSizedType(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Type element);
  /// Fails unless operand `i` has elements of type `element`.
  mlir::LogicalResult checkElement(unsigned i, mlir::Type element);
  /// Fails unless operand `i` has elements of type i32 or i64.
  mlir::LogicalResult checkIndexElement(unsigned i);
  /// Fails unless the results are such that memory can hold them.
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
  /// A tensor of 64-bit integers.
  mlir::LogicalResult replaceIntegers(llvm::ArrayRef<int64_t> values,
                                      llvm::ArrayRef<int64_t> shape);
  /// A tensor of shape `shape` and integers `element`, of 32 or 64 bits, that
  /// holds `values`: the program reports those that an i32 does not hold.
  mlir::LogicalResult replaceSizes(llvm::ArrayRef<mlir::OpFoldResult> values,
                                   llvm::ArrayRef<int64_t> shape,
                                   mlir::IntegerType element);

  mlir::ImplicitLocOpBuilder &b;
  /// One for each output of the node, but for missing ones at the end.
  llvm::SmallVector<ImportedValue, 2> results;

protected:
  NodeConversionBase(mlir::ImplicitLocOpBuilder &b,
                     llvm::ArrayRef<ImportedValue> operands)
      : b(b), operands(operands) {}
  ~NodeConversionBase() = default;

  virtual void emit(const llvm::Twine &message) = 0;
  /// Which input of the node operand `i` is.
  virtual unsigned getInputNumber(unsigned i) const { return i; }
  /// What the model calls that input; empty if it has no name.
  virtual llvm::StringRef getInputName(unsigned i) const = 0;

  llvm::ArrayRef<ImportedValue> operands;

private:
  bool failedFlag = false;
};

/// Computes the elements of the results of a node whose operands are constants
/// or have known elements, as long as `budget` scalar ops last. `last` is the
/// op before those of the node, which are erased if nothing needs them; null if
/// there is none.
void foldResults(NodeConversionBase &c, mlir::Operation *last, int64_t &budget);

/// Whether the elements of all `values` that are given are known.
bool haveKnownElements(llvm::ArrayRef<ImportedValue> values);

/// `type` as a message shows it.
std::string str(mlir::Type type);
/// "[1, 2]".
std::string str(llvm::ArrayRef<int64_t> values);
/// "1" or "?".
std::string str(mlir::OpFoldResult size);
/// "[1, ?]".
std::string str(llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The elements of a constant of integers or booleans, sign- or zero-extended.
/// None for others.
std::optional<llvm::SmallVector<int64_t>>
getIntegers(mlir::DenseElementsAttr constant);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_NODECONVERSIONBASE_H
