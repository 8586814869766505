// Makes a plugin of kintree_plugin.h from a class Adapter(const Tree&). The class has `joint_kinds`,
// `names_pivots`, and library(), which returns the name and version of the library. It also has a method for
// each problem that the library solves, in the layout of that header:
//
//   mass_matrix(q, H)                                mass_matrix_inverse(q, H_inverse)
//   factorization(H, b, L, D, x)                     inverse_osim(q, Lambda_inverse)
//   inverse_dynamics(q, v, qdd, f_ext, tau)          forward_dynamics(q, v, tau, f_ext, qdd)
//   jacobian(q, v, J, J_dot_v)                       forward_dynamics_derivatives(q, v, tau, f_ext, dqdd_dq, dqdd_dv, dqdd_dtau)
//
// An adapter with derivatives approximates them by finite differences, and promises D for these; all else promises B.
// The work of the library itself is inside clock_(...), a member LibraryClock, so that conversions are not
// timed as its own. It is all that a caller does whose state is already in the library's coordinates. Setting
// positions and taking sines are included. An exception of the library ends the process: the row fails with
// its message.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/tree.hpp"

namespace kintree::peers {

/// The library does not express or does not take this model, or has no routine for this problem of it.
class Refused : public std::runtime_error {
 public:
  explicit Refused(const std::string& reason) : std::runtime_error(reason) {}
};

/// Times the library's own work.
class LibraryClock {
 public:
  /// Calls work().
  template <class Work>
  void operator()(const Work& work) {
    const Running running(seconds_);
    work();
  }
  double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Also of work that throws.
  struct Running {
    explicit Running(double& sum) : seconds(sum) {}
    ~Running() { seconds += std::chrono::duration<double>(Clock::now() - begin).count(); }
    double& seconds;
    Clock::time_point begin = Clock::now();
  };
  double seconds_ = 0;
};

/// The library says that a pivot was not positive, that of this coordinate (from 1, or 0 where it names none).
struct Breakdown {
  int coordinate = 0;
};

// Which methods an adapter has. (In C++17: the headers of Simbody are none of C++20.)
template <class A>
using MassMatrix = decltype(&A::mass_matrix);
template <class A>
using Factorization = decltype(&A::factorization);
template <class A>
using MassMatrixInverse = decltype(&A::mass_matrix_inverse);
template <class A>
using InverseDynamics = decltype(&A::inverse_dynamics);
template <class A>
using ForwardDynamics = decltype(&A::forward_dynamics);
template <class A>
using InverseOsim = decltype(&A::inverse_osim);
template <class A>
using Jacobian = decltype(&A::jacobian);
template <class A>
using ForwardDynamicsDerivatives = decltype(&A::forward_dynamics_derivatives);
template <template <class> class Method, class A, class = void>
inline constexpr bool has = false;
template <template <class> class Method, class A>
inline constexpr bool has<Method, A, std::void_t<Method<A>>> = true;

template <class Adapter>
class PeerPlugin {
 public:
  /// `massless`: the library takes bodies without inertia.
  static const kintree_c_plugin* entry(const char* name, bool massless) {
    static const std::string citation = Adapter::library();
    static std::vector<kintree_claim> claims;
    static kintree_c_plugin plugin{};
    plugin.version = KINTREE_C_PLUGIN_VERSION;
    plugin.name = name;
    plugin.citation = citation.c_str();
    plugin.joint_kinds = Adapter::joint_kinds;
    plugin.needs_inertia_everywhere = massless ? 0 : 1;
    plugin.has_no_pivots = Adapter::names_pivots ? 0 : 1;
    plugin.may_allocate = 1;
    plugin.approximates = has<ForwardDynamicsDerivatives, Adapter> ? 1 : 0;
    plugin.prepare = prepare;
    plugin.release = release;
    plugin.library_seconds = library_seconds;
    claims.clear();
    const auto claim = [&](const char* problem, char promise = 'B') {
      claims.push_back({problem, promise, nullptr});
    };
    kintree_solver_double& solve = plugin.in_double;
    if constexpr (has<MassMatrix, Adapter>) {
      claim("mass_matrix");
      solve.mass_matrix = [](void* p, const double* q, double* H) {
        return ask(p, [&](Adapter& a) { a.mass_matrix(q, H); });
      };
    }
    if constexpr (has<Factorization, Adapter>) {
      claim("factorization");
      solve.factorization = [](void* p, const double*, const double* H, const double* b, double* L, double* D,
                               double* x) {
        return ask(p, [&](Adapter& a) { a.factorization(H, b, L, D, x); });
      };
    }
    if constexpr (has<MassMatrixInverse, Adapter>) {
      claim("mass_matrix_inverse");
      solve.mass_matrix_inverse = [](void* p, const double* q, double* H_inverse) {
        return ask(p, [&](Adapter& a) { a.mass_matrix_inverse(q, H_inverse); });
      };
    }
    if constexpr (has<InverseDynamics, Adapter>) {
      claim("inverse_dynamics");
      solve.inverse_dynamics = [](void* p, const double* q, const double* v, const double* qdd,
                                  const double* f_ext, double* tau) {
        return ask(p, [&](Adapter& a) { a.inverse_dynamics(q, v, qdd, f_ext, tau); });
      };
    }
    if constexpr (has<ForwardDynamics, Adapter>) {
      claim("forward_dynamics");
      solve.forward_dynamics = [](void* p, const double* q, const double* v, const double* tau,
                                  const double* f_ext, double* qdd) {
        return ask(p, [&](Adapter& a) { a.forward_dynamics(q, v, tau, f_ext, qdd); });
      };
    }
    if constexpr (has<InverseOsim, Adapter>) {
      claim("inverse_osim");
      solve.inverse_osim = [](void* p, const double* q, double* Lambda_inverse) {
        return ask(p, [&](Adapter& a) { a.inverse_osim(q, Lambda_inverse); });
      };
    }
    if constexpr (has<Jacobian, Adapter>) claim("jacobian");
    if constexpr (has<ForwardDynamicsDerivatives, Adapter>) claim("forward_dynamics_derivatives", 'D');
    if constexpr (has<Jacobian, Adapter> || has<ForwardDynamicsDerivatives, Adapter>) plugin.solve = other;
    plugin.claims = claims.data();
    plugin.claim_count = static_cast<int>(claims.size());
    return &plugin;
  }

