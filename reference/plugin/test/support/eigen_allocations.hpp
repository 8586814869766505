// For plugins on Eigen, whose own allocations do not go through operator new: here they stop the program. To
// be included before anything of Eigen.
#pragma once

#undef NDEBUG
#define EIGEN_RUNTIME_NO_MALLOC
#include <Eigen/Core>

#include "allocations.hpp"
#include "factored.hpp"

namespace kintree::test {

template <template <class> class Algorithm>
void check_factorization_allocates_nothing() {
  for_cases(60, 2, {}, [](const Case& drawn) {
    Factored<double> f(drawn);
    Algorithm<double> solver(drawn.model);
    check_allocates_nothing([&] {
      Eigen::internal::set_is_malloc_allowed(false);
      solver.factorization(f.in(), f.result());
      Eigen::internal::set_is_malloc_allowed(true);
    });
  });
}

}  // namespace kintree::test
