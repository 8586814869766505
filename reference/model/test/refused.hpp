#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "kintree/model/error.hpp"

namespace kintree::test {

/// The message of the InputError that `action` throws; checks that it is one line and contains the fragments
/// in this order.
template <class Action>
void check_refused(const Action& action, const std::vector<std::string>& fragments) {
  std::string message;
  try {
    action();
  } catch (const InputError& error) {
    message = error.what();
  }
  BOOST_TEST_CONTEXT("message: " << message) {
    BOOST_TEST(!message.empty(), "it was accepted");
    for (const char c : message) BOOST_TEST((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    BOOST_TEST(message.size() < 1000U);
    std::size_t from = 0;
    for (const std::string& fragment : fragments) {
      const std::size_t found = message.find(fragment, from);
      BOOST_TEST(found != std::string::npos, "no '" << fragment << "'");
      if (found != std::string::npos) from = found + fragment.size();
    }
  }
}

}  // namespace kintree::test
