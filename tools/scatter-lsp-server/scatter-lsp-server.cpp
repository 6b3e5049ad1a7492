//===- scatter-lsp-server.cpp - language server for editors ---------------===//

#include "scatter/InitAllDialects.h"
#include "scatter/Support/ToolMain.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  scatter::registerAllDialects(registry);
  // A document that an editor opens may be untrusted.
  return scatter::runGuardedTool(
      "scatter-lsp-server", argc, argv,
      [&] {
        return int(mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)));
      },
      scatter::TimeLimit::OfRequest);
}
