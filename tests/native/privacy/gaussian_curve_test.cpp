#include "privacy/gaussian_curve.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "privacy/exponential.hpp"
#include "privacy/guarantee.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

double kappa(double epsilon, double delta) { return calibrate_gaussian(epsilon, delta).value(); }

struct Reference {
  double epsilon, delta, kappa;
};

}  // namespace

// Values to 18 digits by tests/reference/privacy.py.
TEST_CASE("the scaled complementary error function has its known values") {
  struct Known {
    double z, value;
  };
  for (const auto& [z, value] :
       {Known{0, 1}, Known{0.1, .896456979969126637}, Known{0.5, .615690344192925875},
        Known{0.9999, .427610898901080236}, Known{1, .427583576155807004},
        Known{1.5, .321585416454317502}, Known{2, .255395676310505744},
        Known{5, .110704637733068626}, Known{10, .0561409927438225859},
        Known{100, .0056416137829894329}, Known{1e6, 5.64189583547474192e-7}}) {
    CAPTURE(z);
    CHECK(std::abs(scaled_erfc(z) / value - 1) < 2e-15);
  }
}

TEST_CASE("the Gaussian curve has its known values, also where its two terms nearly cancel") {
  struct Known {
    double epsilon, mu, delta;
  };
  for (const auto& [epsilon, mu, delta] :
       {Known{0, 1, .382924922548026207}, Known{0.5, 0.1, 6.85658245583873714e-9},
        Known{1, 0.26805, 9.99930428013276378e-6}, Known{1, 3, .787600741360384534},
        Known{4, 0.9, 5.51059088681481281e-6}, Known{10, 2, 9.94020281611815277e-6},
        Known{30, 10, .970601854346858669}, Known{0.001, 0.0001, 7.47829846001956424e-29},
        Known{0.01, 1.5, .54447774070234743}, Known{2, 0.2, 4.04370356676492024e-25},
        Known{64, 5, 1.13947260889042152e-25}}) {
    CAPTURE(epsilon, mu);
    CHECK(std::abs(gaussian_delta(epsilon, mu) / delta - 1) < 1e-10);
  }
}

TEST_CASE("the Gaussian curve is that of the library's erfc, which computes it another way") {
  SplitMix64 random(11);
  for (int i = 0; i < 2000; ++i) {
    const double epsilon = 8 * random.real();
    const double mu = std::exp2(-2 + 4 * random.real());
    const double a = (epsilon / mu - mu / 2) / std::sqrt(2);
    const double b = (epsilon / mu + mu / 2) / std::sqrt(2);
    const double expected = (std::erfc(a) - std::exp(epsilon) * std::erfc(b)) / 2;
    CAPTURE(epsilon, mu);
    REQUIRE(gaussian_delta(epsilon, mu) == Approx(expected).epsilon(1e-9).margin(1e-15));
  }
}

TEST_CASE("more noise and more epsilon leave less delta") {
  for (const double epsilon : {0.01, 0.5, 1.0, 4.0, 16.0}) {
    for (double mu = 0.125; mu < 8; mu *= 1.5) {
      CAPTURE(epsilon, mu);
      CHECK(gaussian_delta(epsilon, mu) < gaussian_delta(epsilon, 1.5 * mu));
      CHECK(gaussian_delta(1.1 * epsilon, mu) < gaussian_delta(epsilon, mu));
    }
  }
}

TEST_CASE("the analytic calibration has its published values") {
  for (const auto& [epsilon, delta, value] :
       {Reference{0.01, 1e-5, 243.78543767567803}, Reference{0.1, 1e-5, 30.74956613197745},
        Reference{0.5, 1e-6, 8.0576184807250443}, Reference{1, 1e-5, 3.7306316348159418},
        Reference{1, 1e-6, 4.2246788893268353}, Reference{1, 1e-9, 5.495266157238296},
        Reference{2, 1e-6, 2.2304762711864173}, Reference{4, 1e-6, 1.1935185871579852},
        Reference{8, 1e-5, 0.60022907219895156}, Reference{10, 1e-5, 0.49988861970900851},
        Reference{10, 1e-9, 0.65024691895865740}, Reference{20, 1e-6, 0.30908468121885963},
        Reference{1, 0.1, 1.0858777651918565}}) {
    CAPTURE(epsilon, delta);
    CHECK(kappa(epsilon, delta) == Approx(value).epsilon(3e-12));
  }
  CHECK(3 / std::sqrt(2) * kappa(1, 1e-5) == Approx(7.9138647812622241).epsilon(3e-12));
}

