// RBDL's lambda_q, by which its sparse factorization goes, has the joint that was added before in the place of the parent: it runs dense.
#include <rbdl/rbdl.h>

#include <cstdio>

int main() {
  using namespace RigidBodyDynamics;
  Model model;
  const Body body(1, Math::Vector3d(0, 0, 0), Math::Vector3d(1, 1, 1));
  const Joint hinge(JointTypeRevolute, Math::Vector3d(0, 0, 1));
  const unsigned trunk = model.AddBody(0, Math::SpatialTransform(), hinge, body);
  model.AddBody(trunk, Math::SpatialTransform(), hinge, body);
  model.AddBody(trunk, Math::SpatialTransform(), hinge, body);
  std::printf("asked: lambda_q of a hinge that carries two others, degrees of freedom counted from 1\ncame:");
  for (std::size_t k = 1; k < model.lambda_q.size(); ++k) std::printf(" %u", model.lambda_q[k]);
  std::printf("\nexact: 0 1 1, the parents [Featherstone 2005]\n");
  return model.lambda_q.back() == 1 ? 1 : 0;
}
