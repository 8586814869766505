#include "images.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kintree/oracle/limits.hpp"

namespace kintree::suite {
namespace {

void relate(Finding& image, const Finding& original, const oracle::ProblemOracle& exact, const AnswerMap& T,
            const oracle::Relation& relation, bool rounded) {
  oracle::Judgement& j = image.judgement;
  const oracle::Judgement& was = original.judgement;
  const double apart =
      rounded ? oracle::limits::rounded_image(std::max(j.sigma, was.sigma))
              : std::pow(10, -j.certified_digits) + relation.stretch * std::pow(10, -was.certified_digits);
  // What another bound than the limit let pass is allowed its own error.
  const double limit = std::max(j.limit, j.error) + relation.stretch * std::max(was.limit, was.error);
  const double distance = exact.distance({image.values, {}, {}}, {original.values, {}, {}}, T);
  const auto fail = [&](Reason reason, double error, double allowed) {
    image.fail(reason);
    j.verdict = Verdict::F;
    j.error = error;
    j.limit = allowed;
  };
  if (!(relation.distance <= apart))
    fail(Reason::oracle_not_the_image, relation.distance, apart);
  else if (!(distance <= limit + relation.distance))
    fail(Reason::not_the_image, distance, limit + relation.distance);
}

}  // namespace

void relate(Examination& image, const Examination& original, const std::map<Problem, AnswerMap>& answers,
            bool exact) {
  std::map<Problem, std::optional<oracle::Relation>>
      relations;  // of the exact answers, for every plugin alike
  for (Finding& f : image.findings) {
    const Finding* was = original.of(f.plugin, f.problem);
    if (was == nullptr || !f.passed || !was->passed || f.values.empty() || was->values.empty()) continue;
    const AnswerMap& T = answers.at(f.problem);
    const oracle::ProblemOracle& of_image = *image.exact.of(f.problem);
    if (!relations.contains(f.problem))
      relations[f.problem] = of_image.relation(*original.exact.of(f.problem), T);
    if (const auto& relation = relations.at(f.problem)) relate(f, *was, of_image, T, *relation, !exact);
  }
}

}  // namespace kintree::suite
