//===- ONNXNodeConversion.h - the conversion of one node ------------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_ONNX_ONNXNODECONVERSION_H
#define SCATTER_LIB_IMPORT_ONNX_ONNXNODECONVERSION_H

#include "Common/NodeConversionBase.h"
#include "ONNXModel.h"

namespace scatter::onnx {

class GraphImporter;

/// The conversion of an ONNX node. Functions that read an invalid attribute
/// report an error and return a default value.
class NodeConversion final : public NodeConversionBase {
public:
  NodeConversion(GraphImporter &importer, const Node &node, int64_t version,
                 mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<ImportedValue> operands)
      : NodeConversionBase(b, operands), importer(importer), node(node),
        version(version) {}

  bool hasAttribute(llvm::StringRef name) const { return find(name); }
  int64_t integer(llvm::StringRef name, int64_t otherwise);
  float number(llvm::StringRef name, float otherwise);
  std::string text(llvm::StringRef name, llvm::StringRef otherwise);
  using NodeConversionBase::integers;
  /// Returns an empty list if there is no such attribute.
  llvm::SmallVector<int64_t> integers(llvm::StringRef name);
  /// Returns null if there is no such attribute, or if it has another type.
  const NodeAttribute *attribute(llvm::StringRef name,
                                 NodeAttribute::Type type);

  using NodeConversionBase::axis;
  /// Returns the axis in attribute `name` for a tensor of rank `rank`. Negative
  /// axes count from the end.
  mlir::FailureOr<int64_t> axis(llvm::StringRef name, int64_t otherwise,
                                int64_t rank);

  GraphImporter &importer;
  const Node &node;
  /// The version of the operator set.
  const int64_t version;

private:
  void emit(const llvm::Twine &message) override;
  llvm::StringRef getInputName(unsigned i) const override {
    return node.inputs[i];
  }
  const NodeAttribute *find(llvm::StringRef name) const;
};

} // namespace scatter::onnx

#endif // SCATTER_LIB_IMPORT_ONNX_ONNXNODECONVERSION_H
