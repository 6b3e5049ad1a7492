/*===- Call.h - calls with DLPack tensors -------------------------*- C -*-===*\
|*                                                                            *|
|* Tensors must be on the CPU (kDLCPU or kDLCUDAHost), with one lane per      *|
|* element. `strides` may be NULL (row-major) or negative. Tensor arguments   *|
|* must be row-major, except that dimensions of size 1 may have any stride.   *|
|* An i4 takes a byte per element.                                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_CALL_H
#define SCATTER_C_CALL_H

#include "scatter-c/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A prepared call: checked arguments, and the results of the last run. Keeps
    the code alive. Not thread-safe. */
typedef struct ScatterCall ScatterCall;

/** Checks `count` arguments against the signature of `entry` (of `program`) and
    prepares a call. The DLTensor structures are read only during this function.
    The caller owns the memory that they describe and must keep it as long as
    the call is used, and results in the memory of donated arguments. Errors:
   USAGE (also for an entry of another program), ENTRY, COUNT, TYPE, SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_create(const ScatterProgram *program, const ScatterEntry *entry,
                    const DLTensor *const *arguments, size_t count,
                    ScatterCall **call);

/** Replaces argument `index`, with the same checks. After an error the argument
    is unchanged. Errors: COUNT, TYPE, SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_set_argument(ScatterCall *call, size_t index,
                          const DLTensor *tensor);

/** Runs the function and keeps its results in place of those of the former run.
    Errors: INDEX, ZERO_STEP, OPERAND_SHAPE, MEMORY, and SHAPE if the memory of
    a donated argument overlaps that of another argument. After an error there
    are no results. The op that reports it has written nothing, but ops before
    it may have written to donated arguments. */
SCATTER_C_EXPORT ScatterStatus *scatter_call_run(ScatterCall *call);

/** Transfers result `index` of the last run to the caller without a copy. Each
    result can be taken once. Its `deleter` frees it and may be called at any
    time and on any thread. A result in the memory of a donated argument stays
    the caller's memory, which the deleter does not free. Errors: COUNT. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_take_result(ScatterCall *call, size_t index,
                         DLManagedTensor **tensor);

/** Copies result `index` of the last run to `destination`, which must have the
    same element type, rank and sizes. Its strides are arbitrary. Errors: COUNT,
    TYPE, SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_copy_result(ScatterCall *call, size_t index,
                         const DLTensor *destination);

/** Frees `call` and the results that have not been taken. */
SCATTER_C_EXPORT void scatter_call_destroy(ScatterCall *call);

/** Creates a call, runs it once and copies all results to `outputs`, which are
    tensors of the caller. Nothing is copied if an error occurs. Errors: those
    of the functions above. */
SCATTER_C_EXPORT ScatterStatus *
scatter_run(const ScatterProgram *program, const ScatterEntry *entry,
            const DLTensor *const *arguments, size_t num_arguments,
            const DLTensor *const *outputs, size_t num_outputs);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_CALL_H */
