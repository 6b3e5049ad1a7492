//===- NoBuiltinKernels.cpp - a library without kernels -------------------===//
//
// A library with kernels is linked with a table of its own instead.
//
//===----------------------------------------------------------------------===//

#include "BuiltinKernels.h"

const scatter::kernels::BuiltinKernelTable scatter_builtin_kernels = {};
