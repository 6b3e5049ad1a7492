//===- StableHLODialect.cpp - the name of a foreign dialect ---------------===//

#include "StableHLODialect.h"

#include "scatter/InitAllImporters.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace scatter;

StableHLODialect::StableHLODialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<StableHLODialect>()) {
  allowUnknownOperations();
  allowUnknownTypes();
}

Attribute StableHLODialect::parseAttribute(DialectAsmParser &parser,
                                           Type type) const {
  Type noneType = NoneType::get(getContext());
  return OpaqueAttr::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec(), type ? type : noneType);
}

Type StableHLODialect::parseType(DialectAsmParser &parser) const {
  return OpaqueType::get(StringAttr::get(getContext(), getNamespace()),
                         parser.getFullSymbolSpec());
}

std::optional<Dialect::ParseOpHook>
StableHLODialect::getParseOperationHook(StringRef name) const {
  return ParseOpHook([](OpAsmParser &parser, OperationState &) -> ParseResult {
    return parser.emitError(parser.getNameLoc(),
                            "expected StableHLO in generic form, as printed by "
                            "stablehlo-opt --mlir-print-op-generic or JAX's "
                            "get_asm(print_generic_op_form=True)");
  });
}

void scatter::registerForeignDialects(DialectRegistry &registry) {
  registry.insert<StableHLODialect>();
}
