// Claims a problem that it does not solve.
#include "sound.hpp"

namespace kintree {

inline Description claims_more(const char* name) {
  Description description = faulty(name);
  description.claims.front().problem = Problem::mass_matrix_inverse;
  return description;
}

}  // namespace kintree

KINTREE_PLUGIN(kintree::CrbaColumns, (kintree::claims_more("claims_more")))
