#include "suite/execution/text_plugin.hpp"

#include <array>
#include <optional>
#include <utility>

#include "kintree/files/json_file.hpp"

namespace kintree::suite {
namespace {

class TextWorker final : public Worker {
 public:
  TextWorker(const ProgramDescription& program, const TextPlugin::Answer& answer, Model model,
             std::size_t end_effectors)
      : program_(program),
        answer_(answer),
        model_(std::move(model)),
        sizes_(sizes_of(Layout(model_), end_effectors)) {}

  Outcome<double> in_double(const SolverRequest& question) override {
    return ask<double>(Numbers::doubles, question);
  }
  Outcome<float> in_float(const SolverRequest& question) override {
    return ask<float>(Numbers::floats, question);
  }
  bool has_field() const override { return program_.in_field; }
  Outcome<Field> in_field(const SolverRequest& question, const std::vector<Field>& H) override {
    return ask<Field>(Numbers::field, question, H);
  }
  std::vector<Outcome<double>> in_batch(Format format, Problem problem, const std::vector<State>& states,
                                        const std::vector<double>& H) override {
    std::vector<Outcome<double>> answers;
    answers.reserve(states.size());
    for (const State& state : states) answers.push_back(in_format(format, {problem, state, H}));
    return answers;
  }

 private:
  template <class S>
  Outcome<S> ask(Numbers numbers, const SolverRequest& question, const std::vector<Field>& H = {}) {
    if (!program_.answers(numbers)) return {{Status::unsupported}};
    std::optional<ModelText>& text = texts_[static_cast<std::size_t>(numbers)];
    if (!text) text.emplace(model_, numbers, 0);
    const ReceivedAnswer answer = read_answer(answer_(text->question(0, question, H)));
    if (answer.fault) return {{Status::crashed}, {}, 0, answer.fault};
    bool without_root = false;  // FieldPoint has noted it: the function computes in this process
    return answer_from_json<S>(answer.json, question.problem, sizes_, without_root);
  }

  const ProgramDescription& program_;
  const TextPlugin::Answer& answer_;
  Model model_;
  Sizes sizes_;
  std::array<std::optional<ModelText>, numbers_names.size()> texts_;
};

}  // namespace

TextPlugin::TextPlugin(const std::string& description, Answer answer)
    : program_(description_from_json(parse_json(description))), answer_(std::move(answer)) {}

std::unique_ptr<Worker> TextPlugin::worker(Model model, std::vector<EndEffector> end_effectors) const {
  return std::make_unique<TextWorker>(program_, answer_, std::move(model), end_effectors.size());
}

}  // namespace kintree::suite
