//===- Program.cpp - compile and inspect programs from C ------------------===//

#include "scatter-c/Program.h"

#include "DLPack.h"
#include "Objects.h"
#include "Status.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Support/RegularFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

static_assert(SCATTER_DYNAMIC == ValueType::kDynamic);
static_assert(int(SCATTER_VALUE_UNSUPPORTED) ==
              int(ValueType::Kind::Unsupported));
static_assert(int(SCATTER_EMIT_HEADER) == int(EmitKind::Header));

static ScatterStatus *makeNullStatus(const char *what) {
  return makeStatus(SCATTER_STATUS_USAGE,
                    Twine("expected ") + what + ", found NULL");
}

static ScatterStatus *compile(const ScatterContext *context,
                              MemoryBufferRef source,
                              ScatterProgram **program) {
  Expected<Program> compiled =
      ExecutionEngine(context->options).compile(source);
  if (!compiled)
    return makeStatus(compiled.takeError());
  *program = new ScatterProgram{std::move(*compiled)};
  return nullptr;
}

ScatterStatus *scatter_compile(const ScatterContext *context,
                               const char *source, size_t size,
                               const char *name, ScatterProgram **program) {
  if (!program)
    return makeNullStatus("a place for the program");
  *program = nullptr;
  if (!context || !source)
    return makeNullStatus("a context and a source");
  return compile(context,
                 MemoryBufferRef(StringRef(source, size), name ? name : "-"),
                 program);
}

ScatterStatus *scatter_compile_file(const ScatterContext *context,
                                    const char *path,
                                    ScatterProgram **program) {
  if (!program)
    return makeNullStatus("a place for the program");
  *program = nullptr;
  if (!context || !path)
    return makeNullStatus("a context and a path");
  auto file = readRegularFile(path);
  if (!file)
    return makeStatus(SCATTER_STATUS_FILE, toString(file.takeError()));
  return compile(context, **file, program);
}

ScatterStatus *scatter_emit(const ScatterContext *context, const char *source,
                            size_t size, const char *name, ScatterEmitKind kind,
                            ScatterTextCallback sink, void *user) {
  if (!context || !source || !sink)
    return makeNullStatus("a context, a source and a sink");
  if (kind < SCATTER_EMIT_MLIR || kind > SCATTER_EMIT_HEADER)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a ScatterEmitKind, found " + Twine(int(kind)));
  SmallVector<char, 0> output;
  raw_svector_ostream os(output);
  if (Error error =
          ExecutionEngine(context->options)
              .emit(MemoryBufferRef(StringRef(source, size), name ? name : "-"),
                    EmitKind(kind), os))
    return makeStatus(std::move(error));
  output.push_back('\0');
  sink(output.data(), output.size() - 1, user);
  return nullptr;
}

void scatter_program_destroy(ScatterProgram *program) { delete program; }

int scatter_program_is_cached(const ScatterProgram *program) {
  return program->program.isFromCache();
}

size_t scatter_program_num_entries(const ScatterProgram *program) {
  return program->program.getEntryPoints().size();
}

const ScatterEntry *scatter_program_entry(const ScatterProgram *program,
                                          size_t index) {
  ArrayRef<EntryPoint> entries = program->program.getEntryPoints();
  return index < entries.size() ? wrap(&entries[index]) : nullptr;
}

ScatterStatus *scatter_program_lookup(const ScatterProgram *program,
                                      const char *name,
                                      const ScatterEntry **entry) {
  if (!entry)
    return makeNullStatus("a place for the entry");
  *entry = nullptr;
  if (!program)
    return makeNullStatus("a program");
  Expected<const EntryPoint *> found =
      program->program.lookup(name ? name : "");
  if (!found)
    return makeStatus(found.takeError());
  *entry = wrap(*found);
  return nullptr;
}

const char *scatter_entry_name(const ScatterEntry *entry) {
  return unwrap(entry).name.c_str();
}

size_t scatter_entry_num_arguments(const ScatterEntry *entry) {
  return unwrap(entry).arguments.size();
}

size_t scatter_entry_num_results(const ScatterEntry *entry) {
  return unwrap(entry).results.size();
}

const ScatterValue *scatter_entry_argument(const ScatterEntry *entry,
                                           size_t index) {
  ArrayRef<Parameter> arguments = unwrap(entry).arguments;
  return index < arguments.size() ? wrap(&arguments[index]) : nullptr;
}

const ScatterValue *scatter_entry_result(const ScatterEntry *entry,
                                         size_t index) {
  ArrayRef<Parameter> results = unwrap(entry).results;
  return index < results.size() ? wrap(&results[index]) : nullptr;
}

const char *scatter_value_name(const ScatterValue *value) {
  return unwrap(value).name.c_str();
}

const char *scatter_value_type(const ScatterValue *value) {
  return unwrap(value).type.text.c_str();
}

ScatterValueKind scatter_value_kind(const ScatterValue *value) {
  return ScatterValueKind(unwrap(value).type.kind);
}

DLDataType scatter_value_dtype(const ScatterValue *value) {
  return toDLDataType(unwrap(value).type.element);
}

size_t scatter_value_rank(const ScatterValue *value) {
  return unwrap(value).type.shape.size();
}

int64_t scatter_value_size(const ScatterValue *value, size_t index) {
  return unwrap(value).type.shape[index];
}
