//===- Program.cpp - a compiled program and its calls ---------------------===//

#include "scatter/ExecutionEngine/Program.h"

#include "ProgramState.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
