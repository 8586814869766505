#pragma once

namespace kintree::suite {

/// Degrees of freedom up to which a dense answer takes seconds.
inline constexpr int automatic_dense_limit = 150;
/// The same of second derivatives, which are n^3 numbers of n^2 runs.
inline constexpr int automatic_second_derivatives_limit = 16;

}  // namespace kintree::suite
