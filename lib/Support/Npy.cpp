//===- Npy.cpp - reading and writing .npy files ---------------------------===//
//
// The reader does not trust the file. The size of the file bounds every
// allocation, because the shape must account for every byte of the file.
//
//===----------------------------------------------------------------------===//

#include "scatter/Support/Npy.h"

#include "NpyFormat.h"
#include "scatter/Support/AtomicFile.h"
#include "scatter/Support/RegularFile.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/SwapByteOrder.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace llvm;

namespace scatter {

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// Requests huge pages for `data`, which must not have been touched. Page
/// faults otherwise take most of the time of loading a file. A failure does not
/// affect correctness.
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
  // The throwing operator new and LLVM's allocation functions would end the
  // process on failure.
  size_t size = std::max<size_t>(*numBytes, alignment);
  array.elements.reset(
      new (std::align_val_t(alignment), std::nothrow) char[size]);
  if (!array.elements)
    return createFileError(name, createStringError("expected memory for " +
                                                   Twine(size) +
                                                   " bytes, found too little"));
  useHugePages(array.getData());
  return array;
}

//===----------------------------------------------------------------------===//
// Byte order and element order
//===----------------------------------------------------------------------===//

template <typename T>
static void swapBytesAs(MutableArrayRef<char> data) {
  // memcpy does not require alignment. It compiles to a load and a store.
  for (size_t i = 0, e = data.size(); i != e; i += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + i, sizeof(T));
    value = llvm::byteswap(value);
    std::memcpy(data.data() + i, &value, sizeof(T));
  }
}

/// Reverses the bytes of each group of `width` (2, 4 or 8) bytes.
static void swapBytes(MutableArrayRef<char> data, int64_t width) {
  assert(data.size() % width == 0 && "part of an element");
  if (width == 2)
    return swapBytesAs<uint16_t>(data);
  if (width == 4)
    return swapBytesAs<uint32_t>(data);
  assert(width == 8 && "width that no dtype has");
  swapBytesAs<uint64_t>(data);
}

/// Whether Fortran order differs from C order: two or more sizes are above 1.
static bool isOrderSignificant(ArrayRef<int64_t> shape) {
  return !is_contained(shape, 0) &&
         count_if(shape, [](int64_t size) { return size > 1; }) > 1;
}

/// Transposes a `rows` x `columns` matrix of N-byte elements. `source` is
/// column-major, `target` is row-major. The strides count elements.
template <size_t N>
static void transpose(const char *source, int64_t sourceStride, char *target,
                      int64_t targetStride, int64_t rows, int64_t columns) {
  // All bytes of the cache lines of a tile are used before they are evicted.
  constexpr int64_t tile = 32;
  for (int64_t row0 = 0; row0 < rows; row0 += tile) {
    int64_t rowEnd = std::min(row0 + tile, rows);
    for (int64_t column0 = 0; column0 < columns; column0 += tile) {
      int64_t columnEnd = std::min(column0 + tile, columns);
      for (int64_t row = row0; row < rowEnd; ++row)
        for (int64_t column = column0; column < columnEnd; ++column)
          std::memcpy(target + (row * targetStride + column) * N,
                      source + (row + column * sourceStride) * N, N);
    }
  }
}

/// Transposes a matrix whose element size is known at run time only.
static void transpose(int64_t itemSize, const char *source,
                      int64_t sourceStride, char *target, int64_t targetStride,
                      int64_t rows, int64_t columns) {
  auto *function = itemSize == 1   ? transpose<1>
                   : itemSize == 2 ? transpose<2>
                   : itemSize == 4 ? transpose<4>
                   : itemSize == 8 ? transpose<8>
                                   : transpose<16>;
  function(source, sourceStride, target, targetStride, rows, columns);
}

