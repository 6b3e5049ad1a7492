//===- Donations.cpp - arguments whose memory holds results ---------------===//

#include "Donations.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/ExecutionEngine/Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace scatter;

namespace {
/// A donation of the options. An empty result stands for any.
struct Donation {
  StringRef argument, result;
};

/// A donation to an argument of an entry point.
struct Match {
  const EntryPoint *entry;
  unsigned argument;
  std::optional<unsigned> result;
};
} // namespace

static llvm::Error fail(const Twine &message) {
  return llvm::make_error<CompileError>("donate: " + message);
}

/// Returns the text that the `*` of `pattern` stands for in `name`, or
/// std::nullopt if the name does not match. Without a `*` the name must be
/// equal.
static std::optional<StringRef> match(StringRef pattern, StringRef name) {
  if (!pattern.contains('*'))
    return pattern == name ? std::optional<StringRef>("") : std::nullopt;
  auto [begin, end] = pattern.split('*');
  if (name.size() < begin.size() + end.size() || !name.starts_with(begin) ||
      !name.ends_with(end))
    return std::nullopt;
  return name.drop_front(begin.size()).drop_back(end.size());
}

/// Returns the names of arguments or results for a diagnostic.
static std::string listNames(llvm::ArrayRef<EntryPoint> entryPoints,
                             bool isArgument) {
  std::vector<std::string> names;
  for (const EntryPoint &entry : entryPoints)
    for (const Parameter &parameter : isArgument
                                          ? llvm::ArrayRef(entry.arguments)
                                          : llvm::ArrayRef(entry.results))
      names.push_back("'" + parameter.name + "'");
  constexpr size_t maxNames = 16;
  bool isLong = names.size() > maxNames;
  if (isLong)
    names.resize(maxNames);
  return names.empty() ? "none"
                       : llvm::join(names, ", ") + (isLong ? ", ..." : "");
}

/// Returns the first of several errors.
static llvm::Error takeFirst(llvm::Error errors) {
  std::string text;
  handleAllErrors(std::move(errors), [&](const CompileError &error) {
    if (text.empty())
      text = error.message();
  });
  return llvm::make_error<CompileError>(text);
}

static std::string describe(const Match &match) {
  return "function '" + match.entry->name + "', argument " +
         std::to_string(match.argument) + " '" +
         match.entry->arguments[match.argument].name + "'";
}

/// Finds the result of `donation` for an argument, whose name has `text` where
/// the donation has a `*`.
static llvm::Error findResult(const Donation &donation, StringRef text,
                              Match &match) {
  if (donation.result.empty())
    return llvm::Error::success();
  auto [begin, end] = donation.result.split('*');
  std::string name = (begin + text + end).str();
  match.result = match.entry->findResult(name);
  if (match.result)
    return llvm::Error::success();
  return fail(describe(match) + ": expected one of the results " +
              listNames(*match.entry, /*isArgument=*/false) + ", found '" +
              name + "'");
}

/// Checks that the memory of the argument can hold the result.
static llvm::Error check(const Match &match) {
  const ValueType &type = match.entry->arguments[match.argument].type;
  if (type.kind != ValueType::Kind::Tensor)
    return fail(describe(match) + ": expected a tensor, found " + type.text);
  if (!match.result)
    return llvm::Error::success();
  const Parameter &result = match.entry->results[*match.result];
  if (result.type.text == type.text)
    return llvm::Error::success();
  return fail(describe(match) + ": expected " + result.type.text +
              ", the type of result '" + result.name + "', found " + type.text);
}

