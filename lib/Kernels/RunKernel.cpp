//===- RunKernel.cpp - runs kernels ---------------------------------------===//

#include "RunKernel.h"

#include "BuiltinKernels.h"
#include "CompileKernel.h"
#include "KernelCache.h"
#include "KernelSignature.h"
#include "ThreadLocal.h"
#include "scatter/ExecutionEngine/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Sets the location in an error of a kernel to the function name of the
/// kernel.
static Error setLocation(Error error, const KernelKey &key) {
  return handleErrors(std::move(error), [&](const RuntimeError &runtimeError) {
    ScatterError record = runtimeError.getRecord();
    *llvm::copy(getFunctionName(key), record.location) = '\0';
    return make_error<RuntimeError>(record);
  });
}

/// A prepared call of one kernel.
class kernels::PreparedCall {
public:
  /// Whether the kernel, the sizes and the strides are those of the KernelCall
  /// `id`.
  bool isFor(uint64_t id) const { return id != 0 && currentId == id; }

  /// Sets the kernel `newKey`, the arrays and the number of threads, which are
  /// those of the KernelCall `id`.
  Error set(uint64_t id, const KernelKey &newKey, ArrayRef<KernelArray> arrays,
            ArrayRef<void *> addresses, size_t numScalars, unsigned threads);
  /// Changes the addresses only.
  void setAddresses(ArrayRef<void *> addresses) {
    for (size_t i = 0; i < addresses.size(); ++i)
      call->setAddress(i, addresses[i]);
  }
  Error run(ArrayRef<int64_t> newScalars) {
    markUsed(*kernel);
    llvm::copy(newScalars, scalars.begin());
    Error error = call->run(results);
    if (LLVM_LIKELY(!error))
      return Error::success();
    return setLocation(std::move(error), key);
  }

private:
  Error prepare(const KernelKey &newKey, ArrayRef<KernelArray> arrays,
                ArrayRef<void *> addresses, size_t numScalars);
  void clear();

  KernelKey key;
  KernelRef kernel;
  std::optional<Call> call;
  /// The id of the KernelCall whose sizes and strides are set, or 0.
  uint64_t currentId = 0;
  SmallVector<int64_t, 6> scalars;
  SmallVector<OwnedBuffer, 1> results;
};

namespace {
/// The last calls of a thread, indexed by the hash of their kernel keys.
struct CallCache {
  PreparedCall &get(size_t hash) { return calls[hash % std::size(calls)]; }

  PreparedCall calls[8];
  uint64_t lastId = 0;
};
} // namespace

static BufferView makeView(const KernelArray &array, void *data) {
  return {data, array.type, array.shape, array.strides};
}

void PreparedCall::clear() {
  currentId = 0;
  call.reset();
  kernel.reset();
}

/// Prepares a call of the kernel `newKey`.
Error PreparedCall::prepare(const KernelKey &newKey,
                            ArrayRef<KernelArray> arrays,
                            ArrayRef<void *> addresses, size_t numScalars) {
  clear();
  Expected<KernelRef> found = getKernel(newKey);
  if (!found)
    return found.takeError();
  SmallVector<BufferView, 8> arguments;
  for (auto [array, address] : zip_equal(arrays, addresses))
    arguments.push_back(makeView(array, address));
  scalars.resize(numScalars);
  for (int64_t &scalar : scalars)
    arguments.push_back({&scalar, {ElementKind::Index, 64}, {}, {}});
  Expected<Call> bound = (*found)->program.bind((*found)->entry, arguments);
  if (!bound)
    return bound.takeError();
  key = newKey;
  kernel = std::move(*found);
  call.emplace(std::move(*bound));
  return Error::success();
}

Error PreparedCall::set(uint64_t id, const KernelKey &newKey,
                        ArrayRef<KernelArray> arrays,
                        ArrayRef<void *> addresses, size_t numScalars,
                        unsigned threads) {
  if (!call || !(key == newKey))
    if (Error error = prepare(newKey, arrays, addresses, numScalars))
      return error;
  // The id stays 0 until all arrays are set, also if an exception leaves the
  // loop.
  currentId = 0;
  for (size_t i = 0; i < arrays.size(); ++i)
    if (Error error = call->setArgument(i, makeView(arrays[i], addresses[i]))) {
      clear();
      return error;
    }
  call->setMaxThreads(threads);
  currentId = id;
  return Error::success();
}

static uint64_t makeId() {
  CallCache *cache = ThreadLocal<CallCache>::get();
  return cache ? ++cache->lastId : 0;
}

KernelCall::KernelCall(const KernelKey &wanted, ArrayRef<KernelArray> arrays)
    : key(wanted), threads(wanted.threads), arrays(arrays), id(makeId()) {
  if (!key.hasStaticSizes() || !hasCompiler())
    if (std::optional<KernelKey> builtin = findBuiltinKey(key)) {
      key = *builtin;
      hasBuiltinKernel = true;
    }
  hash = key.getHash();
}

bool KernelCall::isAvailable() const {
  return hasBuiltinKernel || hasCompiler();
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
Error KernelCall::run(PreparedCall &call, ArrayRef<void *> addresses,
                      ArrayRef<int64_t> scalars) const {
  if (LLVM_LIKELY(call.isFor(id)))
    call.setAddresses(addresses);
  else if (Error error =
               call.set(id, key, arrays, addresses, scalars.size(), threads))
    return error;
  return call.run(scalars);
}

Error KernelCall::run(ArrayRef<void *> addresses,
                      ArrayRef<int64_t> scalars) const {
  if (CallCache *cache = ThreadLocal<CallCache>::get())
    return run(cache->get(hash), addresses, scalars);
  auto call = std::make_unique<PreparedCall>();
  return run(*call, addresses, scalars);
}
