#define BOOST_TEST_MODULE algebra
#include <boost/test/unit_test.hpp>
