//===- Model.h - a model of OpenVINO as plain data --------------*- C++ -*-===//
//
// What the converters see of a model. The reader is the one file that knows
// XML.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_OPENVINO_MODEL_H
#define SCATTER_LIB_TARGET_OPENVINO_MODEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace scatter::openvino {

/// An element type: its name in attributes, its name at ports, MLIR's name and
/// the bytes of an element in memory.
struct ElementInfo {
  llvm::StringLiteral name;
  llvm::StringLiteral precision;
  llvm::StringLiteral mlirName;
  unsigned bytes;
};

/// The element type that attributes call `name`; null if it has no form in
/// memory.
const ElementInfo *getElementInfo(llvm::StringRef name);
/// The element type that ports call `precision`.
const ElementInfo *getElementInfoOfPrecision(llvm::StringRef precision);

struct Port {
  uint64_t id = 0;
  /// Empty if the model does not say.
  std::string precision;
  /// Names of the tensor, separated by commas.
  std::string names;
  /// Negative: dynamic.
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
  /// "opset15".
  std::string version;
  /// The number in `version`, 0 if it is of another form.
  int64_t opset = 0;
  /// Names that a Result has, separated by commas.
  std::string outputNames;
  std::vector<LayerAttribute> attributes;
  std::vector<Port> inputs, outputs;
  /// What is connected to each input.
  std::vector<Source> sources;
};

struct Model {
  std::vector<Layer> layers;
  /// The layers in an order in which each follows those it reads.
  std::vector<size_t> order;
};

/// "layer 3 'update' of type 'ScatterNDUpdate', opset15", with control
/// characters escaped.
std::string describe(const Layer &layer);

/// Reads a model. Errors do not name the file.
llvm::Expected<Model> readModel(llvm::StringRef text);

} // namespace scatter::openvino

#endif // SCATTER_LIB_TARGET_OPENVINO_MODEL_H
