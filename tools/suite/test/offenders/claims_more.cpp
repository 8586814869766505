// Claims a problem that it does not solve.
#include "sound.hpp"

namespace kintree {

inline Description claims_more() {
  Description description = offender("claims_more");
  description.claims.front().problem = Problem::mass_matrix_inverse;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::Crba, (kintree::claims_more()))
