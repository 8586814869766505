#include <algorithm>
#include <numeric>

#include "kintree/model/error.hpp"
#include "suite/cases/sources.hpp"
#include "suite/timing/bench.hpp"

namespace kintree::suite {
namespace {

/// Input of factorizations is n x n: of large models there are fewer states.
constexpr double largest_input = 128 << 20;
/// And as many as leave no lane of a pack without a state.
constexpr int full_packs = 16;

/// On different bodies: leaves first, then bodies on the way to them. As many as four, and no more than a Jacobian of full row
/// rank may have.
std::vector<EndEffector> end_effectors(const Model& model) {
  const int N = model.body_count(), m = std::clamp(Layout(model).n / 6, 1, 4);
  std::vector<bool> leaf(model.bodies.size(), true);
  for (const Body& body : model.bodies) leaf[static_cast<std::size_t>(body.parent)] = false;
  std::vector<int> chosen;
  for (int i = N; i >= 1 && static_cast<int>(chosen.size()) < m; --i)
    if (leaf[static_cast<std::size_t>(i)]) chosen.push_back(i);
  // Body N is a leaf, so that there are enough others.
  for (int k = m; static_cast<int>(chosen.size()) < m; --k)
    if (const int body = N * k / m; std::find(chosen.begin(), chosen.end(), body) == chosen.end())
      chosen.push_back(body);
  std::sort(chosen.begin(), chosen.end());
  std::vector<EndEffector> ends;
  for (const int body : chosen) ends.push_back({body, {{0.05, 0.02, -0.03}, {0.3, -0.2, 0.1}}});
  return ends;
}

BenchModel with_states(std::string name, Model model, const BenchModelChoice& choice) {
  const auto n = static_cast<double>(Layout(model).n);
  const int held = std::max(2, static_cast<int>(largest_input / (n * n * sizeof(double))));
  const int most = std::max(std::min(held, full_packs), held / full_packs * full_packs);
  BenchModel result{std::move(name), std::move(model), {}};
  Generator generator = make_generator({word("bench"), word(result.name), choice.seed});
  const std::vector<EndEffector> ends = end_effectors(result.model);
  for (int k = 0; k < std::min(choice.states, most); ++k) {
    State state = random_state(result.model, generator, {.max_end_effectors = 0});
    state.end_effectors = ends;
    result.states.push_back(std::move(state));
  }
  return result;
}

Model random_tree(Family family, int bodies, std::uint64_t seed) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  options.numbering = Numbering::depth_first;
  options.multi_root = false;
  constexpr int most_tried = 1000;  // one in four has so many bodies
  for (int tried = 0; tried < most_tried; ++tried) {
    Case c = random_case(family, bodies, seed + static_cast<std::uint64_t>(tried), options);
    if (c.model.body_count() == bodies) return std::move(c.model);
  }
  throw InputError("no tree of family '" + std::string(info(family).name) + "' with " +
                   std::to_string(bodies) + " bodies is drawn");
}

}  // namespace

std::vector<BenchModel> BenchModelChoice::models() const {
  std::vector<BenchModel> result;
  CaseChoice cases;
  cases.model = file;
  cases.urdf = urdf;
  if (!file.empty() || urdf != UrdfOptions{}) {
    cases.families = families;
    const Source source = cases.sources().front();
    return {with_states(source.id.family, source.draw(seed).model, *this)};
  }
  std::vector<std::string> names = families;
  if (names.empty()) names = {"humanoid30", "asimo", "arm", "humanoid", "quadruped", "chain", "recursive"};
  for (const std::string& name : names) {
    const auto random = family(name);
    if (random == Family::shapes)
      throw InputError("'shapes' has trees of up to 8 bodies, none to be timed on");
    if (random) {
      for (const int size : bodies)
        result.push_back(
            with_states(name + "-" + std::to_string(size), random_tree(*random, size, seed), *this));
      continue;
    }
    cases.families = {name};
    cases.joints = {JointKind::revolute};  // of trees that state none
    const Source source = cases.sources().front();
    result.push_back(with_states(name, source.draw(seed).model, *this));
  }
  return result;
}

}  // namespace kintree::suite
