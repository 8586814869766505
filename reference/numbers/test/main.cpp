#define BOOST_TEST_MODULE numbers
#include <boost/test/unit_test.hpp>
