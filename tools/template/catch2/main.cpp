// The main function of Catch2 2. With Catch2 3, link Catch2::Catch2WithMain instead of this file.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
