// A request that a plugin cannot answer is rejected by a message that names the robot, the joint and the
// plugin.
#include "suite/answers/answers.hpp"

#include <boost/test/unit_test.hpp>

#include "chain.hpp"
#include "fake_answers_ones.hpp"
#include "kintree/model/error.hpp"

using namespace kintree;
using namespace kintree::suite;

BOOST_AUTO_TEST_SUITE(answers)

BOOST_AUTO_TEST_CASE(answers_of_rejects_a_status_without_an_answer) {
  const Case c = kintree::suite::test::chain(3, "arm");
  const auto refused = [&](Status status, int digits) -> std::string {
    kintree::suite::test::said = status;
    try {
      answers_of(kintree::suite::test::says, {"r.urdf", c.model, c.state}, {Problem::forward_dynamics},
                 digits);
    } catch (const InputError& error) {
      return error.what();
    }
    return "answered";
  };
  const std::string second = c.model.bodies[2].joint.name;
  for (const int digits : {0, 30}) {
    BOOST_TEST(refused({}, digits) == "answered");
    BOOST_TEST(refused(Status::breakdown_at(2), digits) ==
               "r.urdf: joint '" + second +
                   "': a pivot is not positive, so the mass matrix is singular in this state as far as says "
                   "can tell");
    BOOST_TEST(refused(Status::breakdown_at(0), digits) ==
               "r.urdf: a pivot is not positive, so the mass matrix is singular in this state as far as says "
               "can tell");
    BOOST_TEST(
        refused(Status::dependent_at(3), digits) ==
        "r.urdf: the Jacobian of the end-effectors has not full row rank as far as says can tell: row 3 "
        "depends on others");
  }
}

BOOST_AUTO_TEST_SUITE_END()
