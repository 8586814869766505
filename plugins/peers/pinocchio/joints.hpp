// Those joints of Pinocchio that Kintree's are made of: its algorithms are compiled for each.
#pragma once

#include <pinocchio/multibody/joint/joints.hpp>

#include <boost/variant.hpp>

namespace kintree::peers {

template <typename S, int options>
struct Joints {
  using Scalar = S;
  enum { Options = options };
  using JointModelRevoluteUnaligned = pinocchio::JointModelRevoluteUnalignedTpl<S, options>;
  using JointModelPrismaticUnaligned = pinocchio::JointModelPrismaticUnalignedTpl<S, options>;
  using JointModelHelicalUnaligned = pinocchio::JointModelHelicalUnalignedTpl<S, options>;
  using JointModelPlanar = pinocchio::JointModelPlanarTpl<S, options>;
  using JointModelSpherical = pinocchio::JointModelSphericalTpl<S, options>;
  using JointModelFreeFlyer = pinocchio::JointModelFreeFlyerTpl<S, options>;
  using JointModelMimic = pinocchio::JointModelMimicTpl<S, options, Joints>;
  using JointModelVariant = boost::variant<JointModelRevoluteUnaligned, JointModelPrismaticUnaligned,
                                           JointModelHelicalUnaligned, JointModelPlanar, JointModelSpherical,
                                           JointModelFreeFlyer, boost::recursive_wrapper<JointModelMimic>>;
  using JointDataVariant =
      boost::variant<pinocchio::JointDataRevoluteUnalignedTpl<S, options>,
                     pinocchio::JointDataPrismaticUnalignedTpl<S, options>,
                     pinocchio::JointDataHelicalUnalignedTpl<S, options>,
                     pinocchio::JointDataPlanarTpl<S, options>, pinocchio::JointDataSphericalTpl<S, options>,
                     pinocchio::JointDataFreeFlyerTpl<S, options>,
                     boost::recursive_wrapper<pinocchio::JointDataMimicTpl<S, options, Joints>>>;
};

}  // namespace kintree::peers
