//===- KernelSignature.h - the function of a kernel -------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_KERNELSIGNATURE_H
#define SCATTER_LIB_KERNELS_KERNELSIGNATURE_H

#include "KernelKey.h"

#include "llvm/ADT/SmallVector.h"

namespace scatter::kernels {

/// An argument of the function of a kernel.
struct KernelArgument {
  /// True for a memref, false for a bound of type index.
  bool isArray = true;
  ElementType element;
  /// The sizes; ValueType::kDynamic for those that are not static.
  llvm::SmallVector<int64_t, 4> shape;
  Layout layout = Layout::Contiguous;

  /// The strides that the kernel assumes; ValueType::kDynamic for any stride.
  llvm::SmallVector<int64_t, 4> getStrides() const;
};

/// The name of the function of a kernel, which is the name of its op.
llvm::StringRef getFunctionName(const KernelKey &key);

/// The arguments of the function of the kernel `key`, see KernelKey.h.
llvm::SmallVector<KernelArgument, 8> getArguments(const KernelKey &key);

/// Describes the function of the kernel `key` as an entry point of a program.
EntryPoint makeEntryPoint(const KernelKey &key);

/// Whether the step along `axis` is an argument. `axis` must have bounds.
inline bool hasStepArgument(const KernelKey &key, unsigned axis) {
  return axis + 1 != key.rank || key.rowStep == KernelKey::kRunTimeStep;
}

/// Whether the last argument is the element that dropped tuples read.
inline bool hasFill(const KernelKey &key) {
  return key.op == KernelKey::Op::GatherND &&
         (key.outOfBounds == OutOfBounds::drop ||
          key.outOfBounds == OutOfBounds::clamp);
}

/// Whether a kernel of ScatterElements checks indices while it writes.
inline bool checksElements(const KernelKey &key) {
  return key.op == KernelKey::Op::ScatterElements &&
         key.outOfBounds == OutOfBounds::error;
}

/// Whether there are bounds along `axis`.
inline bool hasBounds(const KernelKey &key, unsigned axis) {
  return key.boundAxes >> axis & 1;
}

/// Whether a kernel of GatherScatter has `option`.
inline bool hasOption(const KernelKey &key, RowOptions option) {
  return (key.rows & option) != RowOptions::None;
}

/// The type of the arguments of a kernel of GatherScatter for elements of
/// `type`, which has whole bytes: that of ElementStorage, which arith supports.
inline ElementType getRowStorage(ElementType type) {
  if (type.kind == ElementKind::Float)
    return type;
  return {ElementKind::Signless, uint16_t(8 * type.byteSize())};
}

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_KERNELSIGNATURE_H
