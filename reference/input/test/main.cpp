#define BOOST_TEST_MODULE input
#include <boost/test/unit_test.hpp>
