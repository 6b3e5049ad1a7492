/*===- Program.h - compile and inspect ----------------------------*- C -*-===*/

#ifndef SCATTER_C_PROGRAM_H
#define SCATTER_C_PROGRAM_H

#include "scatter-c/Context.h"

/* Debian: libdlpack-dev. Any version from 0.6 on. */
#include <dlpack/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled module. Immutable; may be called from many threads at once. */
typedef struct ScatterProgram ScatterProgram;

/** A public function of a program, which owns it. */
typedef struct ScatterEntry ScatterEntry;

/** An argument or result of an entry, owned by the program. */
typedef struct ScatterValue ScatterValue;

/** The forms in which a value is passed. */
typedef SCATTER_C_ENUM(ScatterValueKind) {
  /** A number: a tensor of rank 0. */
  SCATTER_VALUE_SCALAR = 0,
  /** Read only as an argument, allocated as a result. */
  SCATTER_VALUE_TENSOR = 1,
  /** May be updated in place as an argument. */
  SCATTER_VALUE_MEMREF = 2,
  /** A type that cannot be passed; the entry cannot be called. */
  SCATTER_VALUE_UNSUPPORTED = 3
} ScatterValueKind;

/** What scatter_emit writes. */
typedef SCATTER_C_ENUM(ScatterEmitKind) {
  /** The module in MLIR's LLVM dialect. */
  SCATTER_EMIT_MLIR = 0,
  /** Textual LLVM IR, optimised. */
  SCATTER_EMIT_LLVM_IR = 1,
  /** Assembly of the target. */
  SCATTER_EMIT_ASSEMBLY = 2,
  /** A relocatable object file. */
  SCATTER_EMIT_OBJECT = 3,
  /** The C header that declares what the object defines. */
  SCATTER_EMIT_HEADER = 4
} ScatterEmitKind;

/** Stands for a size that the type leaves open. */
#define SCATTER_DYNAMIC INT64_MIN

/** Compiles `size` bytes of MLIR text or bytecode, which are read during the
    call only. `name` (NULL: "-") stands in locations. Errors: COMPILE. */
SCATTER_C_EXPORT ScatterStatus *scatter_compile(const ScatterContext *context,
                                                const char *source, size_t size,
                                                const char *name,
                                                ScatterProgram **program);

/** Compiles the regular file `path` of at most 2 GiB: .mlir, .mlirbc, or an
    ONNX model if the name ends in .onnx. Errors: FILE, COMPILE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_compile_file(const ScatterContext *context, const char *path,
                     ScatterProgram **program);

/** Compiles ahead of time and passes the form `kind` to `sink` in one call.
    Errors: COMPILE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_emit(const ScatterContext *context, const char *source, size_t size,
             const char *name, ScatterEmitKind kind, ScatterTextCallback sink,
             void *user);

/** Frees `program`; calls that were created from it stay valid. */
SCATTER_C_EXPORT void scatter_program_destroy(ScatterProgram *program);

/** 1 if the code came from the cache of scatter_context_set_cache, else 0. */
SCATTER_C_EXPORT int scatter_program_is_cached(const ScatterProgram *program);

/** The number of public functions. */
SCATTER_C_EXPORT size_t
scatter_program_num_entries(const ScatterProgram *program);

/** Public function `index` in the order of the source, or NULL. */
SCATTER_C_EXPORT const ScatterEntry *
scatter_program_entry(const ScatterProgram *program, size_t index);

/** The public function `name`, or with NULL or "" the only one. Errors:
    ENTRY. */
SCATTER_C_EXPORT ScatterStatus *
scatter_program_lookup(const ScatterProgram *program, const char *name,
                       const ScatterEntry **entry);

/** The name of the function. */
SCATTER_C_EXPORT const char *scatter_entry_name(const ScatterEntry *entry);

/** The number of arguments. */
SCATTER_C_EXPORT size_t scatter_entry_num_arguments(const ScatterEntry *entry);

/** The number of results. */
SCATTER_C_EXPORT size_t scatter_entry_num_results(const ScatterEntry *entry);

/** Argument `index`, or NULL. */
SCATTER_C_EXPORT const ScatterValue *
scatter_entry_argument(const ScatterEntry *entry, size_t index);

/** Result `index`, or NULL. */
SCATTER_C_EXPORT const ScatterValue *
scatter_entry_result(const ScatterEntry *entry, size_t index);

/** The name: the `scatter.name` attribute, the name in the source text, "argN"
    or "resultN". */
SCATTER_C_EXPORT const char *scatter_value_name(const ScatterValue *value);

/** The type as MLIR prints it. */
SCATTER_C_EXPORT const char *scatter_value_type(const ScatterValue *value);

/** How the value is passed; UNSUPPORTED for NULL. */
SCATTER_C_EXPORT ScatterValueKind scatter_value_kind(const ScatterValue *value);

/** The element type. Signless integers and `index` are kDLInt, i1 is DLPack's
    boolean (code 6, 8 bits), the f8 types have the codes of DLPack 1.1. bits is
    0 if there is none. */
SCATTER_C_EXPORT DLDataType scatter_value_dtype(const ScatterValue *value);

/** The rank; 0 for scalars. */
SCATTER_C_EXPORT size_t scatter_value_rank(const ScatterValue *value);

/** The size of dimension `index`, or SCATTER_DYNAMIC; -1 if there is no such
    dimension. */
SCATTER_C_EXPORT int64_t scatter_value_size(const ScatterValue *value,
                                            size_t index);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_PROGRAM_H */
