//===- SpecialFunctions.cpp - special functions of chlo -------------------===//
//
// The approximations are those of XLA for f64, as in ChloLegalizeToStablehlo of
// the StableHLO project.
//
//===----------------------------------------------------------------------===//

#include "SpecialFunctions.h"

#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace scatter;

namespace {

/// An f64 in formulas.
class Number {
public:
  Number(ImplicitLocOpBuilder &b, Value value) : b(&b), value(value) {}
  Number(ImplicitLocOpBuilder &b, double value)
      : Number(b, getNumber(b, b.getF64Type(), value)) {}

  /// Returns the constant `number` beside this one.
  Number like(double number) const { return Number(*b, number); }
  template <typename Op>
  Number apply() const {
    return Number(*b, Op::create(*b, value));
  }
  template <typename Op>
  Number apply(Number other) const {
    return Number(*b, Op::create(*b, value, other.value));
  }
  Value compare(arith::CmpFPredicate predicate, Number other) const {
    return arith::CmpFOp::create(*b, predicate, value, other.value);
  }
  Number select(Value condition, Number other) const {
    return Number(*b,
                  arith::SelectOp::create(*b, condition, value, other.value));
  }

  ImplicitLocOpBuilder *b;
  Value value;
};

// These are found by the type of their operands.
Number operator+(Number a, Number c) { return a.apply<arith::AddFOp>(c); }
Number operator-(Number a, Number c) { return a.apply<arith::SubFOp>(c); }
Number operator*(Number a, Number c) { return a.apply<arith::MulFOp>(c); }
Number operator/(Number a, Number c) { return a.apply<arith::DivFOp>(c); }
Number operator-(Number a) { return a.apply<arith::NegFOp>(); }
Number operator+(Number a, double c) { return a + a.like(c); }
Number operator-(Number a, double c) { return a - a.like(c); }
Number operator*(Number a, double c) { return a * a.like(c); }
Number operator/(Number a, double c) { return a / a.like(c); }
Value operator<(Number a, Number c) {
  return a.compare(arith::CmpFPredicate::OLT, c);
}
Value operator<(Number a, double c) { return a < a.like(c); }
Value operator<=(Number a, double c) {
  return a.compare(arith::CmpFPredicate::OLE, a.like(c));
}
Value operator==(Number a, Number c) {
  return a.compare(arith::CmpFPredicate::OEQ, c);
}
Value operator==(Number a, double c) { return a == a.like(c); }

} // namespace

static Number abs(Number x) { return x.apply<math::AbsFOp>(); }
static Number floor(Number x) { return x.apply<math::FloorOp>(); }
static Number log(Number x) { return x.apply<math::LogOp>(); }
static Number log1p(Number x) { return x.apply<math::Log1pOp>(); }
static Number pow(Number x, Number y) { return x.apply<math::PowFOp>(y); }
static Value isInteger(Number x) { return x == floor(x); }

/// Returns `value` if `condition`, else `other`.
static Number select(Value condition, Number value, Number other) {
  return value.select(condition, other);
}

static Value both(Number x, Value a, Value c) {
  return arith::AndIOp::create(*x.b, a, c);
}

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Computes `compute` on the operands, floats, in f64.
static Value emitInF64(const ScalarOp &s,
                       llvm::function_ref<Number(ArrayRef<Number>)> compute) {
  if (!s.isFloat())
    return nullptr;
  Type f64 = s.b.getF64Type();
  SmallVector<Number> args;
  for (Value arg : s.args)
    args.emplace_back(s.b, emitConvert(ScalarOp(s.b, arg, s.type, f64)));
  Value result = compute(args).value;
  return emitConvert(ScalarOp(s.b, result, f64, s.result));
}

/// Evaluates a sum of Chebyshev polynomials of `x` / 2.
static Number emitChebyshev(Number x, ArrayRef<double> coefficients) {
  Number b0 = x.like(0), b1 = b0, b2 = b0;
  for (double coefficient : coefficients) {
    b2 = b1;
    b1 = b0;
    b0 = x * b1 - b2 + coefficient;
  }
  return (b0 - b2) * 0.5;
}