/// Finds the arguments that `text` donates, in the functions that have them and
/// their results. A name that an argument has is not a pattern.
static llvm::Error findMatches(llvm::ArrayRef<EntryPoint> entryPoints,
                               StringRef text,
                               SmallVectorImpl<Match> &matches) {
  Donation donation;
  std::tie(donation.argument, donation.result) = text.split('=');
  bool isName = false;
  for (const EntryPoint &entry : entryPoints)
    if (std::optional<unsigned> argument = entry.findArgument(text)) {
      matches.push_back({&entry, *argument, std::nullopt});
      isName = true;
    }
  if (isName)
    return llvm::Error::success();
  if (donation.argument.count('*') > 1 || donation.result.count('*') > 1 ||
      (donation.result.contains('*') && !donation.argument.contains('*')))
    return fail("expected at most one '*' in the names of an argument and its "
                "result, found '" +
                text + "'");
  if (donation.argument.contains('*') && !donation.result.empty() &&
      !donation.result.contains('*'))
    return fail("expected a '*' in the name of the result as well, found '" +
                text + "'");
  llvm::Error problem = llvm::Error::success();
  auto add = [&](const EntryPoint &entry, unsigned argument, StringRef found) {
    Match match{&entry, argument, std::nullopt};
    llvm::Error error = findResult(donation, found, match);
    if (!error)
      matches.push_back(match);
    problem = joinErrors(std::move(problem), std::move(error));
  };
  size_t before = matches.size();
  for (const EntryPoint &entry : entryPoints) {
    if (!donation.argument.contains('*')) {
      if (std::optional<unsigned> argument =
              entry.findArgument(donation.argument))
        add(entry, *argument, "");
      continue;
    }
    for (auto [i, argument] : llvm::enumerate(entry.arguments))
      if (std::optional<StringRef> found =
              match(donation.argument, argument.name))
        add(entry, i, *found);
  }
  if (matches.size() != before) {
    consumeError(std::move(problem));
    return llvm::Error::success();
  }
  if (problem)
    return takeFirst(std::move(problem));
  return fail("expected one of the arguments " +
              listNames(entryPoints, /*isArgument=*/true) + ", found '" +
              donation.argument + "'");
}

static llvm::Expected<SmallVector<Match>>
findMatches(llvm::ArrayRef<EntryPoint> entryPoints,
            const EngineOptions &options) {
  SmallVector<Match> matches;
  for (const std::string &text : options.donate)
    if (llvm::Error error = findMatches(entryPoints, text, matches))
      return error;
  return matches;
}

/// Donates an argument, unless it is donated already, to its result or to any.
static void donate(func::FuncOp func, unsigned argument,
                   std::optional<unsigned> result) {
  Builder b(func.getContext());
  StringRef name = ScatterDialect::getDonatedAttrName();
  if (result)
    func.setArgAttr(argument, name, b.getI64IntegerAttr(*result));
  else if (!func.getArgAttr(argument, name))
    func.setArgAttr(argument, name, b.getUnitAttr());
}

/// Returns the number of the result to which an argument is donated.
static std::optional<unsigned> getDonee(func::FuncOp func, unsigned argument) {
  auto result = func.getArgAttrOfType<IntegerAttr>(
      argument, ScatterDialect::getDonatedAttrName());
  return result ? std::optional<unsigned>(result.getInt()) : std::nullopt;
}

/// Checks that no two arguments of `entry` are donated to one result, and the
/// types.
static llvm::Error checkPairs(func::FuncOp func, const EntryPoint &entry) {
  SmallVector<int64_t> donors(entry.results.size(), -1);
  for (unsigned i = 0; i < entry.arguments.size(); ++i) {
    Match match{&entry, i, getDonee(func, i)};
    if (!func.getArgAttr(i, ScatterDialect::getDonatedAttrName()))
      continue;
    if (llvm::Error error = check(match))
      return error;
    if (!match.result)
      continue;
    int64_t &donor = donors[*match.result];
    if (donor >= 0)
      return fail(describe(match) +
                  ": expected a result to which no other "
                  "argument is donated, found '" +
                  entry.results[*match.result].name + "', to which '" +
                  entry.arguments[donor].name + "' is");
    donor = i;
  }
  return llvm::Error::success();
}

