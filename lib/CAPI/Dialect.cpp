//===- Dialect.cpp - scatter for users of MLIR's C API --------------------===//

#include "scatter-c/Dialect.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/InitAllPasses.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Scatter, scatter, scatter::ScatterDialect)

void scatter_register_all_dialects(MlirDialectRegistry registry) {
  scatter::registerAllDialects(*unwrap(registry));
}

void scatter_register_all_passes(void) { scatter::registerAllPasses(); }
