//===- ThreadLocal.h - what a thread keeps ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_THREADLOCAL_H
#define SCATTER_LIB_KERNELS_THREADLOCAL_H

#include <memory>

namespace scatter::kernels {

/// An object of each thread, made on the first use. The thread has none when it
/// has destroyed it at its end, where other objects may still call functions.
/// `T` is of one source file only.
template <typename T>
class ThreadLocal {
public:
  /// Null if the thread has none any more.
  static T *get() {
    if (current || hasEnded)
      return current;
    static thread_local Owner owner;
    current = owner.object.get();
    return current;
  }

private:
  struct Owner {
    std::unique_ptr<T> object = std::make_unique<T>();
    ~Owner() {
      hasEnded = true;
      current = nullptr;
    }
  };

  // Without destructors, so that they can be read afterwards.
  static inline thread_local T *current = nullptr;
  static inline thread_local bool hasEnded = false;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_THREADLOCAL_H
