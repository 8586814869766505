#define BOOST_TEST_MODULE spatial
#include <boost/test/unit_test.hpp>
