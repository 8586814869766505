#include <array>
#include <deque>
#include <iostream>

#include "kintree/model/error.hpp"
#include "suite/execution/program.hpp"
#include "suite/execution/protocol.hpp"

namespace kintree::suite {
namespace {

/// The number of solvers that are kept for later requests.
constexpr std::size_t most_kept = 8;

class Server {
 public:
  explicit Server(const Plugin& plugin) : plugin_(plugin) {}

  nlohmann::ordered_json answer(const ReceivedRequest& q) {
    if (!q.problem) {
      const Description& d = plugin_.description();
      nlohmann::ordered_json json = as_json(ProgramDescription{d, d.built_for(Scalar::number)});
      json["id"] = q.id;
      return json;
    }
    const Sizes sizes = sizes_of(Layout(q.model), q.state.end_effectors.size());
    const auto written = [&](const auto& outcome, bool without_root = false) {
      return answer_as_json(q.id, *q.problem, outcome, sizes, without_root);
    };
    InProcess& requested = worker(q);
    const SolverRequest question{*q.problem, q.state, q.H};
    if (q.numbers == Numbers::doubles) return written(requested.in_double(question));
    if (q.numbers == Numbers::floats) return written(requested.in_float(question));
    const FieldPoint point(FieldPoint::Scale{q.scale}, &q.parameters);
    const Outcome<Field> out = requested.in_field(question, q.field_H);
    return written(out, point.without_root());
  }

 private:
  struct Prepared {
    std::uint64_t solver;
    std::array<std::size_t, 4> sizes;  ///< of model and state
    std::unique_ptr<InProcess> worker;
  };

  InProcess& worker(const ReceivedRequest& q) {
    const Layout layout(q.model);
    const std::array sizes{q.model.bodies.size(), static_cast<std::size_t>(layout.nq),
                           static_cast<std::size_t>(layout.n), q.state.end_effectors.size()};
    for (Prepared& one : prepared_)
      if (one.solver == q.solver) {
        if (one.sizes != sizes)
          throw InputError("question: another model or other end-effectors than before for solver " +
                           std::to_string(q.solver));
        return *one.worker;
      }
    if (prepared_.size() == most_kept) prepared_.pop_front();
    prepared_.push_back(
        {q.solver, sizes, std::make_unique<InProcess>(plugin_, q.model, q.state.end_effectors)});
    return *prepared_.back().worker;
  }

  const Plugin& plugin_;
  std::deque<Prepared> prepared_;
};

}  // namespace

void serve(const std::filesystem::path& library) {
  Server server(load_plugin(library));
  for (std::string line; std::getline(std::cin, line);)
    std::cout << server.answer(read_question(line)).dump() << '\n' << std::flush;
}

}  // namespace kintree::suite
