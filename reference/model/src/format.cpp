#include "kintree/model/format.hpp"

namespace kintree {

// Not inline: where g++ 12 vectorizes pairs of doubles it leaves out a conversion to float and back.
double rounded_to(Format format, double x) {
  return format == Format::binary64 ? x : static_cast<double>(static_cast<float>(x));
}

}  // namespace kintree
