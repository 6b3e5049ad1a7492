//===- ThreadLocal.h - objects that belong to a thread ----------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_THREADLOCAL_H
#define SCATTER_LIB_KERNELS_THREADLOCAL_H

#include <new>
#include <pthread.h>
#include <utility>

namespace scatter::kernels {

/// A thread-local object that is created on first use. A thread has no object
/// if memory is exhausted, or after the object was destroyed at the end of the
/// thread, when destructors of other objects may still call functions. Each `T`
/// must be used in one source file only.
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
    // A thread_local variable with a destructor would terminate the process if
    // there is no memory to register the destructor.
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

  // No destructors, so that both can be read after the end of the object.
  static inline thread_local T *current = nullptr;
  static inline thread_local bool hasEnded = false;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_THREADLOCAL_H
