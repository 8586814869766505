#pragma once

#include <string>

#include "kintree/trees/case.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/random_model.hpp"

namespace kintree::suite::test {

/// So many revolute joints in a row; the name is that of the model, and its numbers depend on it.
inline Case chain(int bodies, const std::string& name = "chain") {
  Topology topology;
  for (int i = 1; i <= bodies; ++i) {
    topology.parent.push_back(i - 1);
    topology.joints.push_back(JointKind::revolute);
  }
  Generator generator = make_generator({word(name)});
  Case c;
  c.id.family = "chain";
  c.model = random_model(name, topology, generator);
  c.state = random_state(c.model, generator);
  return c;
}

}  // namespace kintree::suite::test
