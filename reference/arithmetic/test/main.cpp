#define BOOST_TEST_MODULE arithmetic
#include <boost/test/unit_test.hpp>
