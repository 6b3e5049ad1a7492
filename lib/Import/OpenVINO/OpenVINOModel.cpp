//===- OpenVINOModel.cpp - element types and names
//--------------------------------===//

#include "OpenVINOModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::openvino;

static constexpr ElementInfo elementInfos[] = {
    {"boolean", "BOOL", "i1", 1}, {"bf16", "BF16", "bf16", 2},
    {"f16", "FP16", "f16", 2},    {"f32", "FP32", "f32", 4},
    {"f64", "FP64", "f64", 8},    {"i8", "I8", "i8", 1},
    {"i16", "I16", "i16", 2},     {"i32", "I32", "i32", 4},
    {"i64", "I64", "i64", 8},     {"u8", "U8", "ui8", 1},
    {"u16", "U16", "ui16", 2},    {"u32", "U32", "ui32", 4},
    {"u64", "U64", "ui64", 8},
};

const ElementInfo *openvino::getElementInfo(StringRef name) {
  const ElementInfo *info = find_if(
      elementInfos, [&](const ElementInfo &each) { return each.name == name; });
  return info == std::end(elementInfos) ? nullptr : info;
}

const ElementInfo *openvino::getElementInfoOfPrecision(StringRef precision) {
  const ElementInfo *info = find_if(elementInfos, [&](const ElementInfo &each) {
    return each.precision == precision;
  });
  return info == std::end(elementInfos) ? nullptr : info;
}

std::string openvino::describe(const Layer &layer) {
  return "layer " + std::to_string(layer.id) + " '" + layer.name +
         "' of type '" + layer.type + "', " + layer.version;
}
