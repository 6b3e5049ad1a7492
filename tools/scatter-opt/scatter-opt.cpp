//===- scatter-opt.cpp - mlir-opt with the scatter dialect ----------------===//

#include "scatter/InitAllDialects.h"
#include "scatter/InitAllPasses.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  scatter::registerAllDialects(registry);
  mlir::registerAllPasses();
  scatter::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "optimizer and lowering tool for scatter\n", registry));
}
