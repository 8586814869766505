#include "suite/verification/images.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "kintree/oracle/limits.hpp"
#include "suite/field/proof.hpp"

namespace kintree::suite {
namespace {

/// The largest distance of the exact answers from each other's images.
double allowed(const oracle::ProblemOracle& image, const oracle::ProblemOracle& original, bool exact) {
  return exact ? std::pow(10, -std::min(image.certified_digits(), original.certified_digits()) + 1)
               : oracle::limits::rounded_image(std::max(image.sigma(), original.sigma()));
}

/// The squares of the lengths of the axes.
std::set<double> lengths(const Model& model) {
  std::set<double> result;
  for (const Body& body : model.bodies)
    for (const Triple& a : {body.joint.axis, body.joint.second_axis})
      result.insert(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return result;
}

/// Returns the problems whose exact answers to a twin and to its transformed form are not each other's
/// images, at one point of the field. Nothing is decided if the transformation gives axes other lengths,
/// because the field may choose the other root for a length.
ProblemSet unequal_images(const Proof& proof, const Transformation& transformation,
                          const ProblemSet& problems, bool dense) {
  const Case& twin = proof.twin();
  const auto transformed = transformation.apply(twin, twin.id.seed);
  if (!transformed) return {};
  const Case& from = transformed->from ? *transformed->from : twin;
  const std::set<double> before = lengths(from.model), after = lengths(transformed->image.model);
  if (!std::includes(before.begin(), before.end(), after.begin(), after.end())) return {};
  const std::uint64_t point = field_point(twin.id);
  std::optional<Proof> of_from;
  if (transformed->from) of_from.emplace(from, problems, dense, point);
  const Proof &original = of_from ? *of_from : proof, image(transformed->image, problems, dense, point);
  ProblemSet unequal;
  for (const Problem problem : transformed->problems& problems)
    for (std::size_t k = 0; const Quantity& output : compared_outputs(problem)) {
      const std::vector<Field> expected = original.exact(problem, k), is = image.exact(problem, k);
      const AnswerMap T = map_of(transformed->maps, output);
      if (!expected.empty() && !is.empty() && suite::image(T, output.is_vector(), expected) != is)
        unequal.insert(problem);
      ++k;
    }
  return unequal;
}

}  // namespace

void relate(Examination& image, const Examination& original, const Proof& proof, const CaseImage& transformed,
            const Transformation& transformation) {
  ProblemSet problems;
  for (const report::Record& r : image.records) problems.insert(r.problem);
  const ProblemSet unequal =
      transformation.exact ? unequal_images(proof, transformation, problems, image.dense) : ProblemSet();
  for (report::Record& r : image.records) {
    const report::Record* was = original.of(r.plugin, r.problem);
    if (was == nullptr || !r.passed || r.standing == ResultStatus::unsupported ||
        was->standing == ResultStatus::unsupported)
      continue;
    const oracle::ProblemOracle &of_image = *image.exact.of(r.problem),
                                &of_case = *original.exact.of(r.problem);
    const double limit = allowed(of_image, of_case, transformation.exact);
    const auto distance = of_image.distance_to_image(of_case, maps_of_answer(transformed.maps, r.problem));
    const bool apart = distance && !(*distance <= limit);
    if (!apart && !unequal.contains(r.problem)) continue;
    r.fail(Reason::oracle_not_the_image, apart ? "in digits" : "in the field");
    r.verdict = oracle::verdict_of({});  // nothing that is known to be exact measures the answer
    r.error = distance.value_or(r.error);
    r.limit = limit;
  }
}

}  // namespace kintree::suite
