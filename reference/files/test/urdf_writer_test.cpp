#include <boost/test/unit_test.hpp>

#include "random_model.hpp"
#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(urdf_writer)

BOOST_AUTO_TEST_CASE(urdf_writer_output_reads_back_to_the_last_bit) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 400; ++k) {
    const bool floating_base = k % 2 == 1, depth_first = k % 4 < 2;
    Model model = random_model(random, floating_base, 1 + k % 20, depth_first);
    for (std::size_t i = floating_base ? 2 : 1; i < model.bodies.size(); i += 3)
      std::fill_n(model.bodies[i].joint.armature.begin(), info(model.bodies[i].joint.kind).velocities,
                  1.0 / 3);
    const std::string text = write_urdf(model);
    if (depth_first) BOOST_TEST((text.find("numbering") == std::string::npos));
    check_same(parsed(text, {.floating_base = floating_base, .independent_mimic = false}), model);
    BOOST_TEST((text.find("floating_base") == std::string::npos));
    BOOST_TEST((text.find("version=\"1.1\"") == std::string::npos) ==
               (text.find("quat_xyzw") == std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(a_base_that_a_reader_would_not_make_is_written) {
  std::mt19937_64 random(4);
  const Model floating = random_model(random, true, 1);
  BOOST_TEST((write_urdf(floating).find("world") == std::string::npos));
  const auto check_kept = [&](auto&& change) {
    Model model = floating;
    change(model);
    const std::string text = write_urdf(model);
    BOOST_TEST((text.find("type=\"floating\"") != std::string::npos));
    check_same(parsed(text), model);
  };
  check_kept([](Model& model) { model.bodies[0].name = "earth"; });
  check_kept([](Model& model) { model.bodies[0].inertial.mass = 1; });
  check_kept([](Model& model) { model.bodies[1].joint.name = "free"; });
  check_kept([](Model& model) { model.bodies[1].joint.armature = {1, 2, 3, 4, 5, 6}; });
  check_kept([](Model& model) { model.bodies[1].joint.placement.rpy[0] = 1; });
  check_kept([](Model& model) {
    model.bodies.push_back(model.bodies[1]);
    model.bodies[2].name = "other";
    model.bodies[2].joint.name = "other";
  });
}

BOOST_AUTO_TEST_CASE(urdf_writer_rejects_unwritable_models) {
  std::mt19937_64 random(5);
  const Model good = random_model(random, false, 3);
  Model model = good;
  model.bodies[2].name = "\xff";
  check_refused([&] { write_urdf(model); }, {"link '\\xff'", "XML"});
  model.bodies[2].name = std::string("a\0b", 3);
  check_refused([&] { write_urdf(model); }, {"link 'a\\x00b'", "XML"});
  model.bodies[2].name = "\x01";
  check_refused([&] { write_urdf(model); }, {"link '\\x01'", "XML"});
  model = good;
  model.bodies[2].inertial.mass = -1;
  check_refused([&] { write_urdf(model); }, {"negative mass"});
  model = good;
  model.name.clear();
  BOOST_TEST(parsed(write_urdf(model)).name == "robot");
}

BOOST_AUTO_TEST_SUITE_END()
