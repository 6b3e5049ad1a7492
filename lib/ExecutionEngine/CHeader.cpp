//===- CHeader.cpp - C declarations of ahead-of-time objects --------------===//

#include "CHeader.h"

#include "scatter/Support/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace scatter;

static constexpr StringLiteral prologue =
    R"(/* Entry points of an object file that scatter-run made, _mlir_ciface_NAME for
 * the function NAME of the source. The object defines no other name that the
 * linker sees.
 *
 * A function takes pointers to memref descriptors of the caller's memory and
 * writes the descriptors of its results through its first argument; free() the
 * `allocated` of a result. Violations found at run time and allocations that
 * fail go to scatter_runtime_report, see scatter/Runtime/Runtime.h.
 */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
)";

static constexpr StringLiteral epilogue = R"(
#ifdef __cplusplus
}
#endif
)";

/// Returns the C type with the calling convention of the scalar `type`, or an
/// empty string if there is none.
static std::string getScalarType(ElementType type) {
  switch (type.kind) {
  case ElementKind::Index:
    return "int64_t";
  case ElementKind::Signless:
  case ElementKind::Signed:
  case ElementKind::Unsigned:
    if (type.bitWidth == 1)
      return "bool";
    // Narrower integers are passed and returned without the sign or zero
    // extension that C callers rely on.
    if (type.bitWidth != 32 && type.bitWidth != 64)
      return "";
    return (Twine(type.kind == ElementKind::Unsigned ? "uint" : "int") +
            Twine(type.bitWidth) + "_t")
        .str();
  case ElementKind::Float:
    return type.bitWidth == 32 ? "float" : type.bitWidth == 64 ? "double" : "";
  case ElementKind::Pointer:
    return "void *";
  default:
    return "";
  }
}

static std::string getDescriptorName(size_t rank) {
  return ("scatter_memref_" + Twine(rank) + "d").str();
}

/// Returns the C type of a value, or an empty string if there is none.
static std::string getType(const Parameter &parameter) {
  switch (parameter.type.kind) {
  case ValueType::Kind::Scalar:
    return getScalarType(parameter.type.element);
  case ValueType::Kind::Tensor:
  case ValueType::Kind::MemRef:
    return "struct " + getDescriptorName(parameter.type.shape.size());
  case ValueType::Kind::Unsupported:
    break;
  }
  return "";
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !isDigit(name[0]) &&
         all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
}

/// Returns the name of a C parameter, which is the name of the value if that is
/// a valid identifier.
static std::string getName(const Parameter &parameter, StringRef prefix,
                           size_t position) {
  // The underscore avoids keywords and macros.
  if (isIdentifier(parameter.name))
    return parameter.name + "_";
  return (prefix + Twine(position)).str();
}

/// Returns a name for a comment, which it neither ends nor breaks into lines.
static std::string getCommentName(StringRef name) {
  std::string text = escapeControlCharacters(name);
  return join(split(text, "*/"), "* /");
}

static void writeDescriptorStruct(size_t rank, raw_ostream &os) {
  os << "\n#ifndef SCATTER_MEMREF_" << rank << "D\n#define SCATTER_MEMREF_"
     << rank << "D\nstruct " << getDescriptorName(rank)
     << " {\n  void *allocated;\n  void *aligned;\n  int64_t offset;\n";
  if (rank != 0)
    os << "  int64_t sizes[" << rank << "];\n  int64_t strides[" << rank
       << "];\n";
  os << "};\n#endif\n";
}

/// Writes a struct type for several results and returns its name.
static std::string writeResults(const EntryPoint &entry, raw_ostream &os) {
  std::string name = "scatter_results_" + entry.name;
  os << "struct " << name << " {\n";
  for (auto [position, result] : enumerate(entry.results))
    if (!result.donor)
      os << "  " << getType(result) << ' '
         << getName(result, "result", position) << ";\n";
  os << "};\n";
  return "struct " + name;
}

static void writeFunction(const EntryPoint &entry, raw_ostream &os) {
  SmallVector<std::string> parameters;
  std::string returned = "void";
  SmallVector<const Parameter *> results;
  for (const Parameter &result : entry.results)
    if (!result.donor)
      results.push_back(&result);
  os << '\n';
  if (results.size() == 1 && results[0]->type.kind == ValueType::Kind::Scalar)
    returned = getType(*results[0]);
  else if (results.size() == 1)
    parameters.push_back(getType(*results[0]) + " *result");
  else if (!results.empty())
    parameters.push_back(writeResults(entry, os) + " *results");
  for (auto [position, argument] : enumerate(entry.arguments)) {
    std::string text = getType(argument);
    text += argument.type.kind == ValueType::Kind::Scalar ? " " : " *";
    parameters.push_back(text + getName(argument, "arg", position));
  }
  if (parameters.empty())
    parameters.push_back("void");

  auto list = [&](StringRef title, ArrayRef<Parameter> values) {
    for (const Parameter &value : values) {
      os << " * " << title << ' ' << getCommentName(value.name) << ": "
         << value.type.text;
      if (value.donor)
        os << ", in the memory of argument "
           << getCommentName(entry.arguments[*value.donor].name);
      os << '\n';
    }
  };
  os << "/* " << entry.name << '\n';
  list("argument", entry.arguments);
  list("result", entry.results);
  os << " */\n"
     << returned << " _mlir_ciface_" << entry.name << '('
     << join(parameters, ", ") << ");\n";
}

void scatter::writeCHeader(ArrayRef<EntryPoint> entryPoints, raw_ostream &os) {
  os << prologue;
  std::set<size_t> ranks;
  auto values = [](const EntryPoint &entry) {
    return concat<const Parameter>(entry.arguments, entry.results);
  };
  for (const EntryPoint &entry : entryPoints)
    for (const Parameter &value : values(entry))
      if (value.type.kind == ValueType::Kind::Tensor ||
          value.type.kind == ValueType::Kind::MemRef)
        ranks.insert(value.type.shape.size());
  for (size_t rank : ranks)
    writeDescriptorStruct(rank, os);
  for (const EntryPoint &entry : entryPoints) {
    bool isCallable = isIdentifier(entry.name) &&
                      none_of(values(entry),
                              [](const auto &v) { return getType(v).empty(); });
    if (isCallable)
      writeFunction(entry, os);
    else
      os << "\n/* " << (isIdentifier(entry.name) ? entry.name : "A function")
         << " has a name or a type that C does not know. */\n";
  }
  os << epilogue;
}
