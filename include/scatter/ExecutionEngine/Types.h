//===- Types.h - types and signatures of entry points as data ---*- C++ -*-===//
//
// What a caller needs to know about the functions of a compiled program. Plain
// data: nothing here refers to an MLIRContext, so it outlives the compilation.
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

/// How the bits of an element are read.
enum class ElementKind : uint8_t {
  /// Not an element that a caller can pass; named by the signature's text only.
  Opaque,
  /// `index`, 64 bits in memory.
  Index,
  /// `iN`: signless, passed as either signed or unsigned.
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
  /// A pair (re, im) of IEEE floats; bitWidth counts both.
  Complex,
  /// `!llvm.ptr`.
  Pointer
};

/// The widest integer that callers can pass.
inline constexpr unsigned kMaxIntegerWidth = 64;

/// The type of one element. In memory an element takes byteSize() bytes: i1 is
/// one byte that holds 0 or 1, i4 one byte that holds the number.
struct ElementType {
  ElementKind kind = ElementKind::Opaque;
  uint16_t bitWidth = 0;

  /// The element type that `type` stands for; Opaque if there is none.
  static ElementType get(mlir::Type type);

  /// The type that MLIR spells `name` ("f32", "ui8", "complex<f64>"), or
  /// nothing.
  static std::optional<ElementType> parse(llvm::StringRef name);

  /// MLIR's spelling.
  std::string str() const;

  /// The distance of two neighbouring elements in memory, in bytes.
  int64_t byteSize() const;

  /// Whether a value of type `found` may be passed where this type is expected:
  /// the same type, where signless integers take either sign and `index` takes
  /// any 64-bit integer but an unsigned one.
  bool accepts(ElementType found) const;

  friend bool operator==(ElementType a, ElementType b) {
    return a.kind == b.kind && a.bitWidth == b.bitWidth;
  }
  friend bool operator!=(ElementType a, ElementType b) { return !(a == b); }
};

/// The type of an argument or a result, before any lowering.
struct ValueType {
  enum class Kind : uint8_t {
    /// A number, passed by value.
    Scalar,
    /// A ranked tensor: read only as an argument, allocated as a result.
    Tensor,
    /// A ranked memref: as an argument it may be updated in place.
    MemRef,
    /// Anything else. A function with such a value cannot be called.
    Unsupported
  };

  /// Stands for a size or stride that the type leaves open.
  static constexpr int64_t kDynamic = INT64_MIN;

  Kind kind = Kind::Unsupported;
  ElementType element;
  /// Sizes; empty for scalars.
  llvm::SmallVector<int64_t, 4> shape;
  /// Strides in elements that the callee assumes, as long as `shape`.
  llvm::SmallVector<int64_t, 4> strides;
  /// Elements between the base that the callee assumes and the first element.
  int64_t offset = 0;
  /// The type as MLIR prints it.
  std::string text;

  /// Describes `type`.
  static ValueType get(mlir::Type type);
};

/// One argument or result.
struct Parameter {
  /// In this order: the `scatter.name` attribute, for arguments the SSA name in
  /// the source text, "argN" or "resultN".
  std::string name;
  ValueType type;
};

/// One public function.
struct EntryPoint {
  std::string name;
  llvm::SmallVector<Parameter, 4> arguments;
  llvm::SmallVector<Parameter, 2> results;

  /// Finds an argument by its name or, where no argument has that name, by
  /// position as "argN".
  std::optional<unsigned> findArgument(llvm::StringRef name) const;

  /// The same for results and "resultN".
  std::optional<unsigned> findResult(llvm::StringRef name) const;
};

} // namespace scatter

#endif // SCATTER_EXECUTIONENGINE_TYPES_H
