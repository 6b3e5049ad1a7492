//===- LayerConversion.h - the conversion of one layer ----------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_OPENVINO_LAYERCONVERSION_H
#define SCATTER_LIB_IMPORT_OPENVINO_LAYERCONVERSION_H

#include "Common/NodeConversionBase.h"
#include "OpenVINOModel.h"

namespace scatter::openvino {

class Weights;

/// A size in the range from `min` to `max`.
struct SizeRange {
  int64_t min = 0, max = INT64_MAX;

  bool isStatic() const { return min == max; }
};

/// The conversion of a layer. Functions that read an invalid attribute report
/// an error and return a default value. Attributes are text.
class LayerConversion final : public NodeConversionBase {
public:
  LayerConversion(const Model &model, const Layer &layer, Weights &weights,
                  llvm::StringRef file, mlir::ImplicitLocOpBuilder &b,
                  llvm::ArrayRef<ImportedValue> operands)
      : NodeConversionBase(b, operands), layer(layer), weights(weights),
        model(model), file(file) {}

  //===-- Attributes ------------------------------------------------------===//

  /// Returns null if there is no such attribute.
  const std::string *find(llvm::StringRef name) const;
  /// Returns the value of a required attribute.
  std::string text(llvm::StringRef name);
  std::string text(llvm::StringRef name, llvm::StringRef otherwise);
  /// Returns one of `choices`, in lower case. The first one is the default.
  std::string choice(llvm::StringRef name,
                     llvm::ArrayRef<llvm::StringRef> choices);
  bool boolean(llvm::StringRef name, bool otherwise);
  int64_t integer(llvm::StringRef name, std::optional<int64_t> otherwise);
  double number(llvm::StringRef name);
  /// Reads a list such as "1, 2". Empty if there is no such attribute.
  using NodeConversionBase::integers;
  llvm::SmallVector<int64_t> integers(llvm::StringRef name);
  /// Returns the MLIR type that the attribute names.
  mlir::FailureOr<mlir::Type> elementType(llvm::StringRef name);
  /// Returns the sizes of a list such as "2,?,3..5".
  mlir::FailureOr<llvm::SmallVector<SizeRange>> shapeAttribute();

  //===-- Operands --------------------------------------------------------===//

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

/// Returns the MLIR type of the elements.
mlir::Type getElementType(const ElementInfo &info, mlir::MLIRContext *context);

} // namespace scatter::openvino

#endif // SCATTER_LIB_IMPORT_OPENVINO_LAYERCONVERSION_H
