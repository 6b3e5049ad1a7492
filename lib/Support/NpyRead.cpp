//===- NpyRead.cpp - reading .npy files -----------------------------------===//
//
// The reader trusts nothing in a file: the size of the file bounds what is
// allocated, since the shape has to account for every byte of it.
//
//===----------------------------------------------------------------------===//

#include "NpyInternal.h"
#include "scatter/Support/Npy.h"
#include "scatter/Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include <algorithm>

using namespace llvm;

namespace scatter {

namespace {

/// Fills `target` with the bytes of a file from `offset` on, which exist.
using ReadFunction =
    function_ref<Error(MutableArrayRef<char> target, uint64_t offset)>;

} // namespace

/// Reads and parses all in front of the elements, whose offset it returns.
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
  bool reorder = header.fortranOrder && npy::isOrderSignificant(header.shape);
  if (reorder) {
    Expected<NpyArray> raw = NpyArray::create(name, header.descr, header.shape);
    if (!raw)
      return raw.takeError();
    if (Error error = read(raw->getData(), offset))
      return fail(std::move(error));
    npy::reorderFromFortran(raw->getData(), array->getData(), header.shape,
                            header.dtype.itemSize);
  } else if (Error error = read(array->getData(), offset)) {
    return fail(std::move(error));
  }

  if (header.dtype.swapped)
    npy::swapBytes(array->getData(), header.dtype.kind == 'c'
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

} // namespace scatter
