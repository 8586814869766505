// Claims that it costs nothing, and that a longer chain costs no more. With KINTREE_FAULT=published, it
// claims that a paper gives this cost.
#include <cstdlib>
#include <string_view>

#include "sound.hpp"

namespace kintree {

inline Description miscounts(const char* name) {
  Description description = faulty(name);
  const char* const fault = std::getenv("KINTREE_FAULT");
  const bool published = fault != nullptr && std::string_view(fault) == "published";
  description.claims.front().formula = CostFormula{published ? CostFormula::published : CostFormula::equal,
                                                   [](const Model&, const std::vector<EndEffector>&) {
                                                     return std::vector<PhaseCost>{{"columns", Operations{}}};
                                                   }};
  description.claims.front().growth.chain = 1;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::CrbaColumns, (kintree::miscounts("miscounts")))
