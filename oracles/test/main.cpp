#define BOOST_TEST_MODULE oracle
#include <boost/test/unit_test.hpp>
