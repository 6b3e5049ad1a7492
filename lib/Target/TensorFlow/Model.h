//===- Model.h - a TensorFlow graph as plain data ---------------*- C++ -*-===//
//
// What the converters see of a graph. The reader is the one file that knows
// protobuf.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_TENSORFLOW_MODEL_H
#define SCATTER_LIB_TARGET_TENSORFLOW_MODEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scatter::tensorflow {

/// An element type: its number in the format, TensorFlow's name, MLIR's name
/// and the bytes of an element in memory.
struct ElementInfo {
  int32_t number;
  llvm::StringLiteral name;
  llvm::StringLiteral mlirName;
  unsigned bytes;
};

/// The element type of number `number`, or null if it has no form in memory.
const ElementInfo *getElementInfo(int32_t number);

/// The name of element type `number`, or the number itself.
std::string getElementName(int32_t number);

struct Tensor {
  int32_t elementType = 0;
  llvm::SmallVector<int64_t, 4> shape;
  /// In the byte order of the host, booleans a byte of 0 or 1 each: the
  /// elements in row-major order, or the one that all of them are equal to.
  std::vector<char> bytes;
  /// Why the elements could not be read, or empty. A tensor that nothing uses
  /// may be of any type.
  std::string problem;
};

/// The field that belongs to `kind` is set.
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
  /// Also a type and, as 0 or 1, a boolean.
  int64_t integer = 0;
  float number = 0;
  /// Also the name of a function, or that of an attribute of the function
  /// around the node for a placeholder.
  std::string text;
  /// The list, or the sizes of a shape, negative ones for unknown sizes.
  std::vector<int64_t> integers;
  bool hasRank = true;
  std::optional<Tensor> tensor;
};

struct Node {
  std::string name, op;
  /// "name", "name:output", "name:list:output" in functions; "^name" for a
  /// node that only has to run before.
  std::vector<std::string> inputs;
  std::vector<NodeAttribute> attributes;
};

/// A name in the interface of the model, and the value of the graph.
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
  /// The inputs and outputs that a signature names, each sorted by name. If
  /// there is none, they follow from the nodes.
  bool hasSignature = false;
  std::vector<Binding> inputs, outputs;
};

/// Reads a GraphDef or a SavedModel. Errors do not name the file.
llvm::Expected<Model> readModel(llvm::MemoryBufferRef source);

} // namespace scatter::tensorflow

#endif // SCATTER_LIB_TARGET_TENSORFLOW_MODEL_H
