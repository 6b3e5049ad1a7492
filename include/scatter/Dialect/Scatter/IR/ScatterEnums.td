//===- ScatterEnums.td - enum attributes of the ops --------*- tablegen -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD
#define SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD

include "mlir/IR/EnumAttr.td"
include "scatter/Dialect/Scatter/IR/ScatterDialect.td"

class Scatter_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::scatter";
  let genSpecializedAttr = 0;
}

def Scatter_Reduction : Scatter_Enum<"Reduction",
    "how an update combines with the element that it hits", [
  I32EnumAttrCase<"none", 0>,
  I32EnumAttrCase<"sum", 1>,
  I32EnumAttrCase<"sub", 2>,
  I32EnumAttrCase<"prod", 3>,
  I32EnumAttrCase<"min", 4>,
  I32EnumAttrCase<"max", 5>,
]>;

def Scatter_OutOfBounds : Scatter_Enum<"OutOfBounds",
    "what happens to a tuple with an index out of bounds", [
  I32EnumAttrCase<"error", 0>,
  I32EnumAttrCase<"drop", 1>,
  I32EnumAttrCase<"clamp", 2>,
  I32EnumAttrCase<"undefined", 3>,
]>;

def Scatter_NegativeIndices : Scatter_Enum<"NegativeIndices",
    "what a negative index means", [
  I32EnumAttrCase<"wrap", 0>,
  I32EnumAttrCase<"reject", 1>,
]>;

def Scatter_ReductionAttr
    : EnumAttr<Scatter_Dialect, Scatter_Reduction, "reduction"> {
  let assemblyFormat = "`<` $value `>`";
}
def Scatter_OutOfBoundsAttr
    : EnumAttr<Scatter_Dialect, Scatter_OutOfBounds, "out_of_bounds"> {
  let assemblyFormat = "`<` $value `>`";
}
def Scatter_NegativeIndicesAttr
    : EnumAttr<Scatter_Dialect, Scatter_NegativeIndices, "negative_indices"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // SCATTER_DIALECT_SCATTER_IR_SCATTERENUMS_TD
