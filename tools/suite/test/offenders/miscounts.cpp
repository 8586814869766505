// Says that it costs nothing, and that a longer chain costs no more.
#include "sound.hpp"

namespace kintree {

inline Description miscounts(const char* name) {
  Description description = offender(name);
  description.claims.front().formula =
      CostFormula{CostFormula::equal, [](const Model&, const std::vector<EndEffector>&) {
                    return std::vector<PhaseCost>{{"columns", Operations{}}};
                  }};
  description.claims.front().growth.chain = 1;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::Crba, (kintree::miscounts("miscounts")))
