//===- Element.h - storage and arithmetic of one element --------*- C++ -*-===//
//
// How the reference evaluator stores an element of each type and how it
// combines two elements. Shares no code with the lowering.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_REFERENCE_ELEMENT_H
#define SCATTER_REFERENCE_ELEMENT_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"

#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace scatter::reference {

/// Bytes that an element of `type` occupies in a buffer:
/// * i1: one byte, 0 or 1.
/// * iN, siN, uiN up to 64 bits: the power of two of bytes that holds N bits,
///   sign-extended (iN, siN) or zero-extended (uiN). i4 is one byte.
/// * index: 8.
/// * floats: the power of two of bytes that holds their bits; those of 8 bits
///   and fewer are one byte, f80 is 16.
/// * complex<T>: a pair (real, imaginary) of T.
/// Returns nullopt for every other type; the owner of a buffer of such elements
/// gives the size.
std::optional<int64_t> getElementSize(mlir::Type type);

/// True for the unsigned integer types uiN.
bool isUnsignedInteger(mlir::Type type);

/// Reads an element of integer or index type of at most 64 bits. The value is
/// normalized: sign-extended, or zero-extended for uiN, or 0 or 1 for i1,
/// whatever the unused bits of the byte are. `address` need not be aligned.
int64_t readInteger(mlir::Type type, const void *address);

/// Writes the low bits of `value` in the format that readInteger reads, with
/// normalized unused bits.
void writeInteger(mlir::Type type, void *address, int64_t value);

/// Reads an element of float type in the semantics of that type.
llvm::APFloat readFloat(mlir::Type type, const void *address);

/// Converts `value` to nearest even as APFloat::convert does, except for two
/// cases that f8E8M0FNU requires and APFloat gets wrong: NaN becomes the
/// default NaN of the new semantics, and a negative number becomes NaN if the
/// new semantics have no sign. If `value` already has these semantics it is
/// returned unchanged.
llvm::APFloat convertFloat(llvm::APFloat value,
                           const llvm::fltSemantics &semantics);

/// Writes `value`, converted to the float type `type` by convertFloat.
void writeFloat(mlir::Type type, void *address, const llvm::APFloat &value);

/// Prints an element as a number, or a pair for complex types. If
/// getElementSize does not know the type, prints hexadecimal bytes. Prints the
/// bits of a NaN that is not the default NaN of its type.
void printElement(llvm::raw_ostream &os, mlir::Type type, const void *address,
                  int64_t elementSize);

/// Whether elements of `type` can be combined by `reduction` (ND8): none takes
/// any type; the others take integers up to 64 bits, index and floats; sum, sub
/// and prod take complex<f32> and complex<f64> too.
bool supportsReduction(mlir::Type type, Reduction reduction);

/// The function f of `out[slot] = f(out[slot], update)` for one element type.
///
/// * Integers wrap; min and max compare as unsigned for uiN, signed otherwise.
/// * i1: sum is or, sub is xor, prod and min are and, max is or.
/// * Floats are rounded to nearest even after every call. Types of at most 8
///   bits are converted to f32, which is exact, combined there, and converted
///   back by convertFloat. min and max are minimum and maximum of IEEE
///   754-2019: NaN propagates, -0 < +0.
/// * A NaN that a reduction yields is the default quiet NaN of the type; `none`
///   copies bits.
/// * Complex prod is (ar*br - ai*bi, ar*bi + ai*br), every product and sum
///   rounded by itself.
///
/// Calls are thread-safe where the elements are distinct.
class ElementReducer {
public:
  /// Requires supportsReduction(type, reduction). `elementSize` is in bytes.
  ElementReducer(mlir::Type type, Reduction reduction, int64_t elementSize);

  /// Combines the element at `slot` with the one at `update`; neither address
  /// need be aligned.
  void operator()(void *slot, const void *update) const {
    combine(*this, slot, update);
  }

private:
  using Combine = void (*)(const ElementReducer &, void *, const void *);
  friend struct ElementCombiners;

  mlir::Type type;
  Reduction reduction;
  int64_t elementSize;
  Combine combine;
};

} // namespace scatter::reference

#endif // SCATTER_REFERENCE_ELEMENT_H
