#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "kintree/model/answer_map.hpp"
#include "kintree/trees/case.hpp"

namespace kintree {

/// A hash of every name and every bit of every number (FNV-1a).
class Fingerprint {
 public:
  void add(const Case& drawn) {
    add(drawn.id.name() + drawn.id.label() + drawn.model.name);
    add(drawn.id.seed);
    add(drawn.model.gravity);
    for (const Body& body : drawn.model.bodies) {
      add(body.name + body.joint.name);
      add(static_cast<std::uint64_t>(body.parent));
      add(static_cast<std::uint64_t>(body.joint.kind));
      add(body.joint.placement);
      add(body.joint.axis);
      add(body.joint.second_axis);
      add(body.joint.pitch);
      const Inertial& inertial = body.inertial;
      add(inertial.origin);
      for (const double x : {inertial.mass, inertial.ixx, inertial.ixy, inertial.ixz, inertial.iyy,
                             inertial.iyz, inertial.izz})
        add(x);
    }
    for (const std::vector<double>* x : {&drawn.state.q, &drawn.state.v, &drawn.state.qdd, &drawn.state.tau})
      for (const double component : *x) add(component);
    for (const Wrench& wrench : drawn.state.f_ext)
      for (const double component : wrench) add(component);
    for (const EndEffector& end_effector : drawn.state.end_effectors) {
      add(static_cast<std::uint64_t>(end_effector.body));
      add(end_effector.pose);
    }
  }

  void add(const AnswerMap& map) {
    add(static_cast<std::uint64_t>(map.rows));
    add(static_cast<std::uint64_t>(map.columns));
    for (const AnswerMap::Entry& entry : map.entries) {
      add(static_cast<std::uint64_t>(entry.row));
      add(static_cast<std::uint64_t>(entry.column));
      add(entry.factor);
    }
    for (const double component : map.shift) add(component);
  }

  std::uint64_t value() const { return hash_; }

 private:
  void add(std::uint64_t x) {
    for (int k = 0; k < 64; k += 8) hash_ = (hash_ ^ ((x >> k) & 255)) * 0x100000001b3u;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const Triple& x) {
    for (const double component : x) add(component);
  }
  void add(const Placement& x) { add(x.xyz), add(x.rpy); }
  void add(const std::string& text) { add(word(text)); }

  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

inline std::uint64_t fingerprint(const Case& drawn) {
  Fingerprint result;
  result.add(drawn);
  return result.value();
}

}  // namespace kintree
