//===- Program.cpp - a compiled program and its calls ---------------------===//

#include "scatter/ExecutionEngine/Program.h"

#include "Arguments.h"
#include "Memory.h"
#include "ProgramState.h"
#include "scatter/ExecutionEngine/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cinttypes>
#include <cstdlib>

using namespace llvm;
using namespace scatter;

ArrayRef<EntryPoint> Program::getEntryPoints() const {
  return state->entryPoints;
}

bool Program::isFromCache() const { return state->isFromCache; }

bool Program::contains(const EntryPoint &entry) const {
  return any_of(state->entryPoints,
                [&](const EntryPoint &own) { return &own == &entry; });
}

static Error makeEntryError(const Twine &message) {
  return make_error<ArgumentError>(ArgumentError::Reason::Entry, message);
}

Expected<const EntryPoint *> Program::lookup(StringRef name) const {
  ArrayRef<EntryPoint> entries = getEntryPoints();
  if (entries.empty())
    return makeEntryError("expected a public function, found none");
  if (name.empty() && entries.size() == 1)
    return &entries.front();
  if (!name.empty())
    for (const EntryPoint &entry : entries)
      if (entry.name == name)
        return &entry;
  std::string found =
      join(map_range(entries,
                     [](const EntryPoint &e) { return "'" + e.name + "'"; }),
           ", ");
  if (name.empty())
    return makeEntryError("expected the name of one of the public functions " +
                          found);
  return makeEntryError("expected one of the public functions " + found +
                        ", found '" + name + "'");
}

Error Program::checkCallable(const EntryPoint &entry,
                             size_t numArguments) const {
  assert(contains(entry) && "entry of another program");
  for (const Parameter &parameter :
       concat<const Parameter>(entry.arguments, entry.results))
    if (parameter.type.kind == ValueType::Kind::Unsupported)
      return makeEntryError("function '" + entry.name + "', '" +
                            parameter.name + "': values of type " +
                            parameter.type.text + " cannot be passed");
  if (numArguments != entry.arguments.size())
    return make_error<ArgumentError>(
        ArgumentError::Reason::Count,
        "function '" + entry.name + "': expected " +
            Twine(entry.arguments.size()) + " arguments, found " +
            Twine(numArguments));
  return Error::success();
}

Expected<Call> Program::bind(const EntryPoint &entry,
                             ArrayRef<BufferView> arguments) const {
  if (Error error = checkCallable(entry, arguments.size()))
    return error;
  Call call(state, entry);
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (Error error = call.setArgument(i, arguments[i]))
      return error;
  return call;
}

Expected<SmallVector<OwnedBuffer, 2>>
Program::call(const EntryPoint &entry, ArrayRef<BufferView> arguments) const {
  Expected<Call> call = bind(entry, arguments);
  if (!call)
    return call.takeError();
  SmallVector<OwnedBuffer, 2> results;
  if (Error error = call->run(results))
    return error;
  return results;
}

Program Program::fromCode(EntryPoint entry, void (*code)(void **)) {
  auto state = std::make_shared<detail::ProgramState>();
  state->entryPoints.push_back(std::move(entry));
  state->adaptors.push_back(code);
  return Program(std::move(state));
}

//===----------------------------------------------------------------------===//
// Prepared calls
//===----------------------------------------------------------------------===//

Call::Call(std::shared_ptr<const detail::ProgramState> state,
           const EntryPoint &entry)
    : state(std::move(state)), entry(&entry) {
  adaptor = this->state->adaptors[&entry - this->state->entryPoints.data()];
  SmallVector<size_t> offsets;
  size_t words = 0;
  for (const Parameter &parameter :
       concat<const Parameter>(entry.arguments, entry.results)) {
    offsets.push_back(words);
    words += countDescriptorWords(parameter.type);
  }
  storage = std::make_unique<int64_t[]>(words);
  for (size_t offset : offsets)
    pointers.push_back(&storage[offset]);
  for (const Parameter &argument : entry.arguments)
    firstElements.push_back(countOffsetBytes(argument.type));
  hasDonated = any_of(entry.results, [](const Parameter &result) {
    return result.donor.has_value();
  });
}

