//===- ReshapeToLLVM.h - memref.reshape to dynamic sizes --------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RESHAPETOLLVM_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RESHAPETOLLVM_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace scatter {

/// Adds patterns that lower memref.reshape between ranked types of identity
/// layout. `converter` must outlive the patterns.
void populateReshapeToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLLVM_RESHAPETOLLVM_H
