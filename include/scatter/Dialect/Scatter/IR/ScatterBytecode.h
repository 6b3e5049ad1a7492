//===- ScatterBytecode.h - version of the dialect in bytecode ---*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERBYTECODE_H
#define SCATTER_DIALECT_SCATTER_IR_SCATTERBYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

#include <cstdint>

namespace scatter {
class ScatterDialect;

/// The version of the dialect that a bytecode file was written with. A file can
/// be read if it has the same major version and the same or an older minor
/// version. Other files are rejected with a diagnostic that names both
/// versions.
struct ScatterDialectVersion : mlir::DialectVersion {
  /// The version that this library writes. 1.1 adds the attribute `plan`; 1.2
  /// adds the op `check_indices` and the operand `source`.
  static constexpr uint64_t currentMajor = 1, currentMinor = 2;

  ScatterDialectVersion() = default;
  ScatterDialectVersion(uint64_t majorVersion, uint64_t minorVersion)
      : majorVersion(majorVersion), minorVersion(minorVersion) {}

  uint64_t majorVersion = currentMajor;
  uint64_t minorVersion = currentMinor;
};

/// Adds the interface that reads and writes attributes and the version in
/// bytecode. Called by the dialect itself.
void addBytecodeInterface(ScatterDialect *dialect);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERBYTECODE_H
