//===- TensorReader.cpp - reads tensors from protobuf ---------------------===//

#include "TensorReader.h"

#include "Common/FilesBeside.h"
#include "Common/TensorBytes.h"
#include "Schema.pb.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/ONNX/TensorFile.h"
#include "scatter/Support/RegularFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::onnx;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static constexpr ElementInfo elementInfos[] = {
    {1, "FLOAT", "f32", 4},
    {2, "UINT8", "ui8", 1},
    {3, "INT8", "i8", 1},
    {4, "UINT16", "ui16", 2},
    {5, "INT16", "i16", 2},
    {6, "INT32", "i32", 4},
    {7, "INT64", "i64", 8},
    {9, "BOOL", "i1", 1},
    {10, "FLOAT16", "f16", 2},
    {11, "DOUBLE", "f64", 8},
    {12, "UINT32", "ui32", 4},
    {13, "UINT64", "ui64", 8},
    {14, "COMPLEX64", "complex<f32>", 8},
    {15, "COMPLEX128", "complex<f64>", 16},
    {16, "BFLOAT16", "bf16", 2},
};

const ElementInfo *onnx::getElementInfo(int32_t number) {
  for (const ElementInfo &info : elementInfos)
    if (info.number == number)
      return &info;
  return nullptr;
}

std::string onnx::getElementName(int32_t number) {
  if (const ElementInfo *info = getElementInfo(number))
    return info->name.str();
  switch (number) {
  case 0:
    return "UNDEFINED";
  case 8:
    return "STRING";
  case 17:
    return "FLOAT8E4M3FN";
  case 18:
    return "FLOAT8E4M3FNUZ";
  case 19:
    return "FLOAT8E5M2";
  case 20:
    return "FLOAT8E5M2FNUZ";
  case 21:
    return "UINT4";
  case 22:
    return "INT4";
  case 23:
    return "FLOAT4E2M1";
  }
  return "type " + std::to_string(number);
}

//===----------------------------------------------------------------------===//
// Elements in the model
//===----------------------------------------------------------------------===//

