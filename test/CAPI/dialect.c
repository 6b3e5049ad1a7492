/* A user of MLIR's C API gets the dialect from libscatter. */

// RUN: %cc -isystem %llvm_include_dir %s -o %t %link_scatter %llvm_lib_dir/libMLIRCAPIIR.a -L%llvm_lib_dir -lMLIR -lLLVM -lstdc++ -Wl,-rpath,%llvm_lib_dir
// RUN: %t | FileCheck %s

#include "scatter-c/Dialect.h"

#include <stdio.h>

static const char source[] =
    "func.func @f(%d: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>)\n"
    " -> tensor<4xf32> {\n"
    " %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>,\n"
    " tensor<2xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>\n"
    " return %r : tensor<4xf32>\n"
    "}\n";

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__scatter__(), registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, 0);
  MlirDialect dialect = mlirContextGetOrLoadDialect(
      context,
      mlirDialectHandleGetNamespace(mlirGetDialectHandle__scatter__()));
  // CHECK: dialect 1
  printf("dialect %d\n", !mlirDialectIsNull(dialect));

  MlirDialectRegistry all = mlirDialectRegistryCreate();
  ScatterStatus *status = scatter_register_all_dialects(all);
  printf("registered %d\n", status == NULL);
  scatter_status_destroy(status);
  MlirDialectRegistry none = {NULL};
  status = scatter_register_all_dialects(none);
  // CHECK-NEXT: registered 1
  // CHECK-NEXT: code 11: expected a registry, found NULL
  printf("code %d: %s\n", scatter_status_code(status),
         scatter_status_message(status));
  scatter_status_destroy(status);
  // CHECK-NEXT: passes 1 1
  printf("passes %d", scatter_register_all_passes() == NULL);
  printf(" %d\n", scatter_register_all_passes() == NULL);
  mlirContextAppendDialectRegistry(context, all);
  mlirContextLoadAllAvailableDialects(context);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  // CHECK-NEXT: module 1
  printf("module %d\n", !mlirModuleIsNull(module));

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(all);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
