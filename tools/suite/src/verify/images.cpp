#include "images.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "field_twin.hpp"
#include "kintree/oracle/limits.hpp"
#include "proof.hpp"

namespace kintree::suite {
namespace {

/// How far the exact answers may be from each other's images.
double allowed(const oracle::ProblemOracle& image, const oracle::ProblemOracle& original, bool exact) {
  return exact ? std::pow(10, -std::min(image.certified_digits(), original.certified_digits()) + 1)
               : oracle::limits::rounded_image(std::max(image.sigma(), original.sigma()));
}

/// The twin of a case and its transformed form, asked at the same point of the field.
class TwinImages {
 public:
  TwinImages(const Case& c, const CaseImage& transformed, const ProblemSet& problems, bool dense)
      : answers_(transformed.answers), point_(field_point(c.id)) {
    const Case& from = transformed.from ? *transformed.from : c;
    original_.emplace(from, problems, dense, point_);
    image_.emplace(transformed.image, problems, dense, point_);
  }

  /// The first entry, from 1, that is not equal; nothing if all are, or if that cannot be asked.
  std::optional<oracle::Equality> difference(const Plugin& plugin, Problem problem) const {
    if (problem == Problem::factorization) return {};  // its input differs, and its factors have no images
    const AnswerMap& T = answers_.at(problem);
    // A vector of another length may have the other root for its length, and so the other direction.
    if (original_->exact(problem).empty() || image_->exact(problem).empty() ||
        suite::image(T, problem, original_->exact(problem)) != image_->exact(problem))
      return {};
    InProcess of_original = original_->worker(plugin), of_image = image_->worker(plugin);
    const ProofOutcome was = original_->ask(of_original, plugin, problem);
    const ProofOutcome is = image_->ask(of_image, plugin, problem);
    if (was.right != Right::proved || is.right == Right::not_askable) return {};
    const std::vector<Field> expected = suite::image(T, problem, was.answer);
    for (std::size_t k = 0; k < expected.size(); ++k)
      if (is.answer.size() != expected.size() || !(is.answer[k] == expected[k]))
        return oracle::Equality{Reason::not_the_image, static_cast<int>(k) + 1, 0};
    return {};
  }

 private:
  std::map<Problem, AnswerMap> answers_;
  std::uint64_t point_;
  std::optional<Proof> original_, image_;
};

}  // namespace

void relate(Examination& image, const Examination& original, const Case& c, const CaseImage& transformed,
            const Transformation& transformation) {
  std::optional<TwinImages> twins;
  if (transformation.exact) {
    const Case twin = field_twin(c);
    ProblemSet problems;
    for (const Finding& f : image.findings) problems.insert(f.problem);
    if (const auto of_twin = transformation.apply(twin, c.id.seed))
      twins.emplace(twin, *of_twin, problems, image.dense);
  }
  for (Finding& f : image.findings) {
    const Finding* was = original.of(f.plugin, f.problem);
    if (was == nullptr || !f.passed || !was->passed || f.standing == Standing::unsupported ||
        was->standing == Standing::unsupported)
      continue;
    oracle::Judgement& j = f.judgement;
    const oracle::ProblemOracle &of_image = *image.exact.of(f.problem),
                                &of_case = *original.exact.of(f.problem);
    const auto distance = of_image.distance_to_image(of_case, transformed.answers.at(f.problem));
    if (distance && !(*distance <= allowed(of_image, of_case, transformation.exact))) {
      f.fail(Reason::oracle_not_the_image);
      j.verdict = Verdict::F;
      j.error = *distance;
      j.limit = allowed(of_image, of_case, transformation.exact);
    } else if (twins) {
      if (const auto difference = twins->difference(*f.plugin, f.problem)) {
        f.fail(Reason::not_the_image);
        f.right = Right::wrong;
        j.verdict = Verdict::F;
        j.row = difference->row;
      }
    }
  }
}

}  // namespace kintree::suite
