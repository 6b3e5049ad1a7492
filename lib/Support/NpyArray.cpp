//===- NpyArray.cpp - memory of arrays from .npy files --------------------===//
//
// Arrays are large and written once before they are used, so how their pages
// come into being matters.
//
//===----------------------------------------------------------------------===//

#include "NpyInternal.h"
#include "scatter/Support/Npy.h"
#include "llvm/Support/Alignment.h"
#include <algorithm>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace llvm;

namespace scatter {

/// Asks for huge pages in `data`, which is not touched yet: a file then loads
/// three times as fast, most of the time otherwise being page faults. It is a
/// hint, whose failure does not matter.
static void useHugePages(MutableArrayRef<char> data) {
#ifdef MADV_HUGEPAGE
  const Align hugePage(2 << 20);
  uintptr_t begin = alignAddr(data.begin(), hugePage);
  uintptr_t end =
      alignDown(reinterpret_cast<uintptr_t>(data.end()), hugePage.value());
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void NpyArray::Deallocate::operator()(char *pointer) const {
  ::operator delete[](pointer, std::align_val_t(alignment));
}

Expected<NpyArray> NpyArray::create(StringRef name, StringRef descr,
                                    ArrayRef<int64_t> shape) {
  name = npy::displayName(name);
  Expected<npy::DType> dtype = npy::parseDescr(descr);
  if (!dtype)
    return createFileError(name, dtype.takeError());
  Expected<int64_t> numBytes = npy::getNumBytes(shape, dtype->itemSize);
  if (!numBytes)
    return createFileError(name, numBytes.takeError());

  NpyArray array;
  array.name = name.str();
  array.descr = descr.str();
  array.kind = dtype->kind;
  array.itemSize = dtype->itemSize;
  array.numBytes = *numBytes;
  array.shape.assign(shape.begin(), shape.end());
  // The throwing operator, and with it LLVM's allocation functions, would end
  // the process.
  size_t size = std::max<size_t>(*numBytes, alignment);
  array.elements.reset(
      new (std::align_val_t(alignment), std::nothrow) char[size]);
  if (!array.elements)
    return createFileError(name,
                           npy::makeError("expected memory for " + Twine(size) +
                                          " bytes, found too little"));
  useHugePages(array.getData());
  return array;
}

} // namespace scatter
