// The code under test: replace it with your library.
#pragma once

#include <array>
#include <cmath>

/// The mass matrix of the double pendulum in pendulum.urdf. The angles are those of shoulder and elbow.
inline std::array<std::array<double, 2>, 2> mass_matrix(double /*shoulder*/, double elbow) {
  const double lower = 0.02 + 1 * 0.25 * 0.25;         // about the elbow
  const double coupling = 1 * 0.25 * std::cos(elbow);  // times the length 1 of the upper link
  const double upper = 0.1 + 2 * 0.5 * 0.5 + 1 * 1.0;
  return {{{upper + lower + 2 * coupling, lower + coupling}, {lower + coupling, lower}}};
}
