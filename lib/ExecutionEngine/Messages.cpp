//===- Messages.cpp - messages between a host and its worker --------------===//

#include "Messages.h"

using namespace llvm;
using namespace scatter;

/// Must change if the format of the messages or the options change.
static constexpr StringLiteral version =
    "scatter " SCATTER_VERSION " messages 4";

/// Bits for the callbacks that a host has set.
static constexpr int64_t wantsStages = 1, wantsTimes = 2;

/// Stands for a compilation for this process.
static constexpr int64_t noEmit = -1;

static void writePlanOptions(Writer &writer, const PlanOptions &plan) {
  writer(int64_t(plan.partition.value_or(kAutoPartition)));
  writer(int64_t(plan.machine.size()));
  for (auto [member, value] : plan.machine) {
    writer(StringRef(getMachineEntry(member).name));
    writer(value);
  }
}

static PlanOptions readPlanOptions(Reader &reader) {
  PlanOptions plan;
  auto partition = Partition(reader.readInteger());
  if (partition != kAutoPartition)
    plan.partition = partition;
  // An entry takes at least the length of its name and its value.
  size_t count = reader.readLength(2 * sizeof(int64_t));
  for (size_t i = 0; i < count; ++i) {
    const MachineEntry *entry = findMachineEntry(reader.readText());
    int64_t value = reader.readInteger();
    if (entry)
      plan.set(entry->member, value);
  }
  return plan;
}

SmallString<0> scatter::writeRequestHeader(const Request &request) {
  SmallString<0> bytes;
  Writer writer(bytes);
  const EngineOptions &options = request.options;
  writer(version);
  writer((options.onStage ? wantsStages : 0) |
         (options.onTime ? wantsTimes : 0));
  writer(options.optLevel);
  writer(options.triple);
  writer(options.cpu);
  writer(options.features);
  writer(options.threads);
  writePlanOptions(writer, options.plan);
  writer(int64_t(options.donate.size()));
  for (const std::string &donation : options.donate)
    writer(StringRef(donation));
  writer(options.remarks);
  writer(options.passes);
  writer(int64_t(request.limits.memoryBytes));
  writer(request.limits.cpuSeconds);
  writer(request.emit ? int64_t(*request.emit) : noEmit);
  writer(request.source.getBufferIdentifier());
  writer(int64_t(request.source.getBufferSize()));
  return bytes;
}

Expected<Request> scatter::readRequest(StringRef bytes) {
  Reader reader(bytes);
  Request request;
  EngineOptions &options = request.options;
  StringRef found = reader.readText();
  if (found != version) {
    consumeError(reader.finish());
    return createStringError("expected a worker of the version '" + found +
                             "', found '" + version + "'");
  }
  int64_t wanted = reader.readInteger();
  if (wanted & wantsStages)
    options.onStage = [](StringRef, StringRef) {};
  if (wanted & wantsTimes)
    options.onTime = [](StringRef, double) {};
  options.optLevel = reader.readInteger();
  options.triple = reader.readText();
  options.cpu = reader.readText();
  options.features = reader.readText();
  options.threads = reader.readInteger();
  options.plan = readPlanOptions(reader);
  options.donate.resize(reader.readLength(sizeof(int64_t)));
  for (std::string &donation : options.donate)
    donation = reader.readText();
  options.remarks = reader.readText();
  options.passes = reader.readText();
  request.limits.memoryBytes = reader.readInteger();
  request.limits.cpuSeconds = reader.readInteger();
  int64_t emit = reader.readInteger();
  if (emit != noEmit)
    request.emit = EmitKind(emit);
  StringRef name = reader.readText();
  request.source = MemoryBufferRef(reader.readText(), name);
  if (Error error = reader.finish())
    return error;
  return request;
}

void scatter::write(Writer &writer, const Diagnostic &diagnostic) {
  writer(int64_t(diagnostic.severity));
  writer(diagnostic.location);
  writer(diagnostic.message);
}

Diagnostic scatter::readDiagnostic(Reader &reader) {
  Diagnostic diagnostic;
  diagnostic.severity = reader.readEnum(Diagnostic::Severity::Note);
  diagnostic.location = reader.readText();
  diagnostic.message = reader.readText();
  return diagnostic;
}

void scatter::appendMessage(SmallVectorImpl<char> &bytes, MessageKind kind,
                            function_ref<void(Writer &)> writeFields) {
  SmallVector<char, 0> fields;
  Writer fieldWriter(fields);
  writeFields(fieldWriter);
  Writer writer(bytes);
  writer(int64_t(kind));
  writer(StringRef(fields.data(), fields.size()));
}
