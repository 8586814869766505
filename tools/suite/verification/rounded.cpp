#include "suite/verification/rounded.hpp"

#include <algorithm>
#include <cmath>

#include "kintree/model/numbers.hpp"

namespace kintree::suite {

Case rounded(const Case& c, Format format) {
  if (format == Format::binary64) return c;
  Case result = c;
  result.id.format = format;
  for (Body& body : result.model.bodies) {
    Inertial& I = body.inertial;
    double largest = 0;
    for (const double x : {I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz})
      largest = std::max(largest, std::abs(x));
    for (double* moment : {&I.ixx, &I.iyy, &I.izz}) *moment += 8 * unit_roundoff(format) * largest;
  }
  const auto round = [format](double& x) { x = rounded_to(format, x); };
  for_each_number(result.model, round);
  for_each_number(result.state, round);
  return result;
}

}  // namespace kintree::suite