Value scatter::emitBesselI1e(const ScalarOp &s) {
  // For |x| <= 8, and for larger ones.
  static constexpr double small[] = {
      2.77791411276104639959E-18, -2.11142121435816608115E-17,
      1.55363195773620046921E-16, -1.10559694773538630805E-15,
      7.60068429473540693410E-15, -5.04218550472791168711E-14,
      3.22379336594557470981E-13, -1.98397439776494371520E-12,
      1.17361862988909016308E-11, -6.66348972350202774223E-11,
      3.62559028155211703701E-10, -1.88724975172282928790E-9,
      9.38153738649577178388E-9,  -4.44505912879632808065E-8,
      2.00329475355213526229E-7,  -8.56872026469545474066E-7,
      3.47025130813767847674E-6,  -1.32731636560394358279E-5,
      4.78156510755005422638E-5,  -1.61760815825896745588E-4,
      5.12285956168575772895E-4,  -1.51357245063125314899E-3,
      4.15642294431288815669E-3,  -1.05640848946261981558E-2,
      2.47264490306265168283E-2,  -5.29459812080949914269E-2,
      1.02643658689847095384E-1,  -1.76416518357834055153E-1,
      2.52587186443633654823E-1};
  static constexpr double large[] = {
      7.51729631084210481353E-18,  4.41434832307170791151E-18,
      -4.65030536848935832153E-17, -3.20952592199342395980E-17,
      2.96262899764595013876E-16,  3.30820231092092828324E-16,
      -1.88035477551078244854E-15, -3.81440307243700780478E-15,
      1.04202769841288027642E-14,  4.27244001671195135429E-14,
      -2.10154184277266431302E-14, -4.08355111109219731823E-13,
      -7.19855177624590851209E-13, 2.03562854414708950722E-12,
      1.41258074366137813316E-11,  3.25260358301548823856E-11,
      -1.89749581235054123450E-11, -5.58974346219658380687E-10,
      -3.83538038596423702205E-9,  -2.63146884688951950684E-8,
      -2.51223623787020892529E-7,  -3.88256480887769039346E-6,
      -1.10588938762623716291E-4,  -9.76109749136146840777E-3,
      7.78576235018280120474E-1};
  return emitInF64(s, [](ArrayRef<Number> args) {
    Number x = args[0], z = abs(x);
    Number below = z * emitChebyshev(z * 0.5 - 2, small);
    Number above =
        emitChebyshev(z.like(32) / z - 2, large) / z.apply<math::SqrtOp>();
    return select(z <= 8, below, above).apply<math::CopySignOp>(x);
  });
}

