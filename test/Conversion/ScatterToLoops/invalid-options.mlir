// RUN: not scatter-opt %s --convert-scatter-to-loops="vector-bytes=48" 2>&1 | FileCheck %s --check-prefix=NOPOWER
// RUN: not scatter-opt %s --convert-scatter-to-loops="vector-bytes=8" 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not scatter-opt %s --convert-scatter-to-loops="vector-bytes=2048" 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not scatter-opt %s --convert-scatter-to-loops="vector-bytes=wide" 2>&1 | FileCheck %s --check-prefix=NONUMBER
// RUN: not scatter-opt %s --convert-scatter-to-loops="threads=0" 2>&1 | FileCheck %s --check-prefix=NOTHREAD
// RUN: not scatter-opt %s --convert-scatter-to-loops="threads=1025" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not scatter-opt %s --convert-scatter-to-loops="speed=9" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// NOPOWER:  error: 'vector-bytes': expected a power of two in [16, 1024], found 48
// SMALL:    error: 'vector-bytes': expected a power of two in [16, 1024], found 8
// LARGE:    error: 'vector-bytes': expected a power of two in [16, 1024], found 2048
// NONUMBER: 'wide' value invalid for uint argument
// NOTHREAD: error: 'threads': expected a number in [1, 1024], found 0
// THREADS:  error: 'threads': expected a number in [1, 1024], found 1025
// UNKNOWN:  no such option speed

module {}
