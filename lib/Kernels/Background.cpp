//===- Background.cpp - kernels compiled by another thread ----------------===//

#include "Background.h"

#include "CompileKernel.h"
#include "scatter/Kernels/Kernels.h"
#include "scatter/Plan/KernelThresholds.h"

#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace scatter::kernels {

/// The thread that compiles kernels. It exists while there are requests.
class Background {
public:
  static Background &get();

  void add(std::shared_ptr<KernelRequest> request);
  void wait();

private:
  void start();
  void join();
  void run();
  /// Ends the thread before the process ends: variables of the compiler are
  /// destroyed then.
  void stop();

  std::mutex mutex;
  /// Signals that a request is done.
  std::condition_variable done;
  /// The first request is the one that is being compiled, so that a child that
  /// is forked meanwhile still has it.
  std::deque<std::shared_ptr<KernelRequest>> requests;
  pthread_t thread = {};
  /// Whether there is a thread to join, whether it takes further requests, and
  /// whether the process is ending.
  bool isJoinable = false, isRunning = false, isStopping = false;
};

} // namespace scatter::kernels

Background &Background::get() {
  // Never destroyed, because the process may end meanwhile.
  static Background &background = []() -> Background & {
    auto *result = new Background;
    pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                   [] {
                     // The child has no thread. The next request starts one.
                     get().isJoinable = get().isRunning = false;
                     new (&get().done) std::condition_variable;
                     get().mutex.unlock();
                   });
    std::atexit([] { get().stop(); });
    return *result;
  }();
  return background;
}

void Background::join() {
  if (isJoinable)
    pthread_join(thread, nullptr);
  isJoinable = false;
}

/// Starts the thread. Without one, the requests stay until the next call.
void Background::start() {
  // A thread that has set isRunning to false ends without the mutex.
  join();
  // Signals are for threads of the host.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  isJoinable = pthread_create(
                   &thread, nullptr,
                   [](void *) -> void * {
                     get().run();
                     return nullptr;
                   },
                   nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  isRunning = isJoinable;
}

void Background::add(std::shared_ptr<KernelRequest> request) {
  std::lock_guard lock(mutex);
  requests.push_back(std::move(request));
  if (!isRunning && !isStopping)
    start();
}

void Background::run() {
  setBackgroundThread();
  std::unique_lock lock(mutex);
  while (!isStopping && !requests.empty()) {
    std::shared_ptr<KernelRequest> request = requests.front();
    lock.unlock();
    KernelRef kernel;
    if (canCompileInBackground()) {
      Expected<KernelRef> found = kernels::getKernel(request->key);
      if (found)
        kernel = std::move(*found);
      else
        consumeError(found.takeError());
      // Functions that are registered last are called first. The compilation
      // may have registered destructors of its variables.
      std::atexit([] { get().stop(); });
    }
    lock.lock();
    request->kernel = std::move(kernel);
    request->done.store(true, std::memory_order_release);
    requests.pop_front();
    done.notify_all();
  }
  isRunning = false;
  done.notify_all();
}

void Background::wait() {
  std::unique_lock lock(mutex);
  if (!requests.empty() && !isRunning && !isStopping)
    start();
  done.wait(lock, [&] { return requests.empty() || !isRunning; });
}

void Background::stop() {
  std::unique_lock lock(mutex);
  isStopping = true;
  done.wait(lock, [&] { return !isRunning; });
  join();
}

std::shared_ptr<const KernelRequest>
kernels::requestKernel(const KernelKey &key) {
  auto request = std::make_shared<KernelRequest>(key);
  Background::get().add(request);
  return request;
}

void scatter::waitForKernels() { Background::get().wait(); }

KernelRef SpecialKernel::countCall(size_t bytes) {
  if (request) {
    if (!request->isDone())
      return nullptr;
    return finish(request->getKernel());
  }
  // Another thread or update may have asked for it.
  if (calls == 0)
    if (KernelRef found = findKernel(key))
      return finish(std::move(found));
  ++calls;
  work += bytes;
  if (isHot(calls, work))
    request = requestKernel(key);
  return nullptr;
}

Expected<KernelRef> SpecialKernel::compile() {
  Expected<KernelRef> kernel = kernels::getKernel(key);
  finish(nullptr);
  return kernel;
}
