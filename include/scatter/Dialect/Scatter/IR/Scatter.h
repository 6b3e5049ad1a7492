//===- Scatter.h - the scatter dialect and its ops --------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTER_H
#define SCATTER_DIALECT_SCATTER_IR_SCATTER_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "scatter/Dialect/Scatter/IR/ScatterDialect.h.inc"

namespace scatter {

/// The side-effect resource of reports of violations. The runtime keeps only
/// the first report.
struct ErrorRecord : mlir::SideEffects::Resource::Base<ErrorRecord> {
  llvm::StringRef getName() override { return "ScatterErrorRecord"; }
};

} // namespace scatter

#define GET_ATTRDEF_CLASSES
#include "scatter/Dialect/Scatter/IR/ScatterAttrs.h.inc"

#define GET_OP_CLASSES
#include "scatter/Dialect/Scatter/IR/ScatterOps.h.inc"

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTER_H
