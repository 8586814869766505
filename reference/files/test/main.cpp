#define BOOST_TEST_MODULE files
#include <boost/test/unit_test.hpp>