/// Copies elements of `itemSize` (1, 2, 4, 8 or 16) bytes from Fortran order in
/// `source` to C order in `target`. Both have the size that `shape` requires.
static void reorderFromFortran(ArrayRef<char> source,
                               MutableArrayRef<char> target,
                               ArrayRef<int64_t> shape, int64_t itemSize) {
  // Dimensions of size 1 do not affect the order. Without them, more arrays are
  // matrices.
  SmallVector<int64_t> sizes;
  copy_if(shape, std::back_inserter(sizes),
          [](int64_t size) { return size != 1; });
  if (!isOrderSignificant(shape)) {
    llvm::copy(source, target.begin());
    return;
  }

  size_t rank = sizes.size();
  SmallVector<int64_t> sourceStrides(rank, 1), targetStrides(rank, 1);
  for (size_t i = 1; i < rank; ++i) {
    sourceStrides[i] = sourceStrides[i - 1] * sizes[i - 1];
    targetStrides[rank - 1 - i] = targetStrides[rank - i] * sizes[rank - i];
  }

  // The first and the last dimension form one matrix for each position in the
  // dimensions between them. `position` iterates over these.
  SmallVector<int64_t> position(rank, 0);
  int64_t sourceOffset = 0, targetOffset = 0;
  while (true) {
    transpose(itemSize, source.data() + sourceOffset * itemSize,
              sourceStrides.back(), target.data() + targetOffset * itemSize,
              targetStrides.front(), sizes.front(), sizes.back());
    size_t i = 1;
    for (; i + 1 < rank; ++i) {
      sourceOffset += sourceStrides[i];
      targetOffset += targetStrides[i];
      if (++position[i] < sizes[i])
        break;
      sourceOffset -= sizes[i] * sourceStrides[i];
      targetOffset -= sizes[i] * targetStrides[i];
      position[i] = 0;
    }
    if (i + 1 >= rank)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Fills `target` with the bytes of a file from `offset` on. They must exist.
using ReadFunction =
    function_ref<Error(MutableArrayRef<char> target, uint64_t offset)>;

} // namespace

/// Reads and parses the header. Returns it and the offset of the elements.
static Expected<std::pair<npy::Header, uint64_t>>
readHeader(uint64_t fileSize, ReadFunction read) {
  char start[npy::maxPreambleSize];
  size_t startSize = std::min<uint64_t>(fileSize, sizeof(start));
  if (Error error = read({start, startSize}, 0))
    return error;
  Expected<npy::Preamble> preamble =
      npy::parsePreamble({start, startSize}, fileSize);
  if (!preamble)
    return preamble.takeError();

  SmallString<256> text;
  text.resize_for_overwrite(preamble->textSize);
  if (Error error = read(text, preamble->textOffset))
    return error;
  Expected<npy::Header> header = npy::parseHeader(text);
  if (!header)
    return header.takeError();
  return std::make_pair(std::move(*header),
                        preamble->textOffset + preamble->textSize);
}

static Expected<NpyArray> readArray(StringRef name, uint64_t fileSize,
                                    ReadFunction read) {
  auto fail = [&](Error error) {
    return createFileError(name, std::move(error));
  };
  auto headerAndOffset = readHeader(fileSize, read);
  if (!headerAndOffset)
    return fail(headerAndOffset.takeError());
  auto &[header, offset] = *headerAndOffset;
  if (Error error =
          npy::checkNumBytes(header.descr, header.shape, fileSize - offset))
    return fail(std::move(error));

  Expected<NpyArray> array = NpyArray::create(name, header.descr, header.shape);
  if (!array)
    return array.takeError();
  bool reorder = header.fortranOrder && isOrderSignificant(header.shape);
  if (reorder) {
    Expected<NpyArray> raw = NpyArray::create(name, header.descr, header.shape);
    if (!raw)
      return raw.takeError();
    if (Error error = read(raw->getData(), offset))
      return fail(std::move(error));
    reorderFromFortran(raw->getData(), array->getData(), header.shape,
                       header.dtype.itemSize);
  } else if (Error error = read(array->getData(), offset)) {
    return fail(std::move(error));
  }

  if (header.dtype.swapped)
    swapBytes(array->getData(), header.dtype.kind == 'c'
                                    ? header.dtype.itemSize / 2
                                    : header.dtype.itemSize);
  if (header.dtype.kind == 'b')
    for (char &byte : array->getData())
      byte = byte != 0;
  return array;
}

Expected<NpyArray> parseNpy(MemoryBufferRef buffer) {
  StringRef bytes = buffer.getBuffer();
  auto read = [&](MutableArrayRef<char> target, uint64_t offset) {
    StringRef source = bytes.substr(offset, target.size());
    llvm::copy(source, target.begin());
    return Error::success();
  };
  return readArray(npy::displayName(buffer.getBufferIdentifier()), bytes.size(),
                   read);
}

Expected<NpyArray> readNpy(StringRef path) {
  StringRef name = npy::displayName(path);
  Expected<RegularFile> file = RegularFile::open(path);
  if (!file)
    return createFileError(name, file.takeError());
  auto read = [&](MutableArrayRef<char> target, uint64_t offset) {
    return file->read(target, offset);
  };
  return readArray(name, file->getSize(), read);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes elements in NumPy's in-memory form: a 4-bit element, signed or not,
/// is the low half of its byte.
static void writeElements(raw_ostream &os, mlir::Type elementType,
                          ArrayRef<char> data) {
  bool isBoolean = elementType.isInteger(1);
  if (!isBoolean && !elementType.isInteger(4)) {
    os.write(data.data(), data.size());
    return;
  }
  SmallVector<char, 0> buffer;
  while (!data.empty()) {
    ArrayRef<char> chunk = data.take_front(1 << 16);
    buffer.resize_for_overwrite(chunk.size());
    llvm::transform(chunk, buffer.begin(), [&](char byte) -> char {
      return isBoolean ? byte != 0 : byte & 15;
    });
    os.write(buffer.data(), buffer.size());
    data = data.drop_front(chunk.size());
  }
}

Error writeNpy(raw_ostream &os, StringRef name, mlir::Type elementType,
               ArrayRef<int64_t> shape, ArrayRef<char> data) {
  name = npy::displayName(name);
  std::string descr = npyDescr(elementType);
  if (descr.empty())
    return createFileError(name, npy::makeTypeError(elementType));
  if (Error error = npy::checkNumBytes(descr, shape, data.size()))
    return createFileError(name, std::move(error));
  os << npyHeader(descr, shape);
  writeElements(os, elementType, data);
  return Error::success();
}

Error writeNpy(StringRef path, mlir::Type elementType, ArrayRef<int64_t> shape,
               ArrayRef<char> data) {
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = writeNpy(file->os(), path, elementType, shape, data))
    return error;
  if (Error error = file->close())
    return error;
  return file->commit();
}

} // namespace scatter
