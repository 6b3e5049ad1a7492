//===- DLPackNames.cpp - DLPack's types and devices in messages -----------===//

#include "DLPackNames.h"

#include <iterator>

using namespace scatter::python;

/// The values of DLPack 1.1's DLDataTypeCode. The number of bits follows the
/// first ones.
static constexpr const char *kTypes[] = {"int",
                                         "uint",
                                         "float",
                                         "opaque",
                                         "bfloat",
                                         "complex",
                                         "bool",
                                         "float8_e3m4",
                                         "float8_e4m3",
                                         "float8_e4m3b11fnuz",
                                         "float8_e4m3fn",
                                         "float8_e4m3fnuz",
                                         "float8_e5m2",
                                         "float8_e5m2fnuz",
                                         "float8_e8m0fnu",
                                         "float6_e2m3fn",
                                         "float6_e3m2fn",
                                         "float4_e2m1fn"};
static constexpr int kFirstWithBits = 7;

/// The values of DLPack 1.1's DLDeviceType; null for those that nothing uses.
static constexpr const char *kDevices[] = {nullptr,   "the CPU",
                                           "CUDA",    "pinned memory of CUDA",
                                           "OpenCL",  nullptr,
                                           nullptr,   "Vulkan",
                                           "Metal",   "VPI",
                                           "ROCm",    "pinned memory of ROCm",
                                           nullptr,   "managed memory of CUDA",
                                           "oneAPI",  "WebGPU",
                                           "Hexagon", "MAIA",
                                           "Trainium"};

std::string scatter::python::getTypeName(DLDataType type) {
  std::string name;
  if (type.code >= std::size(kTypes))
    name = "of DLPack code " + std::to_string(type.code) + " with " +
           std::to_string(type.bits) + " bits";
  else
    name = kTypes[type.code];
  if (type.code < kFirstWithBits)
    name += std::to_string(type.bits);
  if (type.lanes != 1)
    name += " x " + std::to_string(type.lanes);
  return name;
}

std::string scatter::python::getDeviceName(int deviceType) {
  if (deviceType > 0 && deviceType < int(std::size(kDevices)) &&
      kDevices[deviceType])
    return kDevices[deviceType];
  return "DLPack device " + std::to_string(deviceType);
}
