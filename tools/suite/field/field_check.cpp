#include "suite/field/field_check.hpp"

#include "suite/support/dense_limit.hpp"

namespace kintree::suite {

Case first_bodies(const Case& c, int coordinates) {
  Case part = c;
  int bodies = c.model.body_count();
  while (bodies > 1 && Layout(part.model).n > coordinates) {
    part.model.bodies.pop_back();
    --bodies;
  }
  const Layout layout(part.model);
  const auto first = [](auto& numbers, int count) { numbers.resize(static_cast<std::size_t>(count)); };
  first(part.state.q, layout.nq);
  for (auto* numbers : {&part.state.v, &part.state.qdd, &part.state.tau}) first(*numbers, layout.n);
  first(part.state.f_ext, bodies + 1);
  std::vector<EndEffector>& ends = part.state.end_effectors;
  std::erase_if(ends, [&](const EndEffector& e) { return e.body > bodies; });
  if (ends.empty() && !c.state.end_effectors.empty())
    ends.push_back({bodies, c.state.end_effectors.front().pose});
  return part;
}

const Proof& FieldChecker::proof(Problem problem) {
  std::unique_ptr<Proof>& proof = proofs_[problem];
  if (proof != nullptr) return *proof;
  const int n = Layout(case_.model).n;
  const bool is_second = info(problem).derivatives == 2;
  const int most = is_second ? automatic_second_derivatives_limit : largest;
  const bool by_products = is_second && n > most && problems_by_products(n).contains(problem);
  proof = std::make_unique<Proof>(field_twin(by_products ? case_ : first_bodies(case_, most)),
                                  ProblemSet{problem}, !by_products, field_point(case_.id));
  return *proof;
}

ProofOutcome FieldChecker::ask(const Plugin& plugin, Problem problem) {
  const Proof& of = proof(problem);
  const Case& twin = of.twin();
  return of.ask(*worker_of(plugin, twin.model, twin.state.end_effectors), plugin, problem);
}

}  // namespace kintree::suite