 private:
  struct Prepared {
    std::unique_ptr<Adapter> adapter;
    std::string refusal;
  };

  static void* prepare(const kintree_model* model) {
    auto prepared = std::make_unique<Prepared>();
    try {
      prepared->adapter = std::make_unique<Adapter>(Tree(*model));
    } catch (const Refused& reason) {
      prepared->refusal = reason.what();
    } catch (const std::exception& reason) {
      prepared->refusal = Adapter::library() + " refuses it: " + reason.what();
    }
    return prepared.release();
  }
  static void release(void* prepared) { delete static_cast<Prepared*>(prepared); }
  static double library_seconds(void* prepared) {
    const auto& adapter = static_cast<Prepared*>(prepared)->adapter;
    return adapter == nullptr ? 0 : adapter->clock().seconds();
  }

  /// Problems that have no function of their own in the header.
  static kintree_status other(void* p, const kintree_call* call) {
    const auto in = [&](int k) { return static_cast<const double*>(call->inputs[k]); };
    const auto out = [&](int k) { return static_cast<double*>(call->outputs[k]); };
    const std::string_view problem = call->problem;
    if constexpr (has<Jacobian, Adapter>)
      if (problem == "jacobian") return ask(p, [&](Adapter& a) { a.jacobian(in(0), in(1), out(0), out(1)); });
    if constexpr (has<ForwardDynamicsDerivatives, Adapter>)
      if (problem == "forward_dynamics_derivatives")
        return ask(p, [&](Adapter& a) {
          a.forward_dynamics_derivatives(in(0), in(1), in(2), in(3), out(0), out(1), out(2));
        });
    return {KINTREE_UNSUPPORTED, 0, "it does not solve this problem"};
  }

  template <class Call>
  static kintree_status ask(void* pointer, const Call& call) {
    auto& prepared = *static_cast<Prepared*>(pointer);
    if (prepared.adapter == nullptr) return {KINTREE_UNSUPPORTED, 0, prepared.refusal.c_str()};
    try {
      call(*prepared.adapter);
    } catch (const Breakdown& pivot) {
      return {KINTREE_BREAKDOWN, pivot.coordinate, nullptr};
    } catch (const Refused& reason) {
      static thread_local std::string said;
      said = reason.what();
      return {KINTREE_UNSUPPORTED, 0, said.c_str()};
    }
    return {KINTREE_OK, 0, nullptr};
  }
};

}  // namespace kintree::peers

/// The entry point that kintree_plugin.h requires.
#define KINTREE_PEER(Adapter, name, massless)                                                              \
  extern "C" __attribute__((visibility("default"))) const kintree_c_plugin* kintree_c_plugin_entry(void) { \
    return kintree::peers::PeerPlugin<Adapter>::entry(name, massless);                                     \
  }
