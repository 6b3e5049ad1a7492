//===- Objects.h - definitions of the C API's handles -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CAPI_OBJECTS_H
#define SCATTER_LIB_CAPI_OBJECTS_H

#include "scatter-c/Program.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/ExecutionEngine/Program.h"

struct ScatterContext {
  scatter::EngineOptions options;
};

struct ScatterProgram {
  scatter::Program program;
};

namespace scatter {

inline const EntryPoint *unwrap(const ScatterEntry *entry) {
  return reinterpret_cast<const EntryPoint *>(entry);
}
inline const ScatterEntry *wrap(const EntryPoint *entry) {
  return reinterpret_cast<const ScatterEntry *>(entry);
}
inline const Parameter *unwrap(const ScatterValue *value) {
  return reinterpret_cast<const Parameter *>(value);
}
inline const ScatterValue *wrap(const Parameter *value) {
  return reinterpret_cast<const ScatterValue *>(value);
}

} // namespace scatter

#endif // SCATTER_LIB_CAPI_OBJECTS_H
