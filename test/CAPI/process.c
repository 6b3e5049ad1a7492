/* Compilations beside forks, in threads and processes that end, and with a
   limit of file sizes. */

// RUN: %cc %s -o %t -pthread %link_scatter
// RUN: %t fork | FileCheck %s --check-prefix=FORK
// RUN: %t end | FileCheck %s --check-prefix=END
// RUN: rm -rf %t.cache
// RUN: %t limit %t.cache | FileCheck %s --check-prefix=LIMIT
// RUN: ls %t.cache | FileCheck %s --check-prefix=FILES --allow-empty
// FILES-NOT: tmp

#define _DEFAULT_SOURCE
#include "scatter-c/Engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Compiles a program of `bits` wide integers and returns its status. */
static ScatterStatus *compile(int bits, const char *cache) {
  char source[100];
  snprintf(source, sizeof(source),
           "func.func @f(%%x: memref<4xi%d>) { return }", bits);
  ScatterContext *context = scatter_context_create();
  scatter_context_set_cache(context, cache, 0);
  ScatterProgram *program = NULL;
  ScatterStatus *status =
      scatter_compile(context, source, strlen(source), NULL, &program);
  scatter_program_destroy(program);
  scatter_context_destroy(context);
  return status;
}

static void report(const char *when, ScatterStatus *status) {
  printf("%s: %s\n", when, status ? scatter_status_message(status) : "compiled");
  fflush(stdout);
  scatter_status_destroy(status);
}

static void *compileFirst(void *argument) {
  (void)argument;
  scatter_status_destroy(compile(32, ""));
  return NULL;
}

/* Forks while another thread has compiled for `delay` us. The process has not
   compiled before. */
static int forkBeside(useconds_t delay) {
  pthread_t thread;
  pthread_create(&thread, NULL, compileFirst, NULL);
  usleep(delay);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(compile(64, "") != NULL);
  }
  int status = 1;
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  return status != 0;
}

/* Compiles when the variables of the thread are destroyed. */
static void compileAtEnd(void *when) { report(when, compile(16, "")); }

static pthread_key_t key;

static void *endThread(void *argument) {
  (void)argument;
  report("thread", compile(32, ""));
  pthread_setspecific(key, "end of thread");
  return NULL;
}

static void endProcess(void) { report("end of process", compile(16, "")); }

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  if (!strcmp(argv[1], "fork")) {
    int failures = 0;
    for (useconds_t delay = 0; delay < 8000; delay += 400) {
      pid_t process = fork();
      if (process == 0)
        _exit(forkBeside(delay));
      int status = 1;
      waitpid(process, &status, 0);
      failures += status != 0;
    }
    // FORK: 0 children failed
    printf("%d children failed\n", failures);
    return 0;
  }
  if (!strcmp(argv[1], "limit")) {
    struct rlimit limit = {100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    // The cache is not written.
    // LIMIT: limit: compiled
    report("limit", compile(32, argv[2]));
    return 0;
  }
  atexit(endProcess);
  pthread_key_create(&key, compileAtEnd);
  // END:      thread: compiled
  // END-NEXT: end of thread: expected a compilation before the process and the thread end, found one in a destructor
  // END-NEXT: end of process: expected a compilation before the process and the thread end, found one in a destructor
  pthread_t thread;
  pthread_create(&thread, NULL, endThread, NULL);
  pthread_join(thread, NULL);
  return 0;
}
