//===- NoBuiltinKernels.cpp - a library without kernels -------------------===//
//
// A library with built-in kernels is linked with its own table instead.
//
//===----------------------------------------------------------------------===//

#include "BuiltinKernels.h"

const scatter::kernels::BuiltinKernelTable scatter_builtin_kernels = {};
