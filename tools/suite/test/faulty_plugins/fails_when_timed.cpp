// Right for the small models of verify. For a hundred bodies or more, as in `kintree bench`, KINTREE_FAULT
// makes it hang or crash, or crash when it is prepared. Preparing it takes long, and bench does it once.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "sound.hpp"

namespace kintree {

template <class S>
class FailsWhenTimed final : public Solves<S, problems::MassMatrix> {
 public:
  explicit FailsWhenTimed(const Model& model) : sound_(model), large_(model.body_count() >= 100) {
    if (const char* fault = std::getenv("KINTREE_FAULT")) fault_ = fault;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (large_ && fault_ == "crashes_when_prepared") std::abort();
  }

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    if (large_) {
      if (fault_ == "crashes") std::abort();
      while (fault_ == "hangs") pause();
    }
    return sound_.mass_matrix(q, H);
  }

 private:
  CrbaColumns<S> sound_;
  bool large_;
  std::string_view fault_;
};

}  // namespace kintree

KINTREE_PLUGIN(kintree::FailsWhenTimed, (kintree::faulty("fails_when_timed")))
