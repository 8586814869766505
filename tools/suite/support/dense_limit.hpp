#pragma once

namespace kintree::suite {

/// Degrees of freedom up to which a dense answer takes seconds.
inline constexpr int automatic_dense_limit = 150;

}  // namespace kintree::suite