// 1/mu with BW(epsilon, mu) = delta, to 18 digits, for these very doubles, by
// tests/reference/privacy.py.
TEST_CASE("the calibration is never below the true value and at most 3e-12 above it") {
  for (const auto& [epsilon, delta, value] :
       {Reference{0x1.2248dbaf391aep-5, 0x1.e5522de143250p-17, 76.0317514131418489},
        Reference{0x1.1dd2cf119b8d3p-9, 0x1.285792d43cd38p-47, 2885.57873134426152},
        Reference{0x1.cdc4779909cf2p-5, 0x1.0ba6801feb4e3p-94, 184.853935385066176},
        Reference{0x1.1601832bcfa3bp-2, 0x1.f9eea8f4cf905p-25, 16.4266436764763708},
        Reference{0x1.15c22711fa8c9p-9, 0x1.395dd60c8ee98p-91, 4666.51746364215666},
        Reference{0x1.bb59f97c0edebp-4, 0x1.e393e8b873f17p-19, 30.9389095038553278},
        Reference{0x1.f93e01d66b18ep-9, 0x1.0b9e35f27d614p-17, 576.456556175708376},
        Reference{0x1.1eb066b766e7fp+5, 0x1.3661229576790p-43, 0.254650022565762942},
        Reference{0x1.459598b378456p-4, 0x1.93c4678898f37p-4, 3.04042216521108575},
        Reference{0x1.ad253c2af17b3p-10, 0x1.a58b089872f0cp-30, 2526.67587481700835},
        Reference{0x1.3cf1817c06757p-8, 0x1.f32278c567d83p-89, 2023.8750037998636},
        Reference{0x1.e9af45baf98fbp-6, 0x1.d076ce0cc13d7p-20, 107.190365240924509},
        Reference{0x1.daf260c2da4cdp-8, 0x1.65ee11beb3dfep-17, 320.725541235413528},
        Reference{0x1.f16f0c7820f48p-5, 0x1.4d7a2d8480b19p-46, 109.683194999465758},
        Reference{0x1.00d25e75dd8d8p-9, 0x1.2aa4b5a580e44p-94, 5148.63980341455942},
        Reference{0x1.3a280d513ee49p-7, 0x1.b203f677817d2p-25, 392.703092001259907},
        Reference{0x1.04b831b1d5285p-5, 0x1.14bf687337a48p-42, 194.422387478847869},
        Reference{0x1.30a3372ebeb32p-3, 0x1.e3371fe6e531cp-71, 59.5612995701618441},
        Reference{0x1.a2c96310a903bp+2, 0x1.0a36df1d6b529p-31, 0.965378246672415532},
        Reference{0x1.24317d2114a18p-1, 0x1.1d69eece1407fp-48, 12.6325251135736621},
        Reference{0x1.006402aaf2d31p+4, 0x1.3cd994d34694bp-28, 0.41956527150274727},
        Reference{0x1.85e96fd76fe5dp-6, 0x1.5dfae8d7d611bp-36, 228.769525028954687},
        Reference{0x1.9cfd9837da2d5p-4, 0x1.0734b573e2e9ap-25, 43.4008531101841158},
        Reference{0x1.594f9ed49cc11p-8, 0x1.7f4412aa7c848p-52, 1304.84882897554773},
        Reference{0x1.8b70b7cde6e75p-10, 0x1.0db2f5f4b8eefp-12, 502.856725562808492},
        Reference{0x1.1fb2dfff393cep-1, 0x1.a4317f5087099p-14, 5.31168664265214131},
        Reference{0x1.039103fb421b3p-5, 0x1.eaa1d81a0e256p-32, 156.322839878941691},
        Reference{0x1.6c89405ed3a74p-1, 0x1.bff04941809e7p-24, 6.43078353897930808},
        Reference{0x1.5b2aa889293a9p+3, 0x1.74d34a5b682bcp-7, 0.328051293674388824},
        Reference{0x1.8029a28765e2bp-3, 0x1.d294835f0085bp-35, 30.050772198304303},
        Reference{0x1.f5b5d863c7b4fp-10, 0x1.b8b97f53dfc7bp-17, 965.166451961769415},
        Reference{0x1.da429d50ffc24p+5, 0x1.593f23e8139b8p-19, 0.136774995009381033},
        Reference{0x1.77b947da99cb5p-6, 0x1.529dd5c7b9a45p-62, 347.441244739617789},
        Reference{0x1.9f6cbe2d7df29p+0, 0x1.0161c4ad9e4bbp-23, 2.95333311890614527},
        Reference{0x1.9ca65802abc21p-8, 0x1.dbeb8d162a9bep-89, 1559.38312620300832},
        Reference{0x1.ec420950a481fp-10, 0x1.18fd058ed63bcp-24, 1770.64565135127369},
        Reference{0x1.0c9fb428d6e79p-8, 0x1.5722e0924caa2p-26, 922.64409872259291},
        Reference{0x1.ec14b31a524aap+3, 0x1.3975973bd411bp-92, 0.74437055320727605},
        Reference{0x1.236db589d6cc8p-3, 0x1.7678c95ba7563p-46, 47.5677929688011043},
        Reference{0x1.18f1c92bb0ce7p+4, 0x1.a2281f9670990p-9, 0.255714728128753622},
        Reference{0x1.5edb3fa2cca6ep-6, 0x1.3e5688b25cc42p-59, 360.199330563255617},
        Reference{0x1.abaa56f4230e1p-5, 0x1.7d4828cfaf8a5p-13, 39.6518609377566227},
        Reference{0x1.4064a222e391dp+5, 0x1.7da40d694d3efp-34, 0.214280170282417152},
        Reference{0x1.a3256fd3a4982p-7, 0x1.4925d7690a646p-77, 709.632209443471752},
        Reference{0x1.b15abcc4fb0a7p-3, 0x1.6111f7bc39afdp-42, 30.4575504952768744},
        Reference{0x1.26df47394a10cp-6, 0x1.5ca8cdf4c73c1p-25, 219.581126719725683},
        Reference{0x1.e06366ce910b4p-5, 0x1.29611c26f9214p-44, 110.391919638123341},
        Reference{0x1.30587ac362769p+5, 0x1.614e2c8b978dbp-32, 0.21885807046662662}}) {
    CAPTURE(epsilon, delta);
    CHECK(kappa(epsilon, delta) >= value);
    CHECK(kappa(epsilon, delta) <= value * (1 + 3e-12));
  }
}

