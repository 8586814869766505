#include "images.hpp"

#include <algorithm>
#include <cmath>

#include "kintree/oracle/limits.hpp"

namespace kintree::suite {
namespace {

/// What the oracles of a case and of its image say of one problem, for every plugin alike.
struct Kinship {
  double exact = 0;    ///< |O(Tx) - T O(x)|
  double stretch = 0;  ///< |T|
};

void relate(Finding& image, const Finding& original, const oracle::DenseOracle& exact, const AnswerMap& T,
            const Kinship& kinship, bool rounded) {
  oracle::Judgement& j = image.judgement;
  const oracle::Judgement& was = original.judgement;
  const double apart =
      rounded ? oracle::limits::rounded_image(std::max(j.sigma, was.sigma))
              : std::pow(10, -j.certified_digits) + kinship.stretch * std::pow(10, -was.certified_digits);
  // What another bound than the limit let pass is allowed its own error.
  const double limit = std::max(j.limit, j.error) + kinship.stretch * std::max(was.limit, was.error);
  const double distance = exact.distance(image.problem, image.values, original.values, T);
  const auto fail = [&](Reason reason, double error, double allowed) {
    image.fail(reason);
    j.verdict = Verdict::F;
    j.error = error;
    j.limit = allowed;
  };
  if (!(kinship.exact <= apart))
    fail(Reason::oracle_not_the_image, kinship.exact, apart);
  else if (!(distance <= limit + kinship.exact))
    fail(Reason::not_the_image, distance, limit + kinship.exact);
}

}  // namespace

void relate(Examination& image, const Examination& original, const std::map<Problem, AnswerMap>& answers,
            bool exact) {
  const auto* of_image = dynamic_cast<const oracle::DenseOracle*>(image.exact.get());
  const auto* of_original = dynamic_cast<const oracle::DenseOracle*>(original.exact.get());
  if (of_image == nullptr || of_original == nullptr) return;
  std::map<Problem, Kinship> kinships;
  for (Finding& f : image.findings) {
    const Finding* was = original.of(f.plugin, f.problem);
    // A factorization's exact input is a rounded matrix, not the case.
    if (f.problem == Problem::factorization || was == nullptr) continue;
    if (!f.passed || !was->passed || f.values.empty() || was->values.empty()) continue;
    const AnswerMap& T = answers.at(f.problem);
    if (!kinships.contains(f.problem))
      kinships[f.problem] = {of_image->distance(f.problem, *of_original, T),
                             of_image->stretch(f.problem, *of_original, T)};
    relate(f, *was, *of_image, T, kinships.at(f.problem), !exact);
  }
}

}  // namespace kintree::suite
