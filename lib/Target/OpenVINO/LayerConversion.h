//===- LayerConversion.h - the conversion of one layer ----------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_OPENVINO_LAYERCONVERSION_H
#define SCATTER_LIB_TARGET_OPENVINO_LAYERCONVERSION_H

#include "Common/NodeConversionBase.h"
#include "Model.h"

namespace scatter::openvino {

class Weights;

/// A size from `min` to `max`.
struct SizeRange {
  int64_t min = 0, max = INT64_MAX;

  bool isStatic() const { return min == max; }
};

/// A layer that is converted. Functions that read attributes report what is
/// wrong and return a value of the right form; attributes are text.
class LayerConversion final : public NodeConversionBase {
public:
  LayerConversion(const Model &model, const Layer &layer, Weights &weights,
                  llvm::StringRef file, mlir::ImplicitLocOpBuilder &b,
                  llvm::ArrayRef<ImportedValue> operands)
      : NodeConversionBase(b, operands), layer(layer), weights(weights),
        model(model), file(file) {}

  //===-- Attributes ------------------------------------------------------===//

  /// Null if there is no such attribute.
  const std::string *find(llvm::StringRef name) const;
  /// The value of an attribute that has to be there.
  std::string text(llvm::StringRef name);
  std::string text(llvm::StringRef name, llvm::StringRef otherwise);
  /// One of `choices`, in lower case; the first if there is no such attribute.
  std::string choice(llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringRef> choices);
  bool boolean(llvm::StringRef name, bool otherwise);
  int64_t integer(llvm::StringRef name, std::optional<int64_t> otherwise);
  double number(llvm::StringRef name);
  /// A list "1, 2"; empty if there is no such attribute.
  using NodeConversionBase::integers;
  llvm::SmallVector<int64_t> integers(llvm::StringRef name);
  /// The MLIR type that the attribute names.
  mlir::FailureOr<mlir::Type> elementType(llvm::StringRef name);
  /// The sizes of a list "2,?,3..5".
  mlir::FailureOr<llvm::SmallVector<SizeRange>> shapeAttribute();

  //===-- Operands --------------------------------------------------------===//

  /// The axis that operand `i`, known at import, gives of a tensor of rank
  /// `rank`.
  mlir::FailureOr<int64_t> axis(unsigned i, int64_t rank);

  const Layer &layer;
  Weights &weights;

private:
  void emit(const llvm::Twine &message) override;
  llvm::StringRef getInputName(unsigned i) const override {
    return model.layers[layer.sources[i].layer].name;
  }

  const Model &model;
  llvm::StringRef file;
};

/// The MLIR type of the elements.
mlir::Type getElementType(const ElementInfo &info, mlir::MLIRContext *context);

} // namespace scatter::openvino

#endif // SCATTER_LIB_TARGET_OPENVINO_LAYERCONVERSION_H
