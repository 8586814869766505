# The package kintree, which plugins outside this repository use. It is in the build folder (kintree_DIR=build) and in a prefix
# (cmake --install build --prefix DIR). The prefix contains the command, its plugins and its files as well. The plugins install
# themselves (KintreePlugin.cmake).
include(CMakePackageConfigHelpers)

set(package ${PROJECT_BINARY_DIR})
set(exported kintree_problems kintree_model kintree_numbers kintree_spatial kintree_plugin_api kintree_testing)
export(TARGETS ${exported} NAMESPACE kintree:: FILE ${package}/kintree-targets.cmake)
file(RELATIVE_PATH KINTREE_PREFIX /${KINTREE_INSTALL_PACKAGE} /)
configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/kintree-config.cmake.in ${package}/kintree-config.cmake @ONLY)
foreach(file KintreePlugin.cmake KintreeTests.cmake KintreeDiscover.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/${file} ${package}/${file} COPYONLY)
endforeach()
write_basic_package_version_file(${package}/kintree-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS ${exported} EXPORT kintree FILE_SET HEADERS COMPONENT libkintree-dev ARCHIVE COMPONENT libkintree-dev)
install(EXPORT kintree NAMESPACE kintree:: FILE kintree-targets.cmake DESTINATION ${KINTREE_INSTALL_PACKAGE} COMPONENT libkintree-dev)
install(FILES ${package}/kintree-config.cmake ${package}/kintree-config-version.cmake ${package}/KintreePlugin.cmake
        ${package}/KintreeTests.cmake ${package}/KintreeDiscover.cmake DESTINATION ${KINTREE_INSTALL_PACKAGE}
        COMPONENT libkintree-dev)
install(TARGETS kintree RUNTIME)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/testdata DESTINATION ${KINTREE_INSTALL_SHARE} PATTERN CMakeLists.txt EXCLUDE PATTERN fuzz EXCLUDE
        PATTERN reported EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/template DESTINATION ${KINTREE_INSTALL_SHARE} PATTERN __pycache__ EXCLUDE)
foreach(component kintree libkintree-dev python3-kintree)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${component} COMPONENT ${component})
endforeach()
