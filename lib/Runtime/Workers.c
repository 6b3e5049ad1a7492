/*===- Workers.c - threads that serve one call at a time ------------------===*\
|*                                                                            *|
|* A call opens a job. Each thread of the job has a range of indices. It      *|
|* takes the indices of its range one by one, and then those that are left in *|
|* the ranges of other threads. This has three effects. In repeated calls,    *|
|* the same worker processes the same part of the data. Unequal costs are     *|
|* balanced. A late worker delays nobody, because the caller closes the job   *|
|* when all indices are taken and waits only for the workers that have        *|
|* entered it.                                                                *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "Task.h"

#include "scatter/Plan/RuntimeThresholds.h"
#include "scatter/Runtime/ParallelFor.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The maximum number of threads of a job, including the caller. */
#define MAX_THREADS 1024
#define STACK_BYTES ((size_t)4 << 20)
/* Hardware prefetchers fetch pairs of cache lines. */
#define SEPARATE __attribute__((aligned(128)))

/* The indices of one thread of the job that have not been taken. */
typedef struct Range {
  SEPARATE int64_t next;
  int64_t end;
} Range;

/* The values of `signals[i].state`. */
enum { AWAKE, ASLEEP, CALLED };

/* The bits of `members`. The bits from IN_JOB on count the workers in the
   job. */
enum { OPEN = 1, CALLER_ASLEEP = 2, IN_JOB = 4 };

static struct {
  /* Set while a caller uses the workers. Only that caller accesses
     numWorkers. */
  SEPARATE int32_t isTaken;
  int64_t numWorkers;
  /* The job. `task` and `numThreads` are constant while it is open. */
  SEPARATE uint32_t members;
  SEPARATE const Task *task;
  int64_t numThreads;
  Range ranges[MAX_THREADS];
  /* Worker i sleeps on element i. Element 0 is unused: it belongs to the
     caller. */
  struct {
    SEPARATE uint32_t state;
  } signals[MAX_THREADS];
} pool;

/* Negative if not set. */
static int64_t workerLimit = -1;

void scatter_set_worker_limit(int64_t limit) {
  __atomic_store_n(&workerLimit, limit, __ATOMIC_RELAXED);
}

static int64_t getWorkerLimit(void) {
  static int64_t numOthers = -1;
  int64_t limit = __atomic_load_n(&workerLimit, __ATOMIC_RELAXED);
  if (limit < 0)
    limit = __atomic_load_n(&numOthers, __ATOMIC_RELAXED);
  if (limit < 0) {
    cpu_set_t cpus;
    int64_t count = sched_getaffinity(0, sizeof(cpus), &cpus) == 0
                        ? CPU_COUNT(&cpus)
                        : sysconf(_SC_NPROCESSORS_ONLN);
    limit = count > 1 ? count - 1 : 0;
    __atomic_store_n(&numOthers, limit, __ATOMIC_RELAXED);
  }
  return limit < MAX_THREADS - 1 ? limit : MAX_THREADS - 1;
}

/*===----------------------------------------------------------------------===*\
|* Waiting                                                                    *|
\*===----------------------------------------------------------------------===*/

