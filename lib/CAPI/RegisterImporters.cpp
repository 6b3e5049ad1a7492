//===- RegisterImporters.cpp - the importers in libscatter ----------------===//

#include "scatter/InitAllImporters.h"

namespace {
/// Registers the importers when the library is loaded: calls of any thread may
/// be the first, and registration is not thread-safe.
struct RegisterImporters {
  RegisterImporters() { scatter::registerAllImporters(); }
} registerImporters;
} // namespace
