/*===- Call.h - run on DLPack tensors -----------------------------*- C -*-===*\
|*                                                                            *|
|* Tensors are on the CPU (kDLCPU or kDLCUDAHost), one lane per element.      *|
|* `strides` may be NULL (row-major) or negative; tensor arguments must be    *|
|* row-major. Sizes of 1 may have any stride. i4 takes a byte per element.    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SCATTER_C_CALL_H
#define SCATTER_C_CALL_H

#include "scatter-c/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A prepared call: checked arguments and the results of the last run. Keeps
    the code alive. Used by one thread at a time. */
typedef struct ScatterCall ScatterCall;

/** Checks `count` arguments against the signature of `entry` (of `program`) and
    prepares a call. The DLTensor structures are read during this function only,
    the memory that they describe stays the caller's and must live as long as
    the call is run. Errors: USAGE (also for an entry of another program),
   ENTRY, COUNT, TYPE, SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_create(const ScatterProgram *program, const ScatterEntry *entry,
                    const DLTensor *const *arguments, size_t count,
                    ScatterCall **call);

/** Points argument `index` at other memory, with the same checks. On an error
    the argument stays what it was. Errors: COUNT, TYPE, SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_set_argument(ScatterCall *call, size_t index,
                          const DLTensor *tensor);

/** Runs the function and keeps its results, instead of those of the run before.
    Errors: INDEX, ZERO_STEP, OPERAND_SHAPE, MEMORY; there are no results
    then. */
SCATTER_C_EXPORT ScatterStatus *scatter_call_run(ScatterCall *call);

/** Passes result `index` of the last run to the caller without a copy, once;
    its `deleter` frees it, at any time and on any thread. Errors: COUNT. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_take_result(ScatterCall *call, size_t index,
                         DLManagedTensor **tensor);

/** Copies result `index` of the last run into memory of the caller that has its
    element type, rank and sizes, and any strides. Errors: COUNT, TYPE,
    SHAPE. */
SCATTER_C_EXPORT ScatterStatus *
scatter_call_copy_result(ScatterCall *call, size_t index,
                         const DLTensor *destination);

/** Frees `call` and the results that were not taken. */
SCATTER_C_EXPORT void scatter_call_destroy(ScatterCall *call);

/** Creates a call, runs it once and copies all results into `outputs`, memory
   of the caller. Nothing is copied if anything fails. Errors: those of the
    functions above. */
SCATTER_C_EXPORT ScatterStatus *
scatter_run(const ScatterProgram *program, const ScatterEntry *entry,
            const DLTensor *const *arguments, size_t num_arguments,
            const DLTensor *const *outputs, size_t num_outputs);

#ifdef __cplusplus
}
#endif

#endif /* SCATTER_C_CALL_H */
