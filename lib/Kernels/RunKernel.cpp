//===- RunKernel.cpp - runs kernels ---------------------------------------===//

#include "RunKernel.h"

#include "BuiltinKernels.h"
#include "CompileKernel.h"
#include "KeptObjects.h"
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

/// A kernel and descriptors of its arguments.
class kernels::PreparedCall {
public:
  const KernelKey &getKey() const { return key; }

  /// Prepares a call of `newKernel`, whose key is `newKey`. Call once.
  Error prepare(const KernelKey &newKey, KernelRef newKernel,
                ArrayRef<KernelArray> arrays, ArrayRef<void *> addresses,
                size_t numScalars);
  /// Sets other arrays.
  Error setArrays(ArrayRef<KernelArray> arrays, ArrayRef<void *> addresses);
  /// Changes the addresses only.
  void setAddresses(ArrayRef<void *> addresses) {
    for (size_t i = 0; i < addresses.size(); ++i)
      call->setAddress(i, addresses[i]);
  }
  void setMaxThreads(unsigned threads) { call->setMaxThreads(threads); }
  Error run(ArrayRef<int64_t> newScalars) {
    markUsed(*kernel);
    llvm::copy(newScalars, scalars.begin());
    Error error = call->run(results);
    if (LLVM_LIKELY(!error))
      return Error::success();
    return setLocation(std::move(error), key);
  }

private:
  KernelKey key;
  KernelRef kernel;
  std::optional<Call> call;
  SmallVector<int64_t, 6> scalars;
  SmallVector<OwnedBuffer, 1> results;
};

/// Prepared calls that a thread does not use. To set their arrays takes less
/// time than to prepare others.
using UnusedCalls = KeptObjects<PreparedCall>;

void KeepUnused::operator()(PreparedCall *call) const {
  std::unique_ptr<PreparedCall> owned(call);
  if (UnusedCalls *unused = ThreadLocal<UnusedCalls>::get())
    unused->keep(std::move(owned));
}

static BufferView makeView(const KernelArray &array, void *data) {
  return {data, array.type, array.shape, array.strides};
}

Error PreparedCall::prepare(const KernelKey &newKey, KernelRef newKernel,
                            ArrayRef<KernelArray> arrays,
                            ArrayRef<void *> addresses, size_t numScalars) {
  SmallVector<BufferView, 8> arguments;
  for (auto [array, address] : zip_equal(arrays, addresses))
    arguments.push_back(makeView(array, address));
  scalars.resize(numScalars);
  for (int64_t &scalar : scalars)
    arguments.push_back({&scalar, {ElementKind::Index, 64}, {}, {}});
  Expected<Call> bound = newKernel->program.bind(newKernel->entry, arguments);
  if (!bound)
    return bound.takeError();
  key = newKey;
  kernel = std::move(newKernel);
  call.emplace(std::move(*bound));
  return Error::success();
}

Error PreparedCall::setArrays(ArrayRef<KernelArray> arrays,
                              ArrayRef<void *> addresses) {
  for (size_t i = 0; i < arrays.size(); ++i)
    if (Error error = call->setArgument(i, makeView(arrays[i], addresses[i])))
      return error;
  return Error::success();
}

KernelCall::KernelCall(const KernelKey &wanted, std::vector<KernelArray> arrays)
    : key(wanted), threads(wanted.threads), arrays(std::move(arrays)) {
  if (!key.hasStaticSizes() || !hasCompiler())
    if (std::optional<KernelKey> builtin = findBuiltinKey(key)) {
      key = *builtin;
      hasBuiltinKernel = true;
    }
}

bool KernelCall::isAvailable() const {
  return hasBuiltinKernel || hasCompiler();
}

Error KernelCall::compile() {
  if (kernel)
    return Error::success();
  Expected<KernelRef> found = getKernel(key);
  if (!found)
    return found.takeError();
  kernel = std::move(*found);
  return Error::success();
}

Error KernelCall::prepare(ArrayRef<void *> addresses, size_t numScalars) {
  std::unique_ptr<PreparedCall> call;
  if (UnusedCalls *unused = ThreadLocal<UnusedCalls>::get())
    call = unused->take(
        [&](const PreparedCall &kept) { return kept.getKey() == key; });
  if (call) {
    if (Error error = call->setArrays(arrays, addresses))
      return error;
  } else {
    call = std::make_unique<PreparedCall>();
    if (Error error = compile())
      return error;
    if (Error error = call->prepare(key, kernel, arrays, addresses, numScalars))
      return error;
  }
  call->setMaxThreads(threads);
  prepared.reset(call.release());
  return Error::success();
}

Error KernelCall::run(ArrayRef<void *> addresses, ArrayRef<int64_t> scalars) {
  if (LLVM_LIKELY(prepared != nullptr))
    prepared->setAddresses(addresses);
  else if (Error error = prepare(addresses, scalars.size()))
    return error;
  return prepared->run(scalars);
}
