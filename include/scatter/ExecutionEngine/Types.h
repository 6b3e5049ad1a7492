//===- Types.h - types and signatures of entry points -----------*- C++ -*-===//
//
// Describes the functions of a compiled program for callers. The types are
// plain data without a reference to an MLIRContext, so that they outlive the
// compilation.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_EXECUTIONENGINE_TYPES_H
#define SCATTER_EXECUTIONENGINE_TYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class Type;
} // namespace mlir

namespace scatter {

/// How the bits of an element are interpreted.
enum class ElementKind : uint8_t {
  /// A type that callers cannot pass. Only the text of the signature names it.
  Opaque,
  /// `index`, 64 bits in memory.
  Index,
  /// `iN`: signless. Accepts signed and unsigned elements.
  Signless,
  Signed,
  Unsigned,
  /// IEEE binary16, 32 or 64.
  Float,
  BFloat16,
  Float8E3M4,
  Float8E4M3,
  Float8E4M3B11FNUZ,
  Float8E4M3FN,
  Float8E4M3FNUZ,
  Float8E5M2,
  Float8E5M2FNUZ,
  Float8E8M0FNU,
  /// A pair (re, im) of IEEE floats. bitWidth is the width of both.
  Complex,
  /// `!llvm.ptr`.
  Pointer
};

/// The widest integer that callers can pass.
inline constexpr unsigned kMaxIntegerWidth = 64;

/// The type of one element. In memory an element takes byteSize() bytes. i1 is
/// a byte with the value 0 or 1. i4 is a byte that holds the number.
struct ElementType {
  ElementKind kind = ElementKind::Opaque;
  uint16_t bitWidth = 0;

  /// Returns the element type for `type`, or Opaque if there is none.
  static ElementType get(mlir::Type type);

  /// Parses MLIR's spelling of a type ("f32", "ui8", "complex<f64>"). Returns
  /// std::nullopt if there is no such element type.
  static std::optional<ElementType> parse(llvm::StringRef name);

  /// Returns MLIR's spelling.
  std::string str() const;

  /// The distance between adjacent elements in memory, in bytes.
  int64_t byteSize() const;

  /// Whether a value of type `found` may be passed where this type is expected.
  /// Types must be equal, except that signless integers accept both signs, and
  /// `index` accepts any 64-bit integer that is not unsigned.
  bool accepts(ElementType found) const;

  friend bool operator==(ElementType a, ElementType b) {
    return a.kind == b.kind && a.bitWidth == b.bitWidth;
  }
  friend bool operator!=(ElementType a, ElementType b) { return !(a == b); }
};

/// The type of an argument or a result before lowering.
struct ValueType {
  enum class Kind : uint8_t {
    /// A number, passed by value.
    Scalar,
    /// A ranked tensor. Arguments are read only, results are allocated.
    Tensor,
    /// A ranked memref. An argument may be updated in place.
    MemRef,
    /// Any other type. A function with such a value cannot be called.
    Unsupported
  };

  /// A size or stride that is dynamic.
  static constexpr int64_t kDynamic = INT64_MIN;

  Kind kind = Kind::Unsupported;
  ElementType element;
  /// Sizes; empty for scalars.
  llvm::SmallVector<int64_t, 4> shape;
  /// The strides in elements that the callee assumes. As many as sizes.
  llvm::SmallVector<int64_t, 4> strides;
  /// The offset in elements from the base to the first element that the callee
  /// assumes.
  int64_t offset = 0;
  /// The type as MLIR prints it.
  std::string text;

  /// Describes `type`.
  static ValueType get(mlir::Type type);
};

/// One argument or result.
struct Parameter {
  /// The first of these that exists: the `scatter.name` attribute, the SSA name
  /// in the source text (arguments only), "argN" or "resultN".
  std::string name;
  ValueType type;
  /// Of a result: the donated argument whose memory holds it. The code does not
  /// return it. Such arguments are tensors that a call writes to. See
  /// EngineOptions::donate.
  std::optional<unsigned> donor = std::nullopt;
};

/// One public function.
struct EntryPoint {
  std::string name;
  llvm::SmallVector<Parameter, 4> arguments;
  llvm::SmallVector<Parameter, 2> results;

  /// Finds an argument by name. If no argument has that name, finds it by its
  /// position, "argN".
  std::optional<unsigned> findArgument(llvm::StringRef name) const;

  /// Finds a result by name, or by its position, "resultN".
  std::optional<unsigned> findResult(llvm::StringRef name) const;

  /// Returns the result that is in the memory of argument `argument`, if the
  /// argument is donated and holds one.
  std::optional<unsigned> findResultOfDonor(unsigned argument) const;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_TYPES_H
