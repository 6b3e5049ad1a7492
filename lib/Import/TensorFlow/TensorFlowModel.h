//===- TensorFlowModel.h - a TensorFlow graph as plain data ---------------*-
// C++ -*-===//
//
// The data of a graph that converters use. Only the reader depends on protobuf.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWMODEL_H
#define SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWMODEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scatter::tensorflow {

/// An element type: its number in the format, TensorFlow's name, MLIR's name,
/// and the size of an element in memory in bytes.
struct ElementInfo {
  int32_t number;
  llvm::StringLiteral name;
  llvm::StringLiteral mlirName;
  unsigned bytes;
};

/// Returns the element type for `number`, or null if it is not supported.
const ElementInfo *getElementInfo(int32_t number);

/// Returns the name of element type `number`, or the number as text.
std::string getElementName(int32_t number);

struct Tensor {
  int32_t elementType = 0;
  llvm::SmallVector<int64_t, 4> shape;
  /// The elements in row-major order, or one element that all are equal to. In
  /// the byte order of the host. A boolean is a byte of 0 or 1.
  std::vector<char> bytes;
  /// The reason why the elements could not be read, or empty. An error only if
  /// the tensor is used.
  std::string problem;
};

/// Only the field for `kind` is set.
struct NodeAttribute {
  enum class Kind {
    None,
    Boolean,
    Float,
    Function,
    Integer,
    List,
    Placeholder,
    Shape,
    Tensor,
    Text,
    Type
  };

  std::string name;
  Kind kind = Kind::None;
  /// Also an element type, or a boolean as 0 or 1.
  int64_t integer = 0;
  float number = 0;
  /// Also the name of a function. For a placeholder, the name of an attribute
  /// of the enclosing function.
  std::string text;
  /// A list, or the sizes of a shape. Negative sizes are unknown.
  std::vector<int64_t> integers;
  bool hasRank = true;
  std::optional<Tensor> tensor;
};

struct Node {
  std::string name, op;
  /// "name", "name:output", or "name:list:output" in functions. "^name" is a
  /// control input.
  std::vector<std::string> inputs;
  std::vector<NodeAttribute> attributes;
};

/// A name in the interface of the model, and its value in the graph.
struct Binding {
  std::string name, value;
};

struct Function {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<Binding> outputs;
  std::vector<Node> nodes;
};

struct Model {
  std::vector<Node> nodes;
  std::vector<Function> functions;
  /// The inputs and outputs of the signature, each sorted by name. Without a
  /// signature they are derived from the nodes.
  bool hasSignature = false;
  std::vector<Binding> inputs, outputs;
};

/// Reads a GraphDef or a SavedModel. Errors do not name the file.
llvm::Expected<Model> readModel(llvm::MemoryBufferRef source);

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_IMPORT_TENSORFLOW_TENSORFLOWMODEL_H
