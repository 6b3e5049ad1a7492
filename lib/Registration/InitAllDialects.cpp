//===- InitAllDialects.cpp - registration of dialects ---------------------===//

#include "scatter/InitAllDialects.h"

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"

#include "mlir/IR/DialectRegistry.h"
#ifdef SCATTER_STATIC_LLVM
#include "InitSelectedDialects.h"
#else
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#endif

void scatter::registerScatterDialect(mlir::DialectRegistry &registry) {
  registry.insert<ScatterDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerTilingInterfaceExternalModels(registry);
  registerSubsetOpInterfaceExternalModels(registry);
  registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  registerValueBoundsOpInterfaceExternalModels(registry);
  registerConvertToLLVMInterfaceExternalModel(registry);
}

void scatter::registerAllDialects(mlir::DialectRegistry &registry) {
#ifdef SCATTER_STATIC_LLVM
  registerSelectedDialects(registry);
#else
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
#endif
  registerScatterDialect(registry);
}
