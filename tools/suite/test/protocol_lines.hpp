// Answers to be read as lines of the protocol, and the messages of what is refused.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <utility>

#include "kintree/model/error.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/execution/protocol.hpp"

namespace kintree::suite::test {

using Json = nlohmann::ordered_json;

/// The message of the InputError that the call must throw.
template <class Call>
std::string refused(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  BOOST_ERROR("nothing is refused");
  return "";
}

#define SAYS(call, text) \
  BOOST_TEST(refused([&] { (void)(call); }).find(text) != std::string::npos, refused([&] { (void)(call); }))

/// The sizes of bodies with one degree of freedom each.
inline Sizes sizes(int n, int end_effectors) {
  return {.nq = n, .n = n, .bodies = n, .end_effectors = end_effectors};
}

inline Json answer(Problem problem, int n, int end_effectors) {
  Outcome<double> out;
  const Quantities& parts = outputs(problem);
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (std::size_t i = 0; i < size(parts[k], sizes(n, end_effectors)); ++i)
      out.outputs[k].push_back(std::ldexp(1.0 + static_cast<double>(i) / 3, static_cast<int>(k)));
  return answer_as_json(7, problem, out, sizes(n, end_effectors));
}

}  // namespace kintree::suite::test
