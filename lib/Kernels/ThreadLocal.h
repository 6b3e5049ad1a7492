//===- ThreadLocal.h - what a thread keeps ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_THREADLOCAL_H
#define SCATTER_LIB_KERNELS_THREADLOCAL_H

#include <new>
#include <pthread.h>
#include <utility>

namespace scatter::kernels {

/// An object of each thread, made on the first use. The thread has none if
/// there is no memory for it, and when it has destroyed it at its end, where
/// other objects may still call functions. `T` is of one source file only.
template <typename T>
class ThreadLocal {
public:
  /// Null if the thread has none.
  static T *get() {
    if (current || hasEnded)
      return current;
    return make();
  }

private:
  static T *make() {
    // A thread_local object with a destructor ends the process where there is
    // no memory to register it.
    static Key key;
    auto *object = new (std::nothrow) T;
    if (!key.isMade || pthread_setspecific(key.key, object) != 0) {
      delete object;
      return nullptr;
    }
    current = object;
    return object;
  }

  /// Destroys the objects of threads that end.
  struct Key {
    Key() : isMade(pthread_key_create(&key, destroy) == 0) {}
    // The library may be unloaded before its threads end.
    ~Key() {
      if (std::exchange(isMade, false))
        pthread_key_delete(key);
    }

    pthread_key_t key;
    bool isMade;
  };

  static void destroy(void *object) {
    hasEnded = true;
    current = nullptr;
    delete static_cast<T *>(object);
  }

  // Without destructors, so that they can be read afterwards.
  static inline thread_local T *current = nullptr;
  static inline thread_local bool hasEnded = false;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_THREADLOCAL_H
