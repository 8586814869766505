# cpack makes three Debian packages, one of each component: the command, what C++ needs, and the module. dpkg-shlibdeps finds the
# libraries that they depend on.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kintree)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR Kintree)
set(CPACK_PACKAGE_CONTACT "The Kintree maintainers <kintree@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL kintree libkintree-dev python3-kintree)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_KINTREE_PACKAGE_NAME kintree)
set(CPACK_DEBIAN_KINTREE_PACKAGE_SECTION science)
set(CPACK_DEBIAN_KINTREE_PACKAGE_RECOMMENDS "librsvg2-bin, node-vega, nodejs")
set(CPACK_COMPONENT_KINTREE_DESCRIPTION
  "Checks algorithms for the dynamics of kinematic trees\nThe command kintree compares algorithms, libraries and single answers with\nexact answers, also in a finite field, where nothing is rounded.")

set(CPACK_DEBIAN_LIBKINTREE-DEV_PACKAGE_NAME libkintree-dev)
set(CPACK_DEBIAN_LIBKINTREE-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBKINTREE-DEV_PACKAGE_DEPENDS "kintree (= ${PROJECT_VERSION}), libboost-dev (>= 1.74)")
set(CPACK_DEBIAN_LIBKINTREE-DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_LIBKINTREE-DEV_DESCRIPTION
  "Checks algorithms for the dynamics of kinematic trees: headers\nHeaders for plugins and for tests in C++ with GoogleTest, Catch2 or CTest.")

find_package(Python REQUIRED COMPONENTS Interpreter)
math(EXPR next "${Python_VERSION_MINOR} + 1")  # the extension is made for one minor version
set(CPACK_DEBIAN_PYTHON3-KINTREE_PACKAGE_NAME python3-kintree)
set(CPACK_DEBIAN_PYTHON3-KINTREE_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON3-KINTREE_PACKAGE_DEPENDS
  "kintree (= ${PROJECT_VERSION}), python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next}), python3-numpy")
set(CPACK_DEBIAN_PYTHON3-KINTREE_PACKAGE_SUGGESTS python3-pytest)
set(CPACK_COMPONENT_PYTHON3-KINTREE_DESCRIPTION
  "Checks algorithms for the dynamics of kinematic trees: Python module\nChecks NumPy functions and arrays against exact answers, also in pytest.")
include(CPack)
