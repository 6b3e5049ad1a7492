//===- ElementKinds.cpp - sets of element types ---------------------------===//

#include "ElementKinds.h"

#include "scatter/Import/Utils/Scalars.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;

unsigned scatter::getElementKind(Type type) {
  switch (getScalarKind(type)) {
  case ScalarKind::Boolean:
    return Booleans;
  case ScalarKind::Signed:
    return Signed;
  case ScalarKind::Unsigned:
    return Unsigned;
  case ScalarKind::Float:
    return Floats;
  case ScalarKind::Complex:
    return Complex;
  default:
    return 0;
  }
}

std::string scatter::describeKinds(unsigned kinds) {
  if (kinds == Any)
    return "any";
  SmallVector<StringRef> parts;
  auto add = [&](unsigned set, StringRef name) {
    if ((kinds & set) != set)
      return;
    parts.push_back(name);
    kinds &= ~set;
  };
  add(Numbers, "numbers");
  add(Integers, "integers");
  add(Signed, "signed integers");
  add(Unsigned, "unsigned integers");
  add(Floats, "floats");
  add(Complex, "complex numbers");
  add(Booleans, "booleans");
  return llvm::join(parts, " and ");
}

LogicalResult scatter::checkKind(NodeConversionBase &c, unsigned i,
                                 unsigned kinds) {
  if (getElementKind(c.element(i)) & kinds)
    return success();
  return c.error(c.describeInput(i) + ": expected " + describeKinds(kinds) +
                 ", found " + str(c.type(i)));
}
