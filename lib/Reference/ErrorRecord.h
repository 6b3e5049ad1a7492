//===- ErrorRecord.h - makes error records ----------------------*- C++ -*-===//
//
// Constructors of ScatterError and llvm::Error for the evaluators.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_REFERENCE_ERRORRECORD_H
#define SCATTER_LIB_REFERENCE_ERRORRECORD_H

#include "scatter/Runtime/Runtime.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace scatter::reference {

/// Makes a record with these fields. `location` is truncated to the size of the
/// record.
ScatterError makeErrorRecord(llvm::StringRef location, ScatterErrorKind kind,
                             int64_t tuple, int64_t component, int64_t value,
                             int64_t size);

/// Makes a record which says that dimension `dim` of `operand` has the size
/// `found` instead of `expected`.
ScatterError makeShapeError(llvm::StringRef location,
                            ScatterErrorOperand operand, int64_t dim,
                            int64_t found, int64_t expected);

/// Makes the error of a violated constraint, for the functions that verify.
llvm::Error makeError(const llvm::Twine &text);

} // namespace scatter::reference

#endif // SCATTER_LIB_REFERENCE_ERRORRECORD_H
