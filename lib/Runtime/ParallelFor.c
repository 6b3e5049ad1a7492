/*===- ParallelFor.c - parallel loops of generated code -------------------===*/

#include "scatter/Runtime/ParallelFor.h"

#include "Task.h"

static ScatterParallelFor hostParallelFor = 0;
static _Thread_local ScatterParallelFor threadParallelFor = 0;

void scatter_set_parallel_for(ScatterParallelFor parallel_for) {
  __atomic_store_n(&hostParallelFor, parallel_for, __ATOMIC_RELEASE);
}

ScatterParallelFor
scatter_set_thread_parallel_for(ScatterParallelFor parallel_for) {
  ScatterParallelFor former = threadParallelFor;
  threadParallelFor = parallel_for;
  return former;
}

/* Runs one index of a task on a thread of the host. */
static void runIndex(void *context, int64_t index) {
  const Task *task = context;
  Former former = beginTask(task);
  task->function(task->context, index);
  endTask(&former);
}

void scatter_parallel_for(void (*function)(void *context, int64_t index),
                          void *context, int64_t count) {
  if (count == 1)
    function(context, 0);
  if (count <= 1)
    return;
  Task task = {function, context, count, scatter_runtime_get_record(),
               getFloatControl()};
  ScatterParallelFor host = threadParallelFor;
  if (!host)
    host = __atomic_load_n(&hostParallelFor, __ATOMIC_ACQUIRE);
  if (host)
    host(runIndex, &task, count);
  else
    runOnWorkers(&task);
}
