#define BOOST_TEST_MODULE crba_screw
#include <boost/test/unit_test.hpp>
