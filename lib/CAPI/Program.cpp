//===- Program.cpp - compile and inspect programs from C ------------------===//

#include "scatter-c/Program.h"

#include "DLPack.h"
#include "Guard.h"
#include "Objects.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace scatter;

static_assert(SCATTER_DYNAMIC == ValueType::kDynamic);
static_assert(int(SCATTER_VALUE_UNSUPPORTED) ==
              int(ValueType::Kind::Unsupported));
static_assert(int(SCATTER_EMIT_HEADER) == int(EmitKind::Header));

/// Describes the bytes that a caller passed.
static ScatterStatus *toBuffer(const char *source, size_t size,
                               const char *name, MemoryBufferRef &buffer) {
  if (size > PTRDIFF_MAX)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a source of less than 2^63 bytes, found " +
                          Twine(size));
  buffer = MemoryBufferRef(StringRef(source, size), name ? name : "-");
  return nullptr;
}

/// The options of `context`, with the default number of threads if it has none.
static Expected<EngineOptions> getOptions(const ScatterContext *context) {
  EngineOptions options = context->options;
  if (options.threads != 0)
    return options;
  Expected<unsigned> threads = getDefaultThreads();
  if (!threads)
    return threads.takeError();
  options.threads = *threads;
  return options;
}

static ScatterStatus *compile(const ScatterContext *context,
                              MemoryBufferRef source,
                              ScatterProgram **program) {
  Expected<EngineOptions> options = getOptions(context);
  if (!options)
    return makeStatus(options.takeError());
  Expected<Program> compiled =
      ExecutionEngine(std::move(*options)).compile(source);
  if (!compiled)
    return makeStatus(compiled.takeError());
  *program = new ScatterProgram{std::move(*compiled)};
  return nullptr;
}

ScatterStatus *scatter_compile(const ScatterContext *context,
                               const char *source, size_t size,
                               const char *name, ScatterProgram **program) {
  if (program)
    *program = nullptr;
  return guard([&]() -> ScatterStatus * {
    if (!program)
      return makeNullStatus("a place for the program");
    if (!context || !source)
      return makeNullStatus("a context and a source");
    MemoryBufferRef buffer;
    if (ScatterStatus *status = toBuffer(source, size, name, buffer))
      return status;
    return compile(context, buffer, program);
  });
}

ScatterStatus *scatter_compile_file(const ScatterContext *context,
                                    const char *path,
                                    ScatterProgram **program) {
  if (program)
    *program = nullptr;
  return guard([&]() -> ScatterStatus * {
    if (!program)
      return makeNullStatus("a place for the program");
    if (!context || !path)
      return makeNullStatus("a context and a path");
    auto file = MemoryBuffer::getFile(path);
    if (!file)
      return makeStatus(file.getError() == std::errc::not_enough_memory
                            ? SCATTER_STATUS_MEMORY
                            : SCATTER_STATUS_FILE,
                        Twine("'") + path + "': " + file.getError().message());
    return compile(context, **file, program);
  });
}

ScatterStatus *scatter_emit(const ScatterContext *context, const char *source,
                            size_t size, const char *name, ScatterEmitKind kind,
                            ScatterTextCallback sink, void *user) {
  SmallVector<char, 0> output;
  ScatterStatus *error = guard([&]() -> ScatterStatus * {
    if (!context || !source || !sink)
      return makeNullStatus("a context, a source and a sink");
    if (kind < SCATTER_EMIT_MLIR || kind > SCATTER_EMIT_HEADER)
      return makeStatus(SCATTER_STATUS_USAGE,
                        "expected a ScatterEmitKind, found " +
                            Twine(int(kind)));
    MemoryBufferRef buffer;
    if (ScatterStatus *status = toBuffer(source, size, name, buffer))
      return status;
    Expected<EngineOptions> options = getOptions(context);
    if (!options)
      return makeStatus(options.takeError());
    raw_svector_ostream os(output);
    if (Error failure = ExecutionEngine(std::move(*options))
                            .emit(buffer, EmitKind(kind), os))
      return makeStatus(std::move(failure));
    output.push_back('\0');
    return nullptr;
  });
  if (error)
    return error;
  sink(output.data(), output.size() - 1, user);
  return nullptr;
}

void scatter_program_destroy(ScatterProgram *program) { delete program; }

int scatter_program_is_cached(const ScatterProgram *program) {
  return program && program->program.isFromCache();
}

size_t scatter_program_num_entries(const ScatterProgram *program) {
  return program ? program->program.getEntryPoints().size() : 0;
}

const ScatterEntry *scatter_program_entry(const ScatterProgram *program,
                                          size_t index) {
  if (index >= scatter_program_num_entries(program))
    return nullptr;
  return wrap(&program->program.getEntryPoints()[index]);
}

ScatterStatus *scatter_program_lookup(const ScatterProgram *program,
                                      const char *name,
                                      const ScatterEntry **entry) {
  if (entry)
    *entry = nullptr;
  return guard([&]() -> ScatterStatus * {
    if (!entry)
      return makeNullStatus("a place for the entry");
    if (!program)
      return makeNullStatus("a program");
    Expected<const EntryPoint *> found =
        program->program.lookup(name ? name : "");
    if (!found)
      return makeStatus(found.takeError());
    *entry = wrap(*found);
    return nullptr;
  });
}

const char *scatter_entry_name(const ScatterEntry *entry) {
  return entry ? unwrap(entry)->name.c_str() : "";
}

size_t scatter_entry_num_arguments(const ScatterEntry *entry) {
  return entry ? unwrap(entry)->arguments.size() : 0;
}

size_t scatter_entry_num_results(const ScatterEntry *entry) {
  return entry ? unwrap(entry)->results.size() : 0;
}

const ScatterValue *scatter_entry_argument(const ScatterEntry *entry,
                                           size_t index) {
  if (index >= scatter_entry_num_arguments(entry))
    return nullptr;
  return wrap(&unwrap(entry)->arguments[index]);
}

const ScatterValue *scatter_entry_result(const ScatterEntry *entry,
                                         size_t index) {
  if (index >= scatter_entry_num_results(entry))
    return nullptr;
  return wrap(&unwrap(entry)->results[index]);
}

const char *scatter_value_name(const ScatterValue *value) {
  return value ? unwrap(value)->name.c_str() : "";
}

const char *scatter_value_type(const ScatterValue *value) {
  return value ? unwrap(value)->type.text.c_str() : "";
}

ScatterValueKind scatter_value_kind(const ScatterValue *value) {
  return value ? ScatterValueKind(unwrap(value)->type.kind)
               : SCATTER_VALUE_UNSUPPORTED;
}

DLDataType scatter_value_dtype(const ScatterValue *value) {
  return toDLDataType(value ? unwrap(value)->type.element : ElementType());
}

size_t scatter_value_rank(const ScatterValue *value) {
  return value ? unwrap(value)->type.shape.size() : 0;
}

int64_t scatter_value_size(const ScatterValue *value, size_t index) {
  return index < scatter_value_rank(value) ? unwrap(value)->type.shape[index]
                                           : -1;
}
