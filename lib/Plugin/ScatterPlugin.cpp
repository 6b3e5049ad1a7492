//===- ScatterPlugin.cpp - the dialect and passes for a stock mlir-opt ----===//

#include "scatter/InitAllDialects.h"
#ifdef SCATTER_HAS_IMPORT
#include "scatter/InitAllImporters.h"
#endif
#include "scatter/InitAllPasses.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "scatter", SCATTER_VERSION,
          [](mlir::DialectRegistry *registry) {
            scatter::registerScatterDialect(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "scatter", SCATTER_VERSION, [] {
            scatter::registerAllPasses();
#ifdef SCATTER_HAS_IMPORT
            scatter::registerAllImporters();
            scatter::registerAllImportPasses();
#endif
          }};
}
