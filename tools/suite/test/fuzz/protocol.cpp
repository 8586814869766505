#include "suite/execution/protocol.hpp"

#include "fuzz.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree::fuzz {
namespace {

using namespace kintree::suite;

constexpr Sizes sizes{.nq = 2, .n = 2, .bodies = 2, .end_effectors = 1};

/// As an answer to each problem about two coordinates and one end-effector.
template <class S>
void answer(const nlohmann::ordered_json& json) {
  for (const Problem problem : all_problems) {
    bool without_root = false;
    const Outcome<S> out = answer_from_json<S>(json, problem, sizes, without_root);
    if (out.fault) {
      require(printable(out.fault.detail) == out.fault.detail, "a fault is one printable line");
    } else if (out.status.code == Status::ok && !without_root) {
      const Quantities& parts = outputs(problem);
      for (std::size_t k = 0; k < parts.size(); ++k)
        require(out.outputs[k].size() == size(parts[k], sizes), "an answer has the size of its problem");
    }
    const auto written = answer_as_json(7, problem, out, sizes, without_root);
    if (out.fault) continue;
    const Outcome<S> again = answer_from_json<S>(written, problem, sizes, without_root);
    require(answer_as_json(7, problem, again, sizes, without_root) == written,
            "an answer that is written and read is the same");
  }
}

void description(const nlohmann::ordered_json& json) {
  ProgramDescription read;
  if (!accepted("", [&] { read = description_from_json(json); })) return;
  const auto written = suite::as_json(read);
  require(suite::as_json(description_from_json(written)) == written,
          "a description that is written and read is the same");
}

void question(const std::string& line) {
  ReceivedRequest q;
  if (!accepted("", [&] { q = read_question(line); }) || !q.problem) return;
  const Layout layout(q.model);
  const auto size = static_cast<std::size_t>(layout.n);
  require(q.state.q.size() == static_cast<std::size_t>(layout.nq) && q.state.v.size() == size &&
              q.state.qdd.size() == size && q.state.tau.size() == size &&
              q.state.f_ext.size() == q.model.bodies.size(),
          "a state fits its model");
  if (q.problem == Problem::factorization)
    require((q.numbers == Numbers::field ? q.field_H.size() : q.H.size()) == size * size, "H is n x n");
  if (q.numbers == Numbers::field) return;
  const ReceivedRequest again =
      read_question(ModelText(q.model, q.numbers, q.solver).question(1, {*q.problem, q.state, q.H}));
  require(model_as_json(again.model) == model_as_json(q.model) &&
              state_as_json(again.state) == state_as_json(q.state) && again.H == q.H,
          "a question that is written and read is the same");
}

}  // namespace

void protocol(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string line(bytes.substr(0, bytes.find('\n')));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    const ReceivedAnswer received = read_answer(line);
    if (received.fault) {
      require(printable(received.fault.detail) == received.fault.detail, "a fault is one printable line");
    } else {
      answer<double>(received.json);
      answer<float>(received.json);
      answer<Field>(received.json);
      description(received.json);
    }
    question(line);
  }
}

}  // namespace kintree::fuzz
