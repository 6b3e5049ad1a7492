//===- Bindings.cpp - files of arguments and results ----------------------===//

#include "Bindings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace scatter;

/// Splits `[NAME=]FILE`. The name is empty if there is none. The path may
/// contain '=' if it exists or has a '/' before the '='.
static std::pair<StringRef, StringRef> splitBinding(StringRef binding,
                                                    bool isName) {
  auto [name, file] = binding.split('=');
  if (name.size() == binding.size())
    return {"", binding};
  if (!isName && (name.contains('/') || sys::fs::exists(binding)))
    return {"", binding};
  return {name, file};
}

static std::string listNames(ArrayRef<Parameter> parameters) {
  return join(map_range(parameters,
                        [](const Parameter &p) { return "'" + p.name + "'"; }),
              ", ");
}

static bool isMemRef(const Parameter &parameter) {
  return parameter.type.kind == ValueType::Kind::MemRef;
}

Expected<std::vector<std::string>>
scatter::bindInputs(const EntryPoint &entry,
                    const std::vector<std::string> &inputs) {
  std::vector<std::string> files(entry.arguments.size());
  SmallVector<StringRef> inOrder;
  for (StringRef input : inputs) {
    bool isName = entry.findArgument(input.split('=').first).has_value();
    auto [name, file] = splitBinding(input, isName);
    if (file.empty())
      return createStringError("--input=" + input +
                               ": expected a file, found none");
    if (name.empty()) {
      inOrder.push_back(file);
      continue;
    }
    std::optional<unsigned> position = entry.findArgument(name);
    if (!position)
      return createStringError("--input=" + input + ": expected one of " +
                               listNames(entry.arguments) + ", found '" + name +
                               "'");
    if (!files[*position].empty())
      return createStringError("--input=" + input + ": argument '" +
                               entry.arguments[*position].name +
                               "' has a file already");
    files[*position] = file.str();
  }

  if (inputs.size() > files.size())
    return createStringError("--input: expected " + Twine(files.size()) +
                             " files for function '" + entry.name +
                             "', found " + Twine(inputs.size()));
  ArrayRef<StringRef> rest = inOrder;
  for (auto [position, file] : enumerate(files)) {
    if (!file.empty())
      continue;
    if (rest.empty())
      return createStringError(
          "--input: expected a file for argument " + Twine(position) + " '" +
          entry.arguments[position].name + "', found none");
    file = rest.consume_front().str();
  }
  return files;
}

/// Finds a result, or a memref argument, by name.
static Expected<OutputBinding> findOutput(const EntryPoint &entry,
                                          StringRef name) {
  if (std::optional<unsigned> position = entry.findResult(name))
    return OutputBinding{/*isArgument=*/false, *position, ""};
  std::optional<unsigned> position = entry.findArgument(name);
  if (position && isMemRef(entry.arguments[*position]))
    return OutputBinding{/*isArgument=*/true, *position, ""};
  if (position)
    return createStringError("expected a result or a memref argument, found "
                             "argument '" +
                             name + "' of type " +
                             entry.arguments[*position].type.text);
  SmallVector<Parameter> known(entry.results.begin(), entry.results.end());
  append_range(known, make_filter_range(entry.arguments, isMemRef));
  return createStringError("expected one of " + listNames(known) + ", found '" +
                           name + "'");
}

Expected<std::vector<OutputBinding>>
scatter::bindOutputs(const EntryPoint &entry,
                     const std::vector<std::string> &outputs) {
  std::vector<OutputBinding> bindings;
  StringSet<> files;
  unsigned next = 0;
  for (StringRef output : outputs) {
    auto [name, file] = splitBinding(output, /*isName=*/false);
    StringRef prefix = output.split('=').first;
    if (prefix.size() != output.size() &&
        (entry.findResult(prefix) || entry.findArgument(prefix)))
      std::tie(name, file) = splitBinding(output, /*isName=*/true);
    if (file.empty())
      return createStringError("--output=" + output +
                               ": expected a file, found none");
    if (!files.insert(file).second)
      return createStringError("--output=" + output +
                               ": the file has another output already");
    OutputBinding binding{/*isArgument=*/false, next, ""};
    if (!name.empty()) {
      Expected<OutputBinding> found = findOutput(entry, name);
      if (!found)
        return createStringError("--output=" + output + ": " +
                                 toString(found.takeError()));
      binding = *found;
    } else if (next++ >= entry.results.size()) {
      return createStringError("--output=" + output + ": expected at most " +
                               Twine(entry.results.size()) +
                               " files without a name, one for each "
                               "result of function '" +
                               entry.name + "', found more");
    }
    binding.file = file.str();
    bindings.push_back(std::move(binding));
  }
  return bindings;
}
