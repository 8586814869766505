#define BOOST_TEST_MODULE trees
#include <boost/test/unit_test.hpp>