static void sleepWhile(uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void wake(uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static int64_t getNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Spins until `*word & mask` is `value`. Returns 0 on timeout. Yields
   regularly, because the thread that it waits for may need this CPU. */
static int spinUntil(const uint32_t *word, uint32_t mask, uint32_t value) {
  int64_t start = 0;
  for (;;) {
    for (int i = 0; i < SCATTER_SPINS_BETWEEN_LOOKS; ++i) {
      if ((__atomic_load_n(word, __ATOMIC_ACQUIRE) & mask) == value)
        return 1;
      relax();
    }
    int64_t now = getNanoseconds();
    if (!start)
      start = now;
    else if (now - start > SCATTER_SPIN_NANOSECONDS)
      return 0;
    sched_yield();
  }
}

/*===----------------------------------------------------------------------===*\
|* Workers                                                                    *|
\*===----------------------------------------------------------------------===*/

/* Runs all indices that have not been taken, beginning with the range of
   `thread`. */
static void runRanges(int64_t thread) {
  const Task *task = pool.task;
  int64_t numThreads = pool.numThreads;
  for (int64_t i = 0; i < numThreads; ++i) {
    Range *range = &pool.ranges[(thread + i) % numThreads];
    while (__atomic_load_n(&range->next, __ATOMIC_RELAXED) < range->end) {
      int64_t index = __atomic_fetch_add(&range->next, 1, __ATOMIC_RELAXED);
      if (index >= range->end)
        break;
      task->function(task->context, index);
    }
  }
}

/* Waits until the worker is called. */
static void awaitCall(uint32_t *state) {
  uint32_t awake = AWAKE;
  if (!spinUntil(state, ~0u, CALLED) &&
      __atomic_compare_exchange_n(state, &awake, ASLEEP, /*weak=*/0,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    while (__atomic_load_n(state, __ATOMIC_RELAXED) == ASLEEP)
      sleepWhile(state, ASLEEP);
  /* A call before this point belongs to a job that is open after it. */
  __atomic_exchange_n(state, AWAKE, __ATOMIC_ACQ_REL);
}

/* Enters the job and returns 1, or returns 0 if the job is closed. */
static int enterJob(void) {
  uint32_t members = __atomic_load_n(&pool.members, __ATOMIC_RELAXED);
  while (members & OPEN)
    if (__atomic_compare_exchange_n(&pool.members, &members, members + IN_JOB,
                                    /*weak=*/1, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED))
      return 1;
  return 0;
}

static void leaveJob(void) {
  uint32_t members =
      __atomic_fetch_sub(&pool.members, IN_JOB, __ATOMIC_RELEASE);
  if (members == (IN_JOB | CALLER_ASLEEP))
    wake(&pool.members);
}

static void *runWorker(void *argument) {
  int64_t worker = (intptr_t)argument;
  pthread_setname_np(pthread_self(), "scatter-worker");
  for (;;) {
    awaitCall(&pool.signals[worker].state);
    if (!enterJob())
      continue;
    /* A late call for an earlier job may wake a worker that this job does not
       use. */
    if (worker < pool.numThreads) {
      Former former = beginTask(pool.task);
      runRanges(worker);
      endTask(&former);
    }
    leaveJob();
  }
  return NULL;
}

/* A forked child has no workers. */
static void forgetWorkers(void) {
  for (int64_t i = 0; i <= pool.numWorkers; ++i)
    pool.signals[i].state = AWAKE;
  pool.isTaken = 0;
  pool.numWorkers = 0;
  pool.members = 0;
}

static void prepareFork(void) { pthread_atfork(NULL, NULL, forgetWorkers); }

/* Starts workers until there are `count`, or until the system refuses. */
static void startWorkers(int64_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepareFork);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  /* Workers must not block the signals that faulting instructions raise. */
  sigset_t blocked, former;
  sigfillset(&blocked);
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); ++i)
    sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, &former);
  pthread_t thread;
  while (pool.numWorkers < count &&
         pthread_create(&thread, &attributes, runWorker,
                        (void *)(intptr_t)(pool.numWorkers + 1)) == 0)
    ++pool.numWorkers;
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  pthread_attr_destroy(&attributes);
}

/*===----------------------------------------------------------------------===*\
|* Callers                                                                    *|
\*===----------------------------------------------------------------------===*/

static void openJob(const Task *task, int64_t numThreads) {
  pool.task = task;
  pool.numThreads = numThreads;
  int64_t length = task->count / numThreads, rest = task->count % numThreads;
  int64_t begin = 0;
  for (int64_t i = 0; i < numThreads; ++i) {
    Range *range = &pool.ranges[i];
    range->next = begin;
    range->end = begin += length + (i < rest);
  }
  __atomic_store_n(&pool.members, OPEN, __ATOMIC_RELEASE);
  for (int64_t i = 1; i < numThreads; ++i) {
    uint32_t *state = &pool.signals[i].state;
    if (__atomic_exchange_n(state, CALLED, __ATOMIC_ACQ_REL) == ASLEEP)
      wake(state);
  }
}

/* Closes the job and waits until no worker is in it. */
static void closeJob(void) {
  __atomic_fetch_and(&pool.members, ~(uint32_t)OPEN, __ATOMIC_RELAXED);
  if (spinUntil(&pool.members, ~0u, 0))
    return;
  uint32_t members =
      __atomic_or_fetch(&pool.members, CALLER_ASLEEP, __ATOMIC_ACQUIRE);
  while (members != CALLER_ASLEEP) {
    sleepWhile(&pool.members, members);
    members = __atomic_load_n(&pool.members, __ATOMIC_ACQUIRE);
  }
}

void runOnWorkers(const Task *task) {
  int64_t limit = getWorkerLimit();
  int64_t numWorkers = task->count - 1 < limit ? task->count - 1 : limit;
  if (numWorkers > 0 &&
      !__atomic_exchange_n(&pool.isTaken, 1, __ATOMIC_ACQUIRE)) {
    if (pool.numWorkers < numWorkers)
      startWorkers(numWorkers);
    if (numWorkers > pool.numWorkers)
      numWorkers = pool.numWorkers;
    openJob(task, numWorkers + 1);
    runRanges(0);
    closeJob();
    __atomic_store_n(&pool.isTaken, 0, __ATOMIC_RELEASE);
    return;
  }
  for (int64_t i = 0; i < task->count; ++i)
    task->function(task->context, i);
}
