/*===- Program.h - compiles and inspects programs -----------------*- C -*-===*/

#ifndef SCATTER_C_PROGRAM_H
#define SCATTER_C_PROGRAM_H

#include "scatter-c/Context.h"

/* Debian: libdlpack-dev. Any version from 0.6 on. */
#include <dlpack/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled module. Immutable. May be called from many threads at once. */
typedef struct ScatterProgram ScatterProgram;

/** A public function of a program, which owns it. */
typedef struct ScatterEntry ScatterEntry;

/** An argument or result of an entry, owned by the program. */
typedef struct ScatterValue ScatterValue;

/** How a value is passed. */
typedef SCATTER_C_ENUM(ScatterValueKind) {
  /** A number, passed as a tensor of rank 0. */
  SCATTER_VALUE_SCALAR = 0,
  /** A tensor. Arguments are read only and results are allocated, except that
      results may be in the memory of donated arguments. */
  SCATTER_VALUE_TENSOR = 1,
  /** A memref. An argument may be updated in place. */
  SCATTER_VALUE_MEMREF = 2,
  /** A type that cannot be passed. The entry cannot be called. */
  SCATTER_VALUE_UNSUPPORTED = 3
} ScatterValueKind;

/** The output of scatter_emit. */
typedef SCATTER_C_ENUM(ScatterEmitKind) {
  /** The module in MLIR's LLVM dialect. */
  SCATTER_EMIT_MLIR = 0,
  /** Textual LLVM IR after optimization. */
  SCATTER_EMIT_LLVM_IR = 1,
  /** Assembly of the target. */
  SCATTER_EMIT_ASSEMBLY = 2,
  /** A relocatable object file. */
  SCATTER_EMIT_OBJECT = 3,
  /** The C header that declares the functions of the object. */
  SCATTER_EMIT_HEADER = 4
} ScatterEmitKind;

/** A size that is dynamic. */
#define SCATTER_DYNAMIC INT64_MIN

/** Compiles `size` bytes of MLIR text or bytecode, which are read only during
    the call. Locations in diagnostics refer to `name` (NULL for "-"). Errors:
    COMPILE. */
SCATTER_C_EXPORT ScatterStatus *scatter_compile(const ScatterContext *context,
                                                const char *source, size_t size,
                                                const char *name,
                                                ScatterProgram **program);

/** Compiles the regular file `path` of at most 2 GiB: MLIR text or bytecode, or
    a model if the name ends in .onnx, .xml (OpenVINO) or .pb (TensorFlow).
    Errors: FILE, COMPILE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_compile_file(const ScatterContext *context, const char *path,
                     ScatterProgram **program);

/** Compiles ahead of time and passes the form `kind` to `sink` in one call.
    Errors: COMPILE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_emit(const ScatterContext *context, const char *source, size_t size,
             const char *name, ScatterEmitKind kind, ScatterTextCallback sink,
             void *user);

/** Frees `program`. Calls that were created from it stay valid. */
SCATTER_C_EXPORT void scatter_program_destroy(ScatterProgram *program);

/** Returns 1 if the code was loaded from the cache of
    scatter_context_set_cache, otherwise 0. */
SCATTER_C_EXPORT int scatter_program_is_cached(const ScatterProgram *program);

/** The number of public functions. */
SCATTER_C_EXPORT size_t
scatter_program_num_entries(const ScatterProgram *program);

/** Returns public function `index` in the order of the source, or NULL. */
SCATTER_C_EXPORT const ScatterEntry *
scatter_program_entry(const ScatterProgram *program, size_t index);

/** Sets `entry` to the public function `name`. With NULL or "" as the name,
    sets it to the only public function. Errors: ENTRY. */
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

/** Returns the number of the donated argument of `entry` whose memory holds
    result `index`, or -1 if the result has memory of its own. See
    scatter_context_set_donations. */
SCATTER_C_EXPORT int64_t scatter_entry_donor(const ScatterEntry *entry,
                                             size_t index);

/** Returns the name. It is the `scatter.name` attribute, the name in the source
    text, "argN" or "resultN". */
SCATTER_C_EXPORT const char *scatter_value_name(const ScatterValue *value);

/** The type as MLIR prints it. */
SCATTER_C_EXPORT const char *scatter_value_type(const ScatterValue *value);

/** Returns how the value is passed, or UNSUPPORTED for NULL. */
SCATTER_C_EXPORT ScatterValueKind scatter_value_kind(const ScatterValue *value);

/** Returns the element type. Signless integers and `index` are kDLInt, i1 is
    DLPack's boolean (code 6, 8 bits), and f8 types have the codes of DLPack
    1.1. The number of bits is 0 if DLPack has no such type. */
SCATTER_C_EXPORT DLDataType scatter_value_dtype(const ScatterValue *value);

/** Returns the rank, which is 0 for scalars. */
SCATTER_C_EXPORT size_t scatter_value_rank(const ScatterValue *value);

/** Returns the size of dimension `index`, or SCATTER_DYNAMIC if it is dynamic,
    or -1 if there is no such dimension. */
SCATTER_C_EXPORT int64_t scatter_value_size(const ScatterValue *value,
                                            size_t index);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_PROGRAM_H */