Value scatter::emitErfInverse(const ScalarOp &s) {
  // Polynomials in w = -log(1 - x^2), less a number or of its root, for w below
  // 6.25, below 16, and for larger ones.
  static constexpr double first[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,
      1.2858480715256400167e-18,  1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,
      6.6376381343583238325e-15,  -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,
      -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09,
      -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05,
      0.0001867342080340571352,   -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,
      1.6536545626831027356};
  static constexpr double second[] = {
      2.2137376921775787049e-09,  9.0756561938885390979e-08,
      -2.7517406297064545428e-07, 1.8239629214389227755e-08,
      1.5027403968909827627e-06,  -4.013867526981545969e-06,
      2.9234449089955446044e-06,  1.2475304481671778723e-05,
      -4.7318229009055733981e-05, 6.8284851459573175448e-05,
      2.4031110387097893999e-05,  -0.0003550375203628474796,
      0.00095328937973738049703,  -0.0016882755560235047313,
      0.0024914420961078508066,   -0.0037512085075692412107,
      0.005370914553590063617,    1.0052589676941592334,
      3.0838856104922207635};
  static constexpr double third[] = {
      -2.7109920616438573243e-11, -2.5556418169965252055e-10,
      1.5076572693500548083e-09,  -3.7894654401267369937e-09,
      7.6157012080783393804e-09,  -1.4960026627149240478e-08,
      2.9147953450901080826e-08,  -6.7711997758452339498e-08,
      2.2900482228026654717e-07,  -9.9298272942317002539e-07,
      4.5260625972231537039e-06,  -1.9681778105531670567e-05,
      7.5995277030017761139e-05,  -0.00021503011930044477347,
      -0.00013871931833623122026, 1.0103004648645343977,
      4.8499064014084844221};
  auto emitPolynomial = [](Number x, ArrayRef<double> coefficients) {
    Number sum = x.like(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = sum * x + coefficient;
    return sum;
  };
  return emitInF64(s, [&](ArrayRef<Number> args) {
    Number x = args[0], w = -log1p(-(x * x)), root = w.apply<math::SqrtOp>();
    Number factor = select(w < 6.25, emitPolynomial(w - 3.125, first),
                           select(w < 16, emitPolynomial(root - 3.25, second),
                                  emitPolynomial(root - 5, third)));
    return x * select(abs(x) == 1, x.like(kInfinity), factor);
  });
}

// The approximation by Lanczos of the gamma function.
static constexpr double kLanczosGamma = 7;
static constexpr double kLanczosBase = 0.99999999999980993227684700473478;
static constexpr double kLanczosCoefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

namespace {
/// The terms of the approximation for z + 1.
struct Lanczos {
  explicit Lanczos(Number z)
      : sum(z.like(kLanczosBase)), derivative(z.like(0)),
        t(z + (kLanczosGamma + 0.5)),
        logT(log1p(z / (kLanczosGamma + 0.5)) + std::log(kLanczosGamma + 0.5)) {
    for (auto [i, coefficient] : llvm::enumerate(kLanczosCoefficients)) {
      Number term = z + double(i + 1), quotient = z.like(coefficient) / term;
      sum = sum + quotient;
      derivative = derivative - quotient / term;
    }
  }
  Number sum, derivative, t, logT;
};
} // namespace

/// Returns the z of which gamma(z + 1) gives gamma(x), by reflection for
/// x < 0.5.
static Number emitReflected(Number x) { return select(x < 0.5, -x, x - 1); }

static Number emitLogGamma(Number x) {
  Number z = emitReflected(x);
  Lanczos terms(z);
  Number direct = (z + 0.5 - terms.t / terms.logT) * terms.logT +
                  (std::log(2) + std::log(llvm::numbers::pi)) / 2 +
                  log(terms.sum);
  // log(pi / |sin(pi x)|) less that of 1 - x. The sine is that of the distance
  // to the nearest integer.
  Number magnitude = abs(x), fraction = magnitude - floor(magnitude);
  fraction =
      select(fraction.like(0.5) < fraction, x.like(1) - fraction, fraction);
  Number sine = log((fraction * llvm::numbers::pi).apply<math::SinOp>());
  // At a pole the logarithm is infinite.
  Number reflected =
      select(abs(sine) < kInfinity,
             x.like(std::log(llvm::numbers::pi)) - sine - direct, -sine);
  return select(magnitude == kInfinity, x.like(kInfinity),
                select(x < 0.5, reflected, direct));
}

Value scatter::emitLogGamma(const ScalarOp &s) {
  return emitInF64(
      s, [](ArrayRef<Number> args) { return ::emitLogGamma(args[0]); });
}

static Number emitDigamma(Number x) {
  Number z = emitReflected(x);
  Lanczos terms(z);
  Number direct = terms.logT + terms.derivative / terms.sum -
                  x.like(kLanczosGamma) / terms.t;
  // Less pi / tan(pi x), of the distance to the nearest integer.
  Number angle = (x - floor(x + 0.5)) * llvm::numbers::pi;
  Number reflected = direct - angle.apply<math::CosOp>() * llvm::numbers::pi /
                                  angle.apply<math::SinOp>();
  Value isPole = both(x, x <= 0, isInteger(x));
  return select(isPole, x.like(kNaN), select(x < 0.5, reflected, direct));
}

Value scatter::emitDigamma(const ScalarOp &s) {
  return emitInF64(
      s, [](ArrayRef<Number> args) { return ::emitDigamma(args[0]); });
}

/// Formula (5) of Johansson, "Rigorous high-precision computation of the
/// Hurwitz zeta function and its derivatives": nine terms of the series, and
/// twelve of the Euler-Maclaurin formula for the others.
static Number emitZeta(Number x, Number q) {
  static constexpr double coefficients[] = {
      -7.1661652561756670113e18,
      1.8152105401943546773e17,
      -4.5979787224074726105e15,
      1.1646782814350067249e14,
      -2.950130727918164224e12,
      7.47242496e10,
      -1.8924375803183791606e9,
      47900160.0,
      -1209600.0,
      30240.0,
      -720.0,
      12.0,
  };
  constexpr int kTerms = std::size(coefficients);
  Number base = q, sum = pow(q, -x);
  for (int i = 0; i < 9; ++i) {
    base = base + 1;
    sum = sum + pow(base, -x);
  }
  base = base + 1;
  Number power = pow(base, -x), inverse = x.like(1) / (base * base);
  Number tail = x.like(0);
  for (int i = 0; i < kTerms - 1; ++i) {
    double even = 2 * kTerms - 2 - 2 * i;
    tail = (x + even) * (x + (even - 1)) *
           (inverse * (tail + 1 / coefficients[i]));
  }
  tail = power * (x / base * (tail + 1 / coefficients[kTerms - 1]) + 0.5);
  Number result = sum + power * base / (x - 1) + tail;
  result = select(power == 0, sum, result);
  // Not defined for x < 1, and for q < 0 only for integers x; infinite at the
  // poles, which are integers q <= 0, for even x only.
  Value isPositive = x.like(0) < q;
  Number half = x * 0.5;
  Number atPole = select(isInteger(half), x.like(kInfinity), x.like(kNaN));
  Number notPositive =
      select(isInteger(q), atPole, select(isInteger(x), result, x.like(kNaN)));
  result = select(isPositive, result, notPositive);
  result = select(x < 1, x.like(kNaN), result);
  return select(x == 1, x.like(kInfinity), result);
}

Value scatter::emitZeta(const ScalarOp &s) {
  return emitInF64(
      s, [](ArrayRef<Number> args) { return ::emitZeta(args[0], args[1]); });
}

Value scatter::emitPolygamma(const ScalarOp &s) {
  return emitInF64(s, [](ArrayRef<Number> args) {
    Number n = args[0], x = args[1], half = n * 0.5;
    Number factorial = ::emitLogGamma(n + 1).apply<math::ExpOp>();
    Number sign = select(isInteger(half), x.like(-1), x.like(1));
    Number result = sign * factorial * ::emitZeta(n + 1, x);
    result = select(n == 0, ::emitDigamma(x), result);
    Value isNatural = both(n, isInteger(n), n.like(-1) < n);
    return select(isNatural, result, x.like(kNaN));
  });
}
