# Functions that declare the project's own targets.

# Folders of an installation, below its prefix.
set(KINTREE_INSTALL_PLUGINS ${CMAKE_INSTALL_LIBDIR}/kintree/plugins)
set(KINTREE_INSTALL_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/kintree)
set(KINTREE_INSTALL_SHARE ${CMAKE_INSTALL_DATADIR}/kintree)

# Warnings are errors for our code, on both compilers.
add_library(kintree_warnings INTERFACE)
target_compile_options(kintree_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Werror)
# GCC 12 sees overlapping copies in the concatenation of strings where there are none (GCC bug 105651).
target_compile_options(kintree_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")  # nor what it says of std::regex there (GCC bug 105562)
  target_compile_options(kintree_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
# Clang's -Wconversion, unlike GCC's, means signs as well; Eigen's indices are signed, the standard library's are not.
target_compile_options(kintree_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)

# kintree_add_library(NAME [SOURCES...] DEPENDS...): a library of ours with its public headers in include/ beside it.
# Without sources it is header-only. Outside it is known as kintree::NAME, without the prefix kintree_. Warnings are options of its
# sources alone, not a dependency: a target that links it has warnings of its own.
function(kintree_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
    target_compile_options(${name} PRIVATE $<TARGET_PROPERTY:kintree_warnings,INTERFACE_COMPILE_OPTIONS>)
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${arg_DEPENDS})
    set(scope INTERFACE)
  endif()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp)
  target_sources(${name} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_CURRENT_SOURCE_DIR}/include FILES ${headers})
  string(REGEX REPLACE "^kintree_" "" short ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short})
  add_library(kintree::${short} ALIAS ${name})
endfunction()

# kintree_optimize_less(TARGET): for what reads and writes and for tests, where compiling takes longer than running ever will. Not for what
# computes, nor for what instantiates the same templates as that: the linker takes either.
function(kintree_optimize_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# kintree_add_unit_test(NAME SOURCES... DEPENDS... [SUITES...] [LONG...]): a Boost.Test program (sources include <boost/test/unit_test.hpp>, one
# of them defines BOOST_TEST_MODULE), registered as the test unit.NAME with label `unit`. Each of SUITES (or cases), which take long, is the test
# unit.NAME.SUITE, and unit.NAME runs the others. LONG: cases that take too long for the default run; they have the label `long`.
function(kintree_add_unit_test name)
  if(NOT BUILD_TESTING)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;SUITES;LONG" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  target_compile_definitions(test_${name} PRIVATE BOOST_TEST_DYN_LINK
                             KINTREE_TESTDATA="${PROJECT_SOURCE_DIR}/testdata")
  target_link_libraries(test_${name} PRIVATE ${arg_DEPENDS} kintree_warnings Boost::unit_test_framework)
  kintree_optimize_less(test_${name})
  set(tests unit.${name})
  set(others "*")
  foreach(suite IN LISTS arg_SUITES)
    add_test(NAME unit.${name}.${suite} COMMAND test_${name} --run_test=${suite})
    list(APPEND tests unit.${name}.${suite})
    string(APPEND others ":!${suite}")
  endforeach()
  foreach(case IN LISTS arg_LONG)
    cmake_path(GET case FILENAME title)
    add_test(NAME unit.${name}.${title} COMMAND test_${name} --run_test=${case})
    set_tests_properties(unit.${name}.${title} PROPERTIES LABELS long)
    string(APPEND others ":!${case}")
  endforeach()
  add_test(NAME unit.${name} COMMAND test_${name} --run_test=${others})
  set_tests_properties(${tests} PROPERTIES LABELS unit)
endfunction()

# kintree_disable_test(TEST REASON): ctest lists the test as disabled, and CMake prints the reason.
function(kintree_disable_test test reason)
  set_tests_properties(${test} PROPERTIES DISABLED ON)
  message(STATUS "Disabled: ${test}: ${reason}")
endfunction()

# kintree_not_under_sanitizers(TEST REASON): the same, in a build with sanitizers.
function(kintree_not_under_sanitizers test reason)
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
    kintree_disable_test(${test} "under sanitizers: ${reason}")
  endif()
endfunction()
