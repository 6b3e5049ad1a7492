/*===- Dialect.h - scatter for users of MLIR's C API --------------*- C -*-===*\
|*                                                                            *|
|* The host and libscatter must use the same libMLIR.                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_DIALECT_H
#define SCATTER_C_DIALECT_H

#include "scatter-c/Status.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Declares mlirGetDialectHandle__scatter__. Its handle registers only the
    dialect with a context or a registry. The handle is a constant.
    Thread-safe. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Scatter, scatter);

/** Adds to `registry` the dialect, its external models, and the upstream
    dialects that the pipeline scatter-to-llvm uses. Errors: USAGE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_register_all_dialects(MlirDialectRegistry registry);

/** Registers the project's passes and pipelines with MLIR's global registry.
    May be called repeatedly, but not concurrently with other registrations. */
SCATTER_C_EXPORT ScatterStatus *scatter_register_all_passes(void);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_DIALECT_H */
