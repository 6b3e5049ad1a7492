//===- Types.cpp - element types ------------------------------------------===//

#include "scatter/ExecutionEngine/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace scatter;

namespace {
/// A type whose name is not a letter and a bit width.
struct NamedType {
  llvm::StringLiteral name;
  ElementType type;
};
} // namespace

static constexpr NamedType namedTypes[] = {
    {"index", {ElementKind::Index, 64}},
    {"f16", {ElementKind::Float, 16}},
    {"f32", {ElementKind::Float, 32}},
    {"f64", {ElementKind::Float, 64}},
    {"bf16", {ElementKind::BFloat16, 16}},
    {"f8E3M4", {ElementKind::Float8E3M4, 8}},
    {"f8E4M3", {ElementKind::Float8E4M3, 8}},
    {"f8E4M3B11FNUZ", {ElementKind::Float8E4M3B11FNUZ, 8}},
    {"f8E4M3FN", {ElementKind::Float8E4M3FN, 8}},
    {"f8E4M3FNUZ", {ElementKind::Float8E4M3FNUZ, 8}},
    {"f8E5M2", {ElementKind::Float8E5M2, 8}},
    {"f8E5M2FNUZ", {ElementKind::Float8E5M2FNUZ, 8}},
    {"f8E8M0FNU", {ElementKind::Float8E8M0FNU, 8}},
    {"complex<f32>", {ElementKind::Complex, 64}},
    {"complex<f64>", {ElementKind::Complex, 128}},
    {"!llvm.ptr", {ElementKind::Pointer, 64}},
};

std::optional<ElementType> ElementType::parse(llvm::StringRef name) {
  for (const NamedType &named : namedTypes)
    if (named.name == name)
      return named.type;
  ElementKind kind = ElementKind::Signless;
  if (name.consume_front("s"))
    kind = ElementKind::Signed;
  else if (name.consume_front("u"))
    kind = ElementKind::Unsigned;
  unsigned width;
  if (!name.consume_front("i") || name.getAsInteger(10, width) || width == 0 ||
      width > kMaxIntegerWidth)
    return std::nullopt;
  return ElementType{kind, static_cast<uint16_t>(width)};
}

std::string ElementType::str() const {
  switch (kind) {
  case ElementKind::Opaque:
    return "opaque";
  case ElementKind::Signless:
    return ("i" + llvm::Twine(bitWidth)).str();
  case ElementKind::Signed:
    return ("si" + llvm::Twine(bitWidth)).str();
  case ElementKind::Unsigned:
    return ("ui" + llvm::Twine(bitWidth)).str();
  default:
    break;
  }
  const NamedType *named = llvm::find_if(
      namedTypes, [&](const NamedType &n) { return n.type == *this; });
  return named == std::end(namedTypes) ? "opaque" : named->name.str();
}

int64_t ElementType::byteSize() const {
  return llvm::PowerOf2Ceil(llvm::divideCeil(bitWidth, 8));
}

bool ElementType::accepts(ElementType found) const {
  if (*this == found)
    return true;
  if (bitWidth != found.bitWidth)
    return false;
  switch (kind) {
  case ElementKind::Signless:
    return found.kind == ElementKind::Signed ||
           found.kind == ElementKind::Unsigned ||
           found.kind == ElementKind::Index;
  case ElementKind::Signed:
    return found.kind == ElementKind::Signless;
  case ElementKind::Unsigned:
    return found.kind == ElementKind::Signless;
  case ElementKind::Index:
    return found.kind == ElementKind::Signless ||
           found.kind == ElementKind::Signed;
  default:
    return false;
  }
}
