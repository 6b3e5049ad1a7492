//===- ONNXTest.h - runs ONNX's backend tests -------------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_ONNXTEST_H
#define SCATTER_TOOLS_SCATTER_RUN_ONNXTEST_H

#include "llvm/Support/Error.h"

namespace scatter {
struct RunOptions;

/// Runs the tests in the folders of --onnx-test. Compiles each model.onnx in
/// this process, calls it with the inputs of each test_data_set_* and compares
/// the results. Prints a line for each failed test and the number of tests that
/// passed. Fails if a test failed, or if there are no tests.
llvm::Error runONNXTests(const RunOptions &options);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_ONNXTEST_H
