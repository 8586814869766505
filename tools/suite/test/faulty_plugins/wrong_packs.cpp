// A sound algorithm whose batches, in packs, or single calls, in lanes, have the fault that the environment variable
// KINTREE_FAULT names.
#include "aba/aba.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/plugin/register.hpp"

#ifndef KINTREE_PACKS

KINTREE_PLUGIN(
    kintree::Aba,
    {.name = "wrong_packs",
     .citation = "none: its batches break a promise for a test",
     .claims = {{.problem = kintree::Problem::forward_dynamics, .promise = kintree::Verdict::C, .cost = ""}}})

#else

#include <cstdlib>
#include <string_view>
#include <utility>

namespace kintree {

inline bool fault(std::string_view name) {
  const char* wanted = std::getenv("KINTREE_FAULT");
  return wanted != nullptr && wanted == name;
}

template <class T>
class WrongPacks final : public Solver<T> {
 public:
  WrongPacks(const Description& description, const Model& model, const std::vector<EndEffector>& ends)
      : sound_(description, model, ends) {}

  StatusOf<T> call(Problem /*problem*/, const Call<T>& /*call*/) override { return {Status::unsupported}; }

  void call_batch(Problem problem, const BatchCall<T>& batch) override {
    constexpr int lanes = NativePack<T>::lanes;
    const BatchView<T> qdd = batch.out[0];
    BatchCall<T> solved = batch;
    if (fault("drops_the_remainder") && batch.count > lanes) solved.count -= batch.count % lanes;
    sound_.call_batch(problem, solved);
    for (int k = 0; k + 1 < solved.count; k += lanes) {
      if (fault("permutes_lanes"))
        for (int i = 1; i <= qdd.size; ++i) std::swap(qdd(i, k), qdd(i, k + 1));
      if (fault("breaks_the_neighbour")) std::swap(batch.status[k], batch.status[k + 1]);
    }
    for (int k = 0; k < solved.count; ++k)
      for (int i = 1; i <= qdd.size; ++i) {
        if (fault("loses_digits")) qdd(i, k) += qdd(i, k) * T(0x1p-20);
        if (fault("errs_in_place") && batch.count == lanes && k == 0) qdd(i, k) += qdd(i, k) * T(0x1p-50);
        if (fault("depends_on_its_place") && k == 1) qdd(i, k) += qdd(i, k) * T(0x1p-50);
      }
    if (fault("allocates")) at_random_ = std::make_unique<char[]>(1 + static_cast<std::size_t>(batch.count));
  }

 private:
  SolverInPacks<Aba, T> sound_;
  std::unique_ptr<char[]> at_random_;
};

/// In double alone.
class WrongPacksOfAba final : public Packs {
 public:
  Lanes lanes() const override { return {NativePack<double>::lanes, 1}; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& ends,
                                      Scalar /*scalar*/) const override {
    const Claim claim{.problem = Problem::forward_dynamics, .promise = Verdict::C, .cost = ""};
    return std::make_unique<WrongPacks<double> >(Description{.name = "", .citation = "", .claims = {claim}},
                                                 model, ends);
  }
  void compute_in(const Arithmetic* /*it is not built for Number*/) const override {}
};

template <class T>
class WrongLanes final : public Solves<T, problems::ForwardDynamics> {
 public:
  explicit WrongLanes(const Model& model) : sound_(model) {}

  Status forward_dynamics(const Input<T, problems::ForwardDynamics>& in, VectorView<T> qdd) override {
    Status status = sound_.forward_dynamics(in, qdd);
    ++calls_;
    for (int i = 1; i <= qdd.size; ++i) {
      if (fault("lanes_lose_digits")) qdd(i) += qdd(i) * T(0x1p-20);
      if (fault("lanes_remember") && calls_ > 1) qdd(i) += qdd(i) * T(0x1p-50);
    }
    if (fault("lanes_allocate")) at_random_ = std::make_unique<char[]>(calls_);
    if (fault("lanes_name_another") && status.code == Status::breakdown) status.coordinate = 1000;
    if (fault("lanes_give_up")) status = Status::breakdown_at(1);
    return status;
  }

 private:
  Aba<T> sound_;
  std::size_t calls_ = 0;
  std::unique_ptr<char[]> at_random_;
};

}  // namespace kintree

KINTREE_LANES(kintree::WrongLanes)

extern "C" {
extern BOOST_SYMBOL_EXPORT const char kintree_plugin_stamp[];
const char kintree_plugin_stamp[] = KINTREE_STAMP;
BOOST_SYMBOL_EXPORT const kintree::Packs* kintree_packs() {
  static const kintree::WrongPacksOfAba packs;
  return &packs;
}
}

#endif
