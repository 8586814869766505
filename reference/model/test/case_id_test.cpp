#include "kintree/model/case_id.hpp"

#include <boost/test/unit_test.hpp>

using namespace kintree;

BOOST_AUTO_TEST_SUITE(case_id)

BOOST_AUTO_TEST_CASE(labels_and_names) {
  CaseId id{.family = "chain", .joints = {}, .seed = 7};
  BOOST_TEST(id.label() == "chain");
  BOOST_TEST(id.name() == "chain-7");
  id.joints = {JointKind::revolute};
  BOOST_TEST(id.label() == "chain:revolute");
  BOOST_TEST(id.name() == "chain:revolute-7");
  id.joints.push_back(JointKind::spherical);
  id.transformation = "reframed";
  BOOST_TEST(id.label() == "chain:revolute+spherical/reframed");
  BOOST_TEST(id.name() == "chain:revolute+spherical-7/reframed");
  id.joints.clear();
  id.seed = 18446744073709551615u;
  BOOST_TEST(id.label() == "chain/reframed");
  BOOST_TEST(id.name() == "chain-18446744073709551615/reframed");
}

BOOST_AUTO_TEST_CASE(equal_only_in_every_part) {
  const CaseId id{.family = "chain", .joints = {JointKind::free}, .transformation = "split", .seed = 1};
  BOOST_TEST((id == CaseId(id)));
  const auto differs = [&](auto&& change) {
    CaseId other = id;
    change(other);
    return other != id && other.name() != id.name();
  };
  BOOST_TEST(differs([](CaseId& other) { other.family = "star"; }));
  BOOST_TEST(differs([](CaseId& other) { other.joints = {JointKind::planar}; }));
  BOOST_TEST(differs([](CaseId& other) { other.transformation = "units"; }));
  BOOST_TEST(differs([](CaseId& other) { other.seed = 2; }));
}

BOOST_AUTO_TEST_SUITE_END()
