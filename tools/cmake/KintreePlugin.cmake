# kintree_add_plugin(NAME PROBLEMS problem... [JOINTS] [EXCEPT family...])
#
# Builds the plugin of this folder from plugin.cpp, to be found by the command at run time, and registers its tests: one for
# every problem and tree family, named NAME.PROBLEM.FAMILY. In a project of its own, after find_package(kintree), it
# builds the plugin alone, into the build folder, for `kintree verify --plugin-path`. JOINTS: its domain leaves joint kinds out, so
# that of the families only random trees, drawn within the domain, can be asked of it. EXCEPT: named trees
# that are wholly outside its domain. If there is a folder test/ with a CMakeLists.txt, it is added.
include_guard()

set(KINTREE_TREE_FAMILIES
  complete grid erdos_renyi small_world power_law recursive chain side_branches balanced grid_minimal star
  shapes mass_ratio massless thin long_chain wide_star fast far_origin coincident_axes one_kind)
set(KINTREE_TESTDATA_FAMILIES
  tree1 tree1_expanded tree1_multidof humanoid30 chain30 asimo arm quadruped humanoid)

function(kintree_plugin_library target name folder)
  add_library(${target} MODULE plugin.cpp)
  target_link_libraries(${target} PRIVATE kintree_plugin_api kintree_warnings)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".so" OUTPUT_NAME kintree_plugin_${name}
                        LIBRARY_OUTPUT_DIRECTORY ${folder} CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

function(kintree_add_plugin name)
  cmake_parse_arguments(arg "JOINTS" "" "PROBLEMS;EXCEPT" ${ARGN})
  if(NOT TARGET plugins)  # outside the Kintree repository
    kintree_plugin_library(plugin_${name} ${name} ${CMAKE_CURRENT_BINARY_DIR})
    return()
  endif()
  kintree_plugin_library(plugin_${name} ${name} ${PROJECT_BINARY_DIR}/plugins)
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/plugins)
  add_dependencies(plugins plugin_${name})
  if(NOT BUILD_TESTING)
    return()
  endif()
  foreach(problem IN LISTS arg_PROBLEMS)
    set(families ${KINTREE_TREE_FAMILIES})
    if(NOT arg_JOINTS)
      list(APPEND families ${KINTREE_TESTDATA_FAMILIES})
    endif()
    list(REMOVE_ITEM families ${arg_EXCEPT})
    foreach(family IN LISTS families)
      add_test(NAME ${name}.${problem}.${family}
               COMMAND kintree verify --plugin ${name} --problem ${problem} --family ${family} --trees 8 --bodies 24 --jobs 1)
      set_tests_properties(${name}.${problem}.${family} PROPERTIES LABELS "plugin;${name};${problem};${family}")
    endforeach()
    set_property(GLOBAL APPEND PROPERTY KINTREE_REGISTERED "${name} ${problem}")
  endforeach()
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/test/CMakeLists.txt)
    add_subdirectory(test)
  endif()
endfunction()

# kintree_add_sign_flip(NAME PROBLEM "old text" "new text" [LADDER] [HEADER folder/file.hpp])
#
# Proves that the checks see this plugin's bugs: builds it with one sign of its header flipped (the old text must stand there
# exactly once) and registers the test NAME.sign_flip, which passes if `kintree verify` fails it and says what, where and how to
# repeat it. HEADER: that of another plugin which this one is an instance of. LADDER: built in multiprecision too, so that the
# ladder of precisions is asked whether it is merely inaccurate; the others are soon built in double alone.
function(kintree_add_sign_flip name problem old new)
  cmake_parse_arguments(PARSE_ARGV 4 arg "LADDER" "HEADER" "")
  if(NOT arg_HEADER)
    set(arg_HEADER ${name}/${name}.hpp)
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/sign_flip)
  set(source ${PROJECT_SOURCE_DIR}/plugins/${arg_HEADER})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(REPLACE "${old}" "${new}" flipped "${text}")
  string(REPLACE "${old}" "" removed "${text}")
  string(LENGTH "${text}" length)
  string(LENGTH "${removed}" shorter)
  string(LENGTH "${old}" once)
  math(EXPR occurrences "(${length} - ${shorter}) / ${once}")
  if(NOT occurrences EQUAL 1)
    message(FATAL_ERROR "${source}: '${old}' stands there ${occurrences} times, not once")
  endif()
  file(CONFIGURE OUTPUT ${folder}/${arg_HEADER} CONTENT "${flipped}" @ONLY)
  kintree_plugin_library(sign_flip_${name} ${name} ${folder}/plugins)
  target_include_directories(sign_flip_${name} BEFORE PRIVATE ${folder} ${PROJECT_SOURCE_DIR}/plugins)
  # Soon built, run once.
  target_compile_options(sign_flip_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(NOT arg_LADDER)
    target_compile_definitions(sign_flip_${name} PRIVATE KINTREE_DOUBLE_ONLY)
  endif()
  add_test(NAME ${name}.sign_flip
           COMMAND ${CMAKE_COMMAND} -DKINTREE=$<TARGET_FILE:kintree> -DPLUGIN=${name} -DPROBLEM=${problem}
                   -DFOLDER=${folder}/plugins -P ${PROJECT_SOURCE_DIR}/tools/src/test/sign_flip.cmake)
  set_tests_properties(${name}.sign_flip PROPERTIES LABELS "sign_flip;${name}")
endfunction()
