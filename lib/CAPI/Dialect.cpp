//===- Dialect.cpp - scatter for users of MLIR's C API --------------------===//

#include "scatter-c/Dialect.h"

#include "Guard.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/InitAllPasses.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Scatter, scatter, scatter::ScatterDialect)

ScatterStatus *scatter_register_all_dialects(MlirDialectRegistry registry) {
  return scatter::guard([&]() -> ScatterStatus * {
    if (!registry.ptr)
      return scatter::makeNullStatus("a registry");
    scatter::registerAllDialects(*unwrap(registry));
    return nullptr;
  });
}

ScatterStatus *scatter_register_all_passes(void) {
  return scatter::guard([]() -> ScatterStatus * {
    scatter::registerAllPasses();
    return nullptr;
  });
}
