//===- ExpansionPasses.td - expansions of ops -----*- tablegen -*-===//

#ifndef SCATTER_CONVERSION_EXPANSIONPASSES_TD
#define SCATTER_CONVERSION_EXPANSIONPASSES_TD

include "mlir/Pass/PassBase.td"

def ScatterExpandComplexPass : Pass<"scatter-expand-complex"> {
  let summary = "compute functions of complex numbers from their parts";
  let description = [{
    Input: ops of the complex dialect on scalars. Output: arith and math ops on
    the real and imaginary parts, by upstream's patterns of
    `convert-complex-to-standard`. Sums, differences, products and parts of
    complex numbers are left alone: `convert-to-llvm` lowers these.
    Quotients are expanded, because those of `convert-to-llvm` square numbers,
    which may overflow.

    Example:

    ```mlir
    %r = complex.neg %z : complex<f32>
    ```

    becomes

    ```mlir
    %real = complex.re %z : complex<f32>
    %imaginary = complex.im %z : complex<f32>
    %a = arith.negf %real : f32
    %b = arith.negf %imaginary : f32
    %r = complex.create %a, %b : complex<f32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::math::MathDialect"
  ];
}

def ScatterExpandMathPass : Pass<"scatter-expand-math", "::mlir::ModuleOp"> {
  let summary = "lower ops of math that convert-to-llvm does not know";
  let description = [{
    Input: ops of the arith and math dialects on scalars and vectors. `acosh`, `asinh`,
    `atanh`, `cbrt`, `erf`, `erfc`, `expm1` and `log1p` become calls of libm, by
    upstream's patterns of `convert-math-to-libm`: one for each lane of a vector,
    on f32 for narrower floats. LLVM has no intrinsics for them, or less exact
    ones: `convert-to-llvm` computes `expm1` as `exp(x) - 1`. `isinf` and
    `isnormal` become tests of the class, `clampf` a maximum and a minimum.
    `fpowi` and `ipowi` get operands that `convert-math-to-funcs` takes: floats
    of 32 bits or more, and no `index`. Conversions of 8-bit floats, which LLVM
    does not have, are computed on their bits. So are those of f32 to bf16: LLVM
    calls a function for each where the CPU has no instruction, and the
    instruction flushes denormals. Other ops are left alone.

    Example:

    ```mlir
    %r = math.erf %x : vector<2xf32>
    ```

    becomes

    ```mlir
    %x0 = vector.extract %x[0] : f32 from vector<2xf32>
    %r0 = call @erff(%x0) : (f32) -> f32
    ...
    ```
  }];
  let options = [
    Option<"conversionsOnly", "conversions-only", "bool", "false",
           "expand conversions of floats only, and no ops of math">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ScatterInlineAllocaScopesPass : Pass<"scatter-inline-alloca-scopes"> {
  let summary = "replace memref.alloca_scope by saving the stack";
  let description = [{
    Input: `memref.alloca_scope`, which upstream puts around the body of a
    parallel loop. It may hold one block only, so that branches could not be
    lowered in it, unless upstream can tell that nothing in it allocates.

    Example:

    ```mlir
    memref.alloca_scope {
      %m = memref.alloca() : memref<4xf32>
      "use"(%m) : (memref<4xf32>) -> ()
    }
    ```

    becomes

    ```mlir
    %stack = llvm.intr.stacksave : !llvm.ptr
    %m = memref.alloca() : memref<4xf32>
    "use"(%m) : (memref<4xf32>) -> ()
    llvm.intr.stackrestore %stack : !llvm.ptr
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SCATTER_CONVERSION_EXPANSIONPASSES_TD
