//===- OpenVINOModel.h - an OpenVINO model as plain data ----------------*- C++
//-*-===//
//
// The data of a model that converters use. Only the reader depends on XML.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H
#define SCATTER_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace scatter::openvino {

/// An element type: its name in attributes, its name at ports, MLIR's name, and
/// the size of an element in memory in bytes.
struct ElementInfo {
  llvm::StringLiteral name;
  llvm::StringLiteral precision;
  llvm::StringLiteral mlirName;
  unsigned bytes;
};

/// Returns the element type that attributes call `name`, or null if it is not
/// supported.
const ElementInfo *getElementInfo(llvm::StringRef name);
/// Returns the element type that ports call `precision`.
const ElementInfo *getElementInfoOfPrecision(llvm::StringRef precision);

struct Port {
  uint64_t id = 0;
  /// Empty if the model does not specify it.
  std::string precision;
  /// Names of the tensor, separated by commas.
  std::string names;
  /// Negative sizes are dynamic.
  llvm::SmallVector<int64_t, 4> shape;
};

/// An output of a layer.
struct Source {
  size_t layer = 0, output = 0;
};

struct LayerAttribute {
  std::string name, value;
};

struct Layer {
  uint64_t id = 0;
  std::string name, type;
  /// Such as "opset15".
  std::string version;
  /// The number in `version`, or 0 if it has another form.
  int64_t opset = 0;
  /// The names of a Result, separated by commas.
  std::string outputNames;
  std::vector<LayerAttribute> attributes;
  std::vector<Port> inputs, outputs;
  /// The output that is connected to each input.
  std::vector<Source> sources;
};

struct Model {
  std::vector<Layer> layers;
  /// The layers in topological order.
  std::vector<size_t> order;
};

/// Returns a text such as "layer 3 'update' of type 'ScatterNDUpdate',
/// opset15". Control characters are escaped.
std::string describe(const Layer &layer);

/// Reads a model. Errors do not name the file.
llvm::Expected<Model> readModel(llvm::StringRef text);

} // namespace scatter::openvino

#endif // SCATTER_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H
