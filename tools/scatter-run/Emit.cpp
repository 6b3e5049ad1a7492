//===- Emit.cpp - ahead-of-time output of scatter-run ---------------------===//

#include "Emit.h"

#include "CommandLine.h"
#include "OutputFiles.h"
#include "SourceFile.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

Error scatter::emit(const RunOptions &options) {
  auto source = readSourceFile(options.file);
  if (!source)
    return source.takeError();
  CompileTimeLimit limit(options.engine.limits, (*source)->getMemBufferRef());
  SmallVector<char, 0> contents;
  raw_svector_ostream os(contents);
  ExecutionEngine engine(options.engine);
  if (Error error =
          engine.emit((*source)->getMemBufferRef(), *options.emit, os))
    return error;
  OutputFiles files;
  if (Error error = files.addText(options.emitFile, os.str()))
    return error;
  return files.commit();
}