// The ratio of the classic sqrt(2 ln(1.25/delta))/epsilon to the analytic calibration.
TEST_CASE("the classic formula wastes noise at small epsilon and gives too little at epsilon 10") {
  const auto ratio = [](double epsilon) {
    return std::sqrt(2 * std::log(1.25 / 1e-5)) / epsilon / kappa(epsilon, 1e-5);
  };
  CHECK(ratio(0.1) == Approx(1.576).margin(5e-4));
  CHECK(ratio(0.5) == Approx(1.378).margin(5e-4));
  CHECK(ratio(1) == Approx(1.299).margin(5e-4));
  CHECK(ratio(2) == Approx(1.215).margin(5e-4));
  CHECK(ratio(4) == Approx(1.120).margin(5e-4));
  CHECK(ratio(10) == Approx(0.969).margin(5e-4));
}

// The loss passes epsilon where the noise passes epsilon/mu - mu/2 standard deviations. Values by
// tests/reference/privacy.py: texts that say what delta means must not call it this probability.
TEST_CASE("a Gaussian report passes its epsilon more often than delta says") {
  const auto passes = [](double epsilon, double delta) {
    const double mu = 1 / kappa(epsilon, delta);
    return std::erfc((epsilon / mu - mu / 2) / std::sqrt(2)) / 2;
  };
  CHECK(passes(1, 1e-5) == Approx(1.61198e-4).epsilon(1e-5));
  CHECK(passes(0.5, 1e-6) == Approx(3.64287e-5).epsilon(1e-5));
  CHECK(passes(8, 1e-5) == Approx(3.61151e-5).epsilon(1e-5));
}

TEST_CASE("the slack of integer noise is (1 + e^epsilon) times its total variation, rounded up") {
  for (const double epsilon : {0.0, 0x1p-12, 0x1p-10, 0.3, 1.0, 16.0, 32.0, 33.0}) {
    CAPTURE(epsilon);
    const double exact = (1 + std::exp(epsilon)) * 1e-17;
    CHECK(gaussian_slack(epsilon, 1e-17) >= exact);
    CHECK(gaussian_slack(epsilon, 1e-17) <= exact * (1 + 1e-11));
  }
}

TEST_CASE("the calibration refuses what it cannot keep") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double epsilon : {0.0, -1.0, 0x1p-11, 64.001, infinity, nan}) {
    CHECK(calibrate_gaussian(epsilon, 1e-6).error().parameter == "epsilon");
  }
  for (const double delta : {0.0, -1e-6, 1e-31, 0.501, 1.0, infinity, nan}) {
    CHECK(calibrate_gaussian(1, delta).error().parameter == "delta");
  }
  CHECK(calibrate_gaussian(kMinEpsilon, 1e-30).ok());
  CHECK(calibrate_gaussian(64, 0.5).ok());
}
