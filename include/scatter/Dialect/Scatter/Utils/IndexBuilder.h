//===- IndexBuilder.h - a builder with index arithmetic ---------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_INDEXBUILDER_H
#define SCATTER_DIALECT_SCATTER_UTILS_INDEXBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <variant>

namespace scatter {

// Names that headers use which are built on this one.
namespace arith = mlir::arith;
using mlir::ArrayRef;
using mlir::function_ref;
using mlir::SmallVector;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;

/// A value, or an integer that stands for a constant of type index.
using IndexOperand = std::variant<Value, int64_t>;

/// The builder for the lowering of one op. Bodies of loops and branches are
/// emitted with the same builder, because its insertion point moves into them
/// meanwhile.
///
/// Operations on constants are folded, so that getConstantIntValue tells
/// whether a size is static.
class IndexBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// Constants of type index and i1.
  Value index(int64_t number);
  Value boolean(bool value);

  /// Returns `operand` as a value.
  Value get(IndexOperand operand);

  // Integer ops of arith, named without their suffix `i`.
  using Operand = IndexOperand;
  Value add(Operand x, Operand y) { return fold<arith::AddIOp>(x, y); }
  Value sub(Operand x, Operand y) { return fold<arith::SubIOp>(x, y); }
  Value mul(Operand x, Operand y) { return fold<arith::MulIOp>(x, y); }
  Value divu(Operand x, Operand y) { return fold<arith::DivUIOp>(x, y); }
  Value remu(Operand x, Operand y) { return fold<arith::RemUIOp>(x, y); }
  Value minu(Operand x, Operand y) { return fold<arith::MinUIOp>(x, y); }
  Value maxu(Operand x, Operand y) { return fold<arith::MaxUIOp>(x, y); }
  Value mins(Operand x, Operand y) { return fold<arith::MinSIOp>(x, y); }
  Value maxs(Operand x, Operand y) { return fold<arith::MaxSIOp>(x, y); }
  Value shru(Operand x, Operand y) { return fold<arith::ShRUIOp>(x, y); }
  Value bitAnd(Operand x, Operand y) { return fold<arith::AndIOp>(x, y); }
  Value bitOr(Operand x, Operand y) { return fold<arith::OrIOp>(x, y); }
  /// Returns `x` / `y` rounded up. Both are at most INT64_MAX as unsigned
  /// numbers, so `x` + `y` - 1 does not overflow. The expansion of
  /// arith.ceildivui would contain a branch.
  Value ceildivu(Operand x, Operand y) { return divu(add(x, sub(y, 1)), y); }
  Value select(Value condition, Operand x, Operand y) {
    return createOrFold<arith::SelectOp>(condition, get(x), get(y));
  }

  // arith.cmpi, named by its predicates.
  using Predicate = arith::CmpIPredicate;
  Value eq(Operand x, Operand y) { return compare(Predicate::eq, x, y); }
  Value ne(Operand x, Operand y) { return compare(Predicate::ne, x, y); }
  Value slt(Operand x, Operand y) { return compare(Predicate::slt, x, y); }
  Value sle(Operand x, Operand y) { return compare(Predicate::sle, x, y); }
  Value sgt(Operand x, Operand y) { return compare(Predicate::sgt, x, y); }
  Value sge(Operand x, Operand y) { return compare(Predicate::sge, x, y); }
  Value ult(Operand x, Operand y) { return compare(Predicate::ult, x, y); }
  Value ule(Operand x, Operand y) { return compare(Predicate::ule, x, y); }
  Value ugt(Operand x, Operand y) { return compare(Predicate::ugt, x, y); }
  Value uge(Operand x, Operand y) { return compare(Predicate::uge, x, y); }

  /// The conjunction of `conditions`; true if there are none.
  Value allOf(ArrayRef<Value> conditions);
  /// Whether the i1 `condition` is false.
  Value isNot(Value condition);
  /// The product of `first` and all `factors`.
  Value product(Operand first, ArrayRef<Value> factors);

  /// Converts an unsigned integer to index, and an index to i64.
  Value toIndex(Value value);
  Value toI64(IndexOperand value);

private:
  template <typename OpT>
  Value fold(Operand x, Operand y) {
    return createOrFold<OpT>(get(x), get(y));
  }
  Value compare(Predicate predicate, Operand x, Operand y) {
    return createOrFold<arith::CmpIOp>(predicate, get(x), get(y));
  }
};

/// Whether the i1 `condition` is the constant true (or false). The matchers of
/// mlir/IR/Matchers.h cannot be used: they query an op trait by its TypeID. g++
/// and clang give the trait different TypeIDs, so the matchers never match if
/// MLIR was built by the other compiler.
bool isTrue(Value condition);
bool isFalse(Value condition);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_INDEXBUILDER_H