Error Call::setArgument(unsigned index, const BufferView &view) {
  assert(index < entry->arguments.size() && "no such argument");
  const Parameter &parameter = entry->arguments[index];
  if (Error error = checkArgument(entry->name, index, parameter, view))
    return error;
  if (parameter.type.kind == ValueType::Kind::Scalar)
    pointers[index] = view.data;
  else
    writeDescriptor(parameter.type, view,
                    static_cast<int64_t *>(pointers[index]));
  return Error::success();
}

/// Gives `buffer`, which shares memory with an earlier result, its own memory.
/// Returns false if memory is exhausted.
static bool replaceByCopy(OwnedBuffer &buffer) {
  buffer.release();
  BufferView view = buffer.getView();
  std::optional<int64_t> bytes = countBytes(view);
  // An empty result shares no elements. The caller rejects a result whose size
  // overflows.
  if (!bytes || *bytes == 0)
    return true;
  auto *memory = static_cast<char *>(std::malloc(*bytes));
  if (!memory)
    return false;
  // Elements with negative strides precede the first element.
  int64_t first = 0;
  for (auto [length, stride] : zip_equal(view.shape, view.strides))
    first -= std::min<int64_t>((length - 1) * stride, 0);
  first *= view.type.byteSize();
  std::copy_n(static_cast<const char *>(view.data) - first, *bytes, memory);
  view.data = memory + first;
  buffer = OwnedBuffer(memory, std::move(view));
  return true;
}

Error Call::run(SmallVectorImpl<OwnedBuffer> &results) {
  results.clear();
  if (LLVM_UNLIKELY(state->checkThreads != nullptr))
    if (Error error = state->checkThreads(state->openMPThreads))
      return error;
  if (hasDonated)
    if (Error error = checkDonated(*entry, pointers))
      return error;
  CallFrame frame(maxThreads, &spare);
  frame.run(adaptor, pointers.data());
  if (LLVM_LIKELY(frame.hasSucceeded() && entry->results.empty()))
    return Error::success();
  return takeResults(frame, results);
}

/// Takes the results of a run, or its error.
Error Call::takeResults(const CallFrame &frame,
                        SmallVectorImpl<OwnedBuffer> &results) {
  const ScatterError &record = frame.getRecord();
  if (frame.hasFailed())
    return record.kind != SCATTER_ERROR_MEMORY
               ? make_error<RuntimeError>(record)
               : createStringError(
                     std::errc::not_enough_memory,
                     "function '%s': no memory for %" PRIu64 " bytes",
                     entry->name.c_str(), static_cast<uint64_t>(record.value));

  // Results also exist after an error. They are freed then.
  ArrayRef<void *> addresses =
      ArrayRef(pointers).drop_front(entry->arguments.size());
  bool isTooLarge = false, isMissing = false;
  SmallVector<const void *> taken;
  for (auto [result, address] : zip_equal(entry->results, addresses)) {
    if (result.donor) {
      results.push_back(takeResult(
          result.type, static_cast<const int64_t *>(pointers[*result.donor])));
      // The caller owns the memory.
      results.back().release();
      continue;
    }
    results.push_back(
        takeResult(result.type, static_cast<const int64_t *>(address)));
    if (result.type.kind != ValueType::Kind::Scalar) {
      const void *allocation = *static_cast<void *const *>(address);
      if (allocation && is_contained(taken, allocation))
        isMissing |= !replaceByCopy(results.back());
      taken.push_back(allocation);
    }
    const BufferView &view = results.back().getView();
    isTooLarge |= !countBytes(view);
    isMissing |= result.type.kind == ValueType::Kind::Scalar && !view.data;
  }
  if (LLVM_LIKELY(record.kind == SCATTER_ERROR_NONE && !isTooLarge &&
                  !isMissing))
    return Error::success();
  results.clear();
  if (record.kind != SCATTER_ERROR_NONE)
    return make_error<RuntimeError>(record);
  return createStringError(std::errc::not_enough_memory,
                           isMissing
                               ? "function '%s': no memory for a result"
                               : "function '%s': the sizes of a result exceed "
                                 "memory",
                           entry->name.c_str());
}