llvm::Error scatter::addDonations(ModuleOp module,
                                  llvm::ArrayRef<EntryPoint> entryPoints,
                                  const EngineOptions &options) {
  auto lookup = [&](const EntryPoint &entry) {
    return module.lookupSymbol<func::FuncOp>(entry.name);
  };
  // The passes of a host return results as they like.
  if (options.buildPipeline) {
    if (!options.donate.empty())
      return fail("expected no passes of the host, found 'buildPipeline'");
    for (const EntryPoint &entry : entryPoints)
      for (unsigned i = 0; i < entry.arguments.size(); ++i)
        lookup(entry).removeArgAttr(i, ScatterDialect::getDonatedAttrName());
    return llvm::Error::success();
  }
  for (const EntryPoint &entry : entryPoints) {
    func::FuncOp func = lookup(entry);
    for (unsigned i = 0; i < entry.arguments.size(); ++i) {
      // Lowered by JAX: donated to a result of the same type, or to any.
      auto donor = func.getArgAttrOfType<BoolAttr>(i, "jax.buffer_donor");
      if (entry.arguments[i].type.kind == ValueType::Kind::Tensor &&
          ((donor && donor.getValue()) ||
           func.getArgAttr(i, "tf.aliasing_output")))
        donate(func, i, std::nullopt);
    }
  }
  auto matches = findMatches(entryPoints, options);
  if (!matches)
    return matches.takeError();
  for (const Match &match : *matches) {
    func::FuncOp func = lookup(*match.entry);
    std::optional<unsigned> donee = getDonee(func, match.argument);
    if (match.result && donee && donee != match.result)
      return fail(describe(match) + ": expected one result, found '" +
                  match.entry->results[*donee].name + "' and '" +
                  match.entry->results[*match.result].name + "'");
    if (llvm::Error error = check(match))
      return error;
    donate(func, match.argument, match.result);
  }
  for (const EntryPoint &entry : entryPoints)
    if (llvm::Error error = checkPairs(lookup(entry), entry))
      return error;
  return llvm::Error::success();
}

bool scatter::hasDonations(ModuleOp module,
                           llvm::ArrayRef<EntryPoint> entryPoints) {
  return llvm::any_of(entryPoints, [&](const EntryPoint &entry) {
    auto func = module.lookupSymbol<func::FuncOp>(entry.name);
    return llvm::any_of(
        llvm::seq<unsigned>(0, func.getNumArguments()), [&](unsigned i) {
          return bool(func.getArgAttr(i, ScatterDialect::getDonatedAttrName()));
        });
  });
}

void scatter::takeDonors(ModuleOp module,
                         llvm::MutableArrayRef<EntryPoint> entries) {
  StringRef name = ScatterDialect::getDonorsAttrName();
  for (EntryPoint &entry : entries) {
    auto func = module.lookupSymbol<LLVM::LLVMFuncOp>(entry.name);
    if (!func)
      continue;
    auto donors = func->getAttrOfType<DenseI64ArrayAttr>(name);
    for (auto [i, result] : llvm::enumerate(entry.results)) {
      result.donor = std::nullopt;
      if (donors && donors[i] >= 0)
        result.donor = donors[i];
    }
  }
  module.walk([&](LLVM::LLVMFuncOp func) { func->removeAttr(name); });
}

bool scatter::removeUnusedDonations(ModuleOp module,
                                    llvm::ArrayRef<EntryPoint> entryPoints) {
  bool hasRemoved = false;
  StringRef name = ScatterDialect::getDonatedAttrName();
  for (const EntryPoint &entry : entryPoints) {
    auto func = module.lookupSymbol<func::FuncOp>(entry.name);
    for (unsigned i = 0; i < entry.arguments.size(); ++i)
      if (func.getArgAttr(i, name) && !entry.findResultOfDonor(i)) {
        func.removeArgAttr(i, name);
        hasRemoved = true;
      }
  }
  return hasRemoved;
}

llvm::Error scatter::checkDonations(llvm::ArrayRef<EntryPoint> entryPoints,
                                    const EngineOptions &options) {
  for (const std::string &text : options.donate) {
    SmallVector<Match> matches;
    if (llvm::Error error = findMatches(entryPoints, text, matches))
      return error;
    // An argument of this name in another function may hold none.
    llvm::StringMap<const Match *> missing;
    for (const Match &match : matches)
      missing[match.entry->arguments[match.argument].name] = &match;
    for (const Match &match : matches)
      if (match.entry->findResultOfDonor(match.argument))
        missing.erase(match.entry->arguments[match.argument].name);
    for (const Match &match : matches)
      if (missing.lookup(match.entry->arguments[match.argument].name))
        return fail(describe(match) +
                    ": expected a result in its memory, found that the "
                    "program computes all results elsewhere");
  }
  return llvm::Error::success();
}
