//===- ProgramAPI.cpp - compiles and inspects programs --------------------===//

#include "scatter-c/Program.h"

#include "DLPack.h"
#include "Guard.h"
#include "Objects.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Support/RegularFile.h"
#include "scatter/Support/ResourceLimits.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;
using namespace scatter;

static_assert(SCATTER_DYNAMIC == ValueType::kDynamic);
static_assert(int(SCATTER_VALUE_UNSUPPORTED) ==
              int(ValueType::Kind::Unsupported));
static_assert(int(SCATTER_EMIT_HEADER) == int(EmitKind::Header));

/// Describes the source bytes that a caller has passed.
static ScatterStatus *toBuffer(const char *source, size_t size,
                               const char *name, MemoryBufferRef &buffer) {
  if (size > PTRDIFF_MAX)
    return makeStatus(SCATTER_STATUS_USAGE,
                      "expected a source of less than 2^63 bytes, found " +
                          Twine(size));
  buffer = MemoryBufferRef(StringRef(source, size), name ? name : "-");
  return nullptr;
}

/// Fails with MEMORY if there may be too little memory for compiling `size`
/// bytes, because MLIR would end the process. The estimate per byte covers a
/// chain of updates of dynamic sizes. Large sources mainly consist of data.
static ScatterStatus *checkMemory(size_t size) {
  constexpr size_t least = 16u << 20, most = 512u << 20, perByte = 8u << 10;
  size_t bytes =
      size + std::min(SaturatingMultiplyAdd(size, perByte, least), most);
  if (isMemoryAvailable(bytes))
    return nullptr;
  return makeStatus(SCATTER_STATUS_MEMORY,
                    "compilation: no memory for " + Twine(bytes) + " bytes");
}

static ScatterStatus *compile(const ScatterContext *context,
                              MemoryBufferRef source,
                              ScatterProgram **program) {
  if (ScatterStatus *status = checkMemory(source.getBufferSize()))
    return status;
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
    auto file = readRegularFile(getModelPath(path));
    if (!file)
      return makeStatus(SCATTER_STATUS_FILE, toString(file.takeError()));
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
    if (ScatterStatus *status = checkMemory(size))
      return status;
    raw_svector_ostream os(output);
    if (Error failure =
            ExecutionEngine(context->options).emit(buffer, EmitKind(kind), os))
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

int64_t scatter_entry_donor(const ScatterEntry *entry, size_t index) {
  if (index >= scatter_entry_num_results(entry))
    return -1;
  std::optional<unsigned> donor = unwrap(entry)->results[index].donor;
  return donor ? int64_t(*donor) : -1;
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
