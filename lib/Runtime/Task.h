/*===- Task.h - a parallel loop and its thread state --------------*- C -*-===*/

#ifndef SCATTER_LIB_RUNTIME_TASK_H
#define SCATTER_LIB_RUNTIME_TASK_H

#include "scatter/Runtime/Runtime.h"

/* A parallel loop, and the state of the caller that its threads adopt. */
typedef struct Task {
  void (*function)(void *context, int64_t index);
  void *context;
  int64_t count;
  ScatterError *record;
  uint64_t floatControl;
} Task;

/* The state of a thread that beginTask has replaced. */
typedef struct Former {
  ScatterError *record;
  uint64_t floatControl;
} Former;

/* Returns the floating-point control register of the calling thread: rounding
   mode, treatment of subnormals, exception masks. */
static inline uint64_t getFloatControl(void) {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr();
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control;
#else
  return 0;
#endif
}

static inline void setFloatControl(uint64_t control) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((unsigned)control);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
  (void)control;
#endif
}

/* Gives the calling thread the error record and the floating-point control of
   the caller of `task`. */
static inline Former beginTask(const Task *task) {
  Former former = {scatter_runtime_install_record(task->record),
                   getFloatControl()};
  if (task->floatControl != former.floatControl)
    setFloatControl(task->floatControl);
  return former;
}

static inline void endTask(const Former *former) {
  setFloatControl(former->floatControl);
  scatter_runtime_install_record(former->record);
}

/* Runs `task` on the calling thread and on the workers, if they are free. */
void runOnWorkers(const Task *task);

#endif /* SCATTER_LIB_RUNTIME_TASK_H */
