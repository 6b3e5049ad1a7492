//===- Buffer.cpp - memory passed to and from programs --------------------===//

#include "scatter/ExecutionEngine/Buffer.h"

#include "scatter/ExecutionEngine/BufferPool.h"

using namespace scatter;

OwnedBuffer::~OwnedBuffer() { freePooled(allocation); }
