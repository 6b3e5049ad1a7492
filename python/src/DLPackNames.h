//===- DLPackNames.h - DLPack's types and devices in messages ---*- C++ -*-===//

#ifndef SCATTER_PYTHON_DLPACKNAMES_H
#define SCATTER_PYTHON_DLPACKNAMES_H

#include <dlpack/dlpack.h>
#include <string>

namespace scatter::python {

/// The name of an element type, such as complex32 or float4_e2m1fn, whether it
/// is supported or not.
std::string getTypeName(DLDataType type);

/// The name of a kind of device, such as CUDA.
std::string getDeviceName(int deviceType);

} // namespace scatter::python

#endif // SCATTER_PYTHON_DLPACKNAMES_H
