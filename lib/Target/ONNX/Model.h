//===- Model.h - an ONNX model as plain data --------------------*- C++ -*-===//
//
// What the converters see of a model. The reader is the one file that knows
// protobuf.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_TARGET_ONNX_MODEL_H
#define SCATTER_LIB_TARGET_ONNX_MODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scatter::onnx {

/// An element type: its number in the format, ONNX's name, MLIR's name and the
/// bytes of an element in memory.
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
  std::string name;
  int32_t elementType = 0;
  llvm::SmallVector<int64_t, 4> shape;
  /// The elements in row-major order in the byte order of the host, booleans a
  /// byte of 0 or 1 each. As long as shape and type say.
  std::vector<char> bytes;
  /// Why the elements could not be read, or empty. A tensor that nothing uses
  /// may be of any type.
  std::string problem;
};

struct Graph;

/// The fields that a value of the attribute's type uses are set.
struct NodeAttribute {
  enum class Type {
    Undefined = 0,
    Float = 1,
    Integer = 2,
    String = 3,
    Tensor = 4,
    Graph = 5,
    Floats = 6,
    Integers = 7,
    Strings = 8
  };

  std::string name;
  /// In a function: the attribute of the call that has the value, or empty.
  std::string reference;
  Type type = Type::Undefined;
  float number = 0;
  int64_t integer = 0;
  std::string text;
  std::vector<float> numbers;
  std::vector<int64_t> integers;
  std::vector<std::string> texts;
  std::vector<Tensor> tensors;
  std::vector<Graph> graphs;
};

struct Node {
  std::string name, opType, domain, overload;
  /// Names of values; empty for an optional one that is missing.
  std::vector<std::string> inputs, outputs;
  std::vector<NodeAttribute> attributes;
};

/// An input or an output of a graph.
struct ValueInfo {
  std::string name;
  /// 0 if the value is no tensor or its type is missing.
  int32_t elementType = 0;
  bool hasShape = false;
  /// Negative: dynamic.
  llvm::SmallVector<int64_t, 4> shape;
  /// The name of each dimension, empty for none.
  llvm::SmallVector<std::string, 4> dimNames;
};

struct Graph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<Tensor> initializers;
  std::vector<std::string> sparseInitializers;
  std::vector<ValueInfo> inputs, outputs;
};

/// Versions of operator sets by domain; that of ONNX is "".
using OperatorSets = llvm::StringMap<int64_t>;

struct Function {
  std::string name, domain, overload;
  std::vector<std::string> inputs, outputs;
  /// The attributes with default values.
  std::vector<NodeAttribute> defaults;
  std::vector<Node> nodes;
  OperatorSets operatorSets;
};

struct Model {
  OperatorSets operatorSets;
  Graph graph;
  std::vector<Function> functions;
  /// Whether elements came from other files.
  bool hasExternalData = false;
};

/// Reads a model. Data in other files is looked for in the folder of the
/// buffer's name and below it. Errors do not name the model.
llvm::Expected<Model> readModel(llvm::MemoryBufferRef source);

} // namespace scatter::onnx

#endif // SCATTER_LIB_TARGET_ONNX_MODEL_H
