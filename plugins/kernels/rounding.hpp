// The size of the roundings of an arithmetic.
#pragma once

namespace kintree {

/// One unit in the last place of 1, of either sign; zero where nothing is rounded, as in a field.
template <class S>
S unit_in_the_last_place() {
  return (S(4) / S(3) - S(1)) * S(3) - S(1);
}

}  // namespace kintree
