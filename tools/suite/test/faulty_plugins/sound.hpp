// The sound algorithm on which the faulty plugins are based.
#pragma once

#include "crba_columns/crba_columns.hpp"
#include "kintree/plugin/register.hpp"

namespace kintree {

/// One unit in the last place more, of a double: far less than the judge looks at.
template <class S>
void nudge(S& x) {
  x = x + x * S(0x1p-52);
}

inline Description faulty(const char* name, Verdict promise = Verdict::C) {
  return {.name = name,
          .citation = "none: it breaks a promise for a test",
          .claims = {{.problem = Problem::mass_matrix, .promise = promise, .cost = ""}}};
}

inline Description in_path_rows(Description d) {
  d.claims.front().path_rows = true;
  return d;
}

}  // namespace kintree
