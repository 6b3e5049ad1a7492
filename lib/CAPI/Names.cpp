//===- Names.cpp - names of the options of the functions ------------------===//

#include "scatter-c/Kernels.h"

#include "Guard.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace scatter;

/// Returns the name of a reduction that other libraries call `name`, or "".
static StringRef findReduction(StringRef name) {
  return StringSwitch<StringRef>(name.lower())
      .Cases({"add", "plus", "+", "+="}, "sum")
      .Cases({"subtract", "minus", "-", "-="}, "sub")
      .Cases({"mul", "multiply", "product", "*", "*="}, "prod")
      .Cases({"amin", "minimum"}, "min")
      .Cases({"amax", "maximum"}, "max")
      .Cases({"set", "update", "replace", "assign", "copy"}, "none")
      .Default("");
}

static StringRef findOutOfBounds(StringRef name) {
  return StringSwitch<StringRef>(name.lower())
      .Cases({"raise", "check"}, "error")
      .Cases({"fill", "ignore", "skip", "fill_or_drop"}, "drop")
      .Cases({"clip", "nearest"}, "clamp")
      .Cases({"promise_in_bounds", "unchecked"}, "undefined")
      .Default("");
}

static StringRef findNegativeIndices(StringRef) { return ""; }

/// Sets `value` to the enumerator called `name`, of which `last` is the last
/// one. `find` knows names of other libraries.
template <typename Enum, typename CEnum>
static ScatterStatus *parse(const char *option, const char *name, CEnum *value,
                            unsigned last, StringRef (*stringify)(Enum),
                            std::optional<Enum> (*symbolize)(StringRef),
                            StringRef (*find)(StringRef)) {
  if (!name || !value)
    return makeNullStatus(name ? "a value to set" : "a name");
  if (std::optional<Enum> found = symbolize(name);
      found && unsigned(*found) <= last) {
    *value = CEnum(*found);
    return nullptr;
  }
  return guard([&] {
    std::string expected;
    for (unsigned i = 0; i <= last; ++i)
      expected += (i ? ", '" : "'") + stringify(Enum(i)).str() + "'";
    StringRef here = find(name);
    return makeStatus(SCATTER_STATUS_USAGE,
                      Twine("'") + option + "': expected one of " + expected +
                          ", found '" + name + "'" +
                          (here.empty() ? "" : "; did you mean '") + here +
                          (here.empty() ? "" : "'?"));
  });
}

ScatterStatus *scatter_parse_reduction(const char *name,
                                       ScatterReduction *reduction) {
  return parse(
      "reduction", name, reduction, SCATTER_REDUCTION_MAX, stringifyReduction,
      static_cast<std::optional<Reduction> (*)(StringRef)>(symbolizeReduction),
      findReduction);
}

ScatterStatus *scatter_parse_out_of_bounds(const char *name,
                                           ScatterOutOfBounds *out_of_bounds) {
  return parse("out_of_bounds", name, out_of_bounds,
               getMaxEnumValForOutOfBounds(), stringifyOutOfBounds,
               static_cast<std::optional<OutOfBounds> (*)(StringRef)>(
                   symbolizeOutOfBounds),
               findOutOfBounds);
}

ScatterStatus *
scatter_parse_negative_indices(const char *name,
                               ScatterNegativeIndices *negative_indices) {
  return parse("negative_indices", name, negative_indices,
               getMaxEnumValForNegativeIndices(), stringifyNegativeIndices,
               static_cast<std::optional<NegativeIndices> (*)(StringRef)>(
                   symbolizeNegativeIndices),
               findNegativeIndices);
}

// The names are literals, which end with a null character.
const char *scatter_reduction_name(ScatterReduction reduction) {
  return reduction <= SCATTER_REDUCTION_MAX
             ? stringifyReduction(Reduction(reduction)).data()
             : nullptr;
}

const char *scatter_out_of_bounds_name(ScatterOutOfBounds out_of_bounds) {
  return out_of_bounds <= SCATTER_OUT_OF_BOUNDS_UNDEFINED
             ? stringifyOutOfBounds(OutOfBounds(out_of_bounds)).data()
             : nullptr;
}

const char *
scatter_negative_indices_name(ScatterNegativeIndices negative_indices) {
  return negative_indices <= SCATTER_NEGATIVE_INDICES_REJECT
             ? stringifyNegativeIndices(NegativeIndices(negative_indices))
                   .data()
             : nullptr;
}
