//===- ONNXModel.h - an ONNX model as plain data --------------------*- C++
//-*-===//
//
// The data of a model that converters use. Only the reader depends on protobuf.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_ONNX_ONNXMODEL_H
#define SCATTER_LIB_IMPORT_ONNX_ONNXMODEL_H

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

/// An element type: its number in the format, ONNX's name, MLIR's name, and the
/// size of an element in memory in bytes.
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
  std::string name;
  int32_t elementType = 0;
  llvm::SmallVector<int64_t, 4> shape;
  /// The elements in row-major order and in the byte order of the host. A
  /// boolean is a byte of 0 or 1. The size matches shape and type.
  std::vector<char> bytes;
  /// The reason why the elements could not be read, or empty. An error only if
  /// the tensor is used.
  std::string problem;
};

struct Graph;

/// Only the fields for the attribute's type are set.
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
  /// In a function body: the attribute of the call that provides the value, or
  /// empty.
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
  /// Names of values. Empty for an optional value that is absent.
  std::vector<std::string> inputs, outputs;
  std::vector<NodeAttribute> attributes;
};

/// An input or an output of a graph.
struct ValueInfo {
  std::string name;
  /// 0 if the value is not a tensor or has no type.
  int32_t elementType = 0;
  bool hasShape = false;
  /// Negative sizes are dynamic.
  llvm::SmallVector<int64_t, 4> shape;
  /// The name of each dimension, or empty.
  llvm::SmallVector<std::string, 4> dimNames;
};

struct Graph {
  std::string name;
  std::vector<Node> nodes;
  std::vector<Tensor> initializers;
  std::vector<std::string> sparseInitializers;
  std::vector<ValueInfo> inputs, outputs;
};

/// Versions of operator sets by domain. The domain of ONNX is "".
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
  /// Whether elements have been read from other files.
  bool hasExternalData = false;
};

/// Reads a model. Data in other files must be in the folder of the buffer's
/// name or its subfolders. Errors do not name the model.
llvm::Expected<Model> readModel(llvm::MemoryBufferRef source);

} // namespace scatter::onnx

#endif // SCATTER_LIB_IMPORT_ONNX_ONNXMODEL_H