/// Reads the elements from the field for the element type.
static std::vector<char> readTypedFields(const schema::Tensor &source) {
  switch (source.data_type()) {
  case 1:
  case 14:
    return convertNumbers<float>(source.float_data());
  case 2:
  case 9:
    return convertNumbers<uint8_t>(source.int32_data());
  case 3:
    return convertNumbers<int8_t>(source.int32_data());
  case 4:
  case 10:
  case 16:
    return convertNumbers<uint16_t>(source.int32_data());
  case 5:
    return convertNumbers<int16_t>(source.int32_data());
  case 6:
    return convertNumbers<int32_t>(source.int32_data());
  case 7:
    return convertNumbers<int64_t>(source.int64_data());
  case 11:
  case 15:
    return convertNumbers<double>(source.double_data());
  case 12:
    return convertNumbers<uint32_t>(source.uint64_data());
  case 13:
    return convertNumbers<uint64_t>(source.uint64_data());
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Elements in other files
//===----------------------------------------------------------------------===//

/// Fails if the location is not in the folder of the model or its subfolders.
static Expected<std::string> resolveLocation(StringRef location,
                                             StringRef folder) {
  auto refuse = [&] {
    return createStringError("external data: expected a file in the folder of "
                             "the model, found '" +
                             location + "'");
  };
  if (location.empty() || location.contains('\0') ||
      sys::path::is_absolute(location))
    return refuse();
  for (StringRef part :
       make_range(sys::path::begin(location), sys::path::end(location)))
    if (part == "..")
      return refuse();
  SmallString<128> path(folder);
  sys::path::append(path, location);
  ErrorOr<std::string> found = resolveBelow(path, folder);
  if (!found)
    return createStringError(found.getError(),
                             "external data '" + location +
                                 "': " + found.getError().message());
  if (found->empty())
    return refuse();
  return *found;
}

/// Reads a number in an entry of `external_data`.
static Error readNumber(StringRef key, StringRef text, uint64_t &number) {
  if (!text.getAsInteger(10, number))
    return Error::success();
  return createStringError("external data: '" + key +
                           "': expected a number, found '" + text + "'");
}

static Expected<std::vector<char>>
readExternalData(const schema::Tensor &source, StringRef folder,
                 uint64_t size) {
  std::string location;
  uint64_t offset = 0, length = size;
  for (const schema::StringPair &entry : source.external_data()) {
    if (entry.key() == "location")
      location = entry.value();
    else if (entry.key() == "offset") {
      if (Error error = readNumber("offset", entry.value(), offset))
        return error;
    } else if (entry.key() == "length") {
      if (Error error = readNumber("length", entry.value(), length))
        return error;
    }
  }
  Expected<std::string> path = resolveLocation(location, folder);
  if (!path)
    return path.takeError();
  Expected<RegularFile> file = RegularFile::open(*path);
  if (!file)
    return createStringError("external data '" + Twine(location) +
                             "': " + toString(file.takeError()));
  if (length != size)
    return createStringError("external data '" + Twine(location) +
                             "': expected a length of " + Twine(size) +
                             " bytes, found " + Twine(length));
  if (offset > file->getSize() || size > file->getSize() - offset)
    return createStringError("external data '" + Twine(location) +
                             "': expected " + Twine(size) +
                             " bytes at offset " + Twine(offset) +
                             ", found a file of " + Twine(file->getSize()));
  std::vector<char> bytes(size);
  if (Error error = file->read(bytes, offset))
    return createStringError("external data '" + Twine(location) +
                             "': " + toString(std::move(error)));
  return bytes;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Reads the elements of `source`, which must have `size` bytes.
static Expected<std::vector<char>> readElements(const schema::Tensor &source,
                                                const ElementInfo &info,
                                                StringRef folder, uint64_t size,
                                                bool &isExternal) {
  // A complex number is stored as two numbers.
  unsigned part =
      info.number == 14 || info.number == 15 ? info.bytes / 2 : info.bytes;
  std::vector<char> bytes;
  if (source.data_location() == 1) {
    isExternal = true;
    auto read = readExternalData(source, folder, size);
    if (!read)
      return read.takeError();
    bytes = std::move(*read);
    toHostOrder(bytes, part);
  } else if (source.data_location() != 0) {
    return createStringError("expected data location 0 or 1, found " +
                             Twine(source.data_location()));
  } else if (source.has_raw_data()) {
    bytes.assign(source.raw_data().begin(), source.raw_data().end());
    toHostOrder(bytes, part);
  } else {
    bytes = readTypedFields(source);
  }
  if (bytes.size() != size)
    return createStringError("expected " + Twine(size) +
                             " bytes of elements, "
                             "found " +
                             Twine(bytes.size()));
  if (info.number == 9)
    for (char &byte : bytes)
      byte = byte != 0;
  return bytes;
}

Tensor onnx::readTensor(const schema::Tensor &source, StringRef folder,
                        bool &isExternal) {
  Tensor tensor;
  tensor.name = source.name();
  tensor.elementType = source.data_type();
  tensor.shape.assign(source.dims().begin(), source.dims().end());
  const ElementInfo *info = getElementInfo(tensor.elementType);
  if (!info) {
    tensor.problem = "expected elements of a supported type, found " +
                     getElementName(tensor.elementType);
    return tensor;
  }
  for (int64_t dim : tensor.shape)
    if (dim < 0) {
      tensor.problem = "expected no negative size, found " + itostr(dim);
      return tensor;
    }
  int64_t size = countBytes(countElements(tensor.shape), info->bytes);
  if (size == INT64_MAX) {
    tensor.problem = "expected a size below 2^63 bytes";
    return tensor;
  }
  auto bytes = readElements(source, *info, folder, size, isExternal);
  if (bytes)
    tensor.bytes = std::move(*bytes);
  else
    tensor.problem = toString(bytes.takeError());
  return tensor;
}

Expected<TensorFile> onnx::readTensorFile(MemoryBufferRef source) {
  schema::Tensor message;
  if (source.getBufferSize() > INT_MAX ||
      !message.ParseFromArray(source.getBufferStart(), source.getBufferSize()))
    return createStringError("'" + source.getBufferIdentifier() +
                             "': expected a TensorProto of ONNX");
  bool isExternal = false;
  Tensor tensor =
      readTensor(message, sys::path::parent_path(source.getBufferIdentifier()),
                 isExternal);
  if (!tensor.problem.empty())
    return createStringError("'" + source.getBufferIdentifier() +
                             "': " + tensor.problem);
  TensorFile file;
  file.name = tensor.name;
  file.type = getElementInfo(tensor.elementType)->mlirName.str();
  file.shape.assign(tensor.shape.begin(), tensor.shape.end());
  file.bytes = std::move(tensor.bytes);
  return file;
}
