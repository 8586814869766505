# kintree_add_plugin(NAME [PACKS] [BASES plugin...])
#
# Builds the plugin of this folder from plugin.cpp; the command finds it at run time. Its tests register themselves when ctest
# starts, by the problems and the domain of the built plugin (KintreeDiscover.cmake). If there is a folder test/ with a
# CMakeLists.txt, it is added.
#
# In a project of its own, after find_package(kintree), the plugin alone is built, into the build folder, for
# `kintree verify --plugin-path`. The source is plugin.cpp, NAME.c or NAME.f90 (with kintree_plugin.f90), whichever there is. If the
# project calls enable_testing(), its tests are those of the command and folder that were found.
#
# PACKS: batches are computed in packs, as many states at once as a register has lanes (kintree/plugin/packs.hpp). That is built once
# more for the processor's instruction set, into a library of its own, and once in Number, for the finite field. In the Kintree
# repository the target `packs` builds all of them. KINTREE_EVERY_INSTRUCTION_SET builds them for other processors as well.
#
# BASES: the plugins whose headers this one includes, since it refines them, is built of them, or shares their equations. It may
# include no others; what several plugins share besides is in plugins/kernels/. The test modules holds that.
include_guard()

set(KINTREE_MODERATE_FAMILIES
  complete grid erdos_renyi small_world power_law recursive chain side_branches balanced grid_minimal star)
# Asked by default only of plugins that answer problems about constraints.
set(KINTREE_CONSTRAINED_FAMILIES contacts loops gears mechanisms)
set(KINTREE_TREE_FAMILIES
  ${KINTREE_MODERATE_FAMILIES}
  shapes mass_ratio massless thin long_chain wide_star fast far_origin coincident_axes one_kind tiny_bodies
  ${KINTREE_CONSTRAINED_FAMILIES} rotors)
set(KINTREE_TESTDATA_FAMILIES
  tree1 tree1_expanded tree1_multidof humanoid30 chain30 asimo asimo_four_arms_four_legs arm quadruped humanoid)

# SOURCE, if it follows: other than plugin.cpp of this folder.
function(kintree_plugin_library target name folder)
  if(ARGC LESS 4)
    set(ARGV3 plugin.cpp)
  endif()
  add_library(${target} MODULE ${ARGV3})
  target_link_libraries(${target} PRIVATE kintree::plugin_api)
  if(TARGET kintree_warnings)  # in the Kintree repository; elsewhere warnings are their author's choice
    target_link_libraries(${target} PRIVATE kintree_warnings)
  endif()
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".so" OUTPUT_NAME kintree_plugin_${name}
                        LIBRARY_OUTPUT_DIRECTORY ${folder} CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# The solvers for Number in a translation unit of their own, built quickly rather than well: most of their time goes to the
# suite's arithmetic.
function(kintree_number_unit target)
  set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_number.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#define KINTREE_NUMBER_UNIT\n#include \"${CMAKE_CURRENT_SOURCE_DIR}/plugin.cpp\"\n")
  set_source_files_properties(${unit} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)  # so that a unity build leaves it alone
  target_sources(${target} PRIVATE ${unit})
  target_compile_definitions(${target} PRIVATE KINTREE_NUMBER_ELSEWHERE)
endfunction()

# The worst cases that are known of the plugin of this folder, beside its library in FOLDER, where `kintree verify` looks for them.
function(kintree_copy_worst_cases name folder)
  file(GLOB worst CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/worst.json)
  if(worst)
    configure_file(${worst} ${folder}/${name}/worst.json COPYONLY)
  else()
    file(REMOVE ${folder}/${name}/worst.json)
  endif()
endfunction()

# The instruction sets with libraries of packs: the widest of this processor, or every one that the loader knows
# (reference/plugin/src/loader.cpp).
option(KINTREE_EVERY_INSTRUCTION_SET "Build packs for every instruction set, not only for that of this processor" OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(KINTREE_INSTRUCTION_SETS x86-64-v3 x86-64-v4)
  if(NOT KINTREE_EVERY_INSTRUCTION_SET)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros)
    string(REGEX MATCHALL "__AVX512(F|BW|CD|DQ|VL)__" macros "${macros}")
    list(LENGTH macros macros)
    if(macros EQUAL 5)
      set(KINTREE_INSTRUCTION_SETS x86-64-v4)
    else()
      set(KINTREE_INSTRUCTION_SETS x86-64-v3)
    endif()
  endif()
else()
  set(KINTREE_INSTRUCTION_SETS native)
endif()

# kintree_inline_steps(TARGET [ROWS]): the sweeps of its algorithm are made of small functions of many numbers, and the compiler is to
# join them. Compilers' limits are made for less: they would call functions of a few operations, with matrices copied to the stack and back.
# Nor are single numbers to be vectorized, which it would gather in pairs, unless the algorithm goes through long rows as well (ROWS).
# Copies that are longer than some registers (27 packs pass a joint) are loops, since the string instructions that GCC uses for them
# start slowly.
function(kintree_inline_steps target)
  if(NOT "ROWS" IN_LIST ARGN)
    target_compile_options(${target} PRIVATE -fno-tree-vectorize)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    foreach(limit max-inline-insns-auto=300 max-inline-insns-single=1000 inline-unit-growth=300 large-function-growth=1000
                  large-stack-frame=100000 large-stack-frame-growth=10000 sra-max-scalarization-size-Ospeed=4096)
      target_compile_options(${target} PRIVATE "SHELL:--param ${limit}")
    endforeach()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
      target_compile_options(${target} PRIVATE -mmemcpy-strategy=vector_loop:8192:noalign,libcall:-1:noalign)
    endif()
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -inline-threshold=3000")
  endif()
endfunction()

# The packs of a plugin for one of them, or for `number`. SOURCE, if it follows: as above.
function(kintree_packs_library target name instruction_set folder)
  kintree_plugin_library(${target} ${name} ${folder} ${ARGN})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME kintree_packs_${name}.${instruction_set})
  target_compile_definitions(${target} PRIVATE KINTREE_PACKS)
  if(instruction_set STREQUAL number)  # built quickly rather than well
    target_compile_definitions(${target} PRIVATE KINTREE_NUMBER_ONLY)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    return()
  endif()
  kintree_inline_steps(${target})
  # Products are rounded before they are added, as in single calls: differences that are exactly zero there stay zero.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(NOT instruction_set STREQUAL native)
    target_compile_options(${target} PRIVATE -march=${instruction_set})
  endif()
endfunction()

# A plugin of NAME.c or NAME.f90, against kintree_plugin.h alone.
function(kintree_c_plugin_library target name)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.c)
    add_library(${target} MODULE ${name}.c)
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:kintree::plugin_api,INTERFACE_INCLUDE_DIRECTORIES>)
    target_link_libraries(${target} PRIVATE m)
  else()
    add_library(${target} MODULE kintree_plugin.f90 ${name}.f90)
  endif()
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".so" OUTPUT_NAME kintree_plugin_${name}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# Outside the Kintree repository.
function(kintree_add_outside_plugin name)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  if(EXISTS ${source}.c OR EXISTS ${source}.f90)
    kintree_c_plugin_library(plugin_${name} ${name})
  else()
    kintree_plugin_library(plugin_${name} ${name} ${CMAKE_CURRENT_BINARY_DIR})
    kintree_number_unit(plugin_${name})
  endif()
  kintree_copy_worst_cases(${name} ${CMAKE_CURRENT_BINARY_DIR})
  kintree_add_tests(plugin_${name})
endfunction()

# The libraries of the plugin of this folder with gcov's counters, in all scalars: tools/coverage builds them, with the target
# coverage_plugins.
function(kintree_add_coverage name packs)
  if(NOT BUILD_TESTING OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/coverage/plugins)
  kintree_plugin_library(coverage_${name} ${name} ${folder})
  set(targets coverage_${name})
  if(packs)
    # The recorded figures must not depend on the processor.
    string(REPLACE x86-64-v4 x86-64-v3 sets "${KINTREE_INSTRUCTION_SETS};number")
    list(REMOVE_DUPLICATES sets)
    foreach(set IN LISTS sets)
      kintree_packs_library(coverage_${name}_${set} ${name} ${set} ${folder})
      list(APPEND targets coverage_${name}_${set})
    endforeach()
  endif()
  if(NOT TARGET coverage_plugins)
    add_custom_target(coverage_plugins)
  endif()
  foreach(target IN LISTS targets)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/plugins)
    target_link_libraries(${target} PRIVATE $<TARGET_PROPERTY:plugin_${name},LINK_LIBRARIES>)
    target_compile_options(${target} PRIVATE --coverage -O0)
    target_link_options(${target} PRIVATE --coverage)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endforeach()
  add_dependencies(coverage_plugins ${targets})
endfunction()

function(kintree_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PACKS" "" "BASES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kintree_add_plugin(${name}): unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET plugins)
    kintree_add_outside_plugin(${name})
    if(arg_PACKS)
      foreach(instruction_set IN LISTS KINTREE_INSTRUCTION_SETS ITEMS number)
        kintree_packs_library(packs_${name}_${instruction_set} ${name} ${instruction_set} ${CMAKE_CURRENT_BINARY_DIR})
      endforeach()
    endif()
    return()
  endif()
  kintree_plugin_library(plugin_${name} ${name} ${PROJECT_BINARY_DIR}/plugins)
  kintree_number_unit(plugin_${name})
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/plugins)
  add_dependencies(plugins plugin_${name})
  if(arg_PACKS)
    foreach(instruction_set IN LISTS KINTREE_INSTRUCTION_SETS ITEMS number)
      set(target packs_${name}_${instruction_set})
      kintree_packs_library(${target} ${name} ${instruction_set} ${PROJECT_BINARY_DIR}/plugins)
      target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/plugins)
      add_dependencies(packs ${target})
      install(TARGETS ${target} LIBRARY DESTINATION ${KINTREE_INSTALL_PLUGINS} OPTIONAL)
    endforeach()
  endif()
  kintree_add_coverage(${name} ${arg_PACKS})
  install(TARGETS plugin_${name} LIBRARY DESTINATION ${KINTREE_INSTALL_PLUGINS})
  kintree_copy_worst_cases(${name} ${PROJECT_BINARY_DIR}/plugins)
  install(FILES ${PROJECT_BINARY_DIR}/plugins/${name}/worst.json DESTINATION ${KINTREE_INSTALL_PLUGINS}/${name} OPTIONAL)
  if(NOT BUILD_TESTING)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY KINTREE_PLUGINS ${name})
  if(arg_BASES)
    list(JOIN arg_BASES "," bases)
    set_property(GLOBAL APPEND PROPERTY KINTREE_BASES "${name}=${bases}")
  endif()
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/test/CMakeLists.txt)
    add_subdirectory(test)
  endif()
endfunction()

# Replaces OLD by NEW in the text that VARIABLE holds. OLD must occur exactly once.
function(kintree_replace_once variable old new source)
  string(REPLACE "${old}" "${new}" changed "${${variable}}")
  string(REPLACE "${old}" "" removed "${${variable}}")
  string(LENGTH "${${variable}}" length)
  string(LENGTH "${removed}" shorter)
  string(LENGTH "${old}" once)
  math(EXPR occurrences "(${length} - ${shorter}) / ${once}")
  if(NOT occurrences EQUAL 1)
    message(FATAL_ERROR "${source}: '${old}' stands there ${occurrences} times, not once")
  endif()
  set(${variable} "${changed}" PARENT_SCOPE)
endfunction()

# A plugin with the changed headers in FOLDER before its own. It runs once, so that it is built quickly rather than well.
function(kintree_wrong_plugin target name folder)
  kintree_plugin_library(${target} ${name} ${folder}/plugins ${PROJECT_SOURCE_DIR}/plugins/${name}/plugin.cpp)
  target_include_directories(${target} BEFORE PRIVATE ${folder} ${PROJECT_SOURCE_DIR}/plugins)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# kintree_mutant_library(TARGET NAME FOLDER SOURCE HEADER "old text" "new text")
#
# The plugin of this folder in FOLDER/plugins, with a text of the header SOURCE replaced; it must occur exactly once.
# HEADER is what sources include it as.
function(kintree_mutant_library target name folder source header old new)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  kintree_replace_once(text "${old}" "${new}" ${source})
  file(CONFIGURE OUTPUT ${folder}/${header} CONTENT "${text}" @ONLY)
  kintree_wrong_plugin(${target} ${name} ${folder})
endfunction()

# kintree_add_sign_flip(NAME PROBLEM "old text" "new text" [NUMBER] [HEADER folder/file.hpp] [BODIES count] [DRAWN count] [FAMILIES name...])
#
# Shows that the checks find this plugin's bugs. Builds it with one sign of its header flipped (the old text must occur exactly once)
# and registers the test NAME.sign_flip. The test passes if `kintree verify` fails the plugin, prints what is wrong, where, and how to
# repeat it, and shrinks the case to at most BODIES bodies (default: 3).
#
# DRAWN: --bodies of the trees (default: 6). HEADER: the header of another plugin of which this one is an instance. NUMBER: built for
# Number too, so that it is checked in the finite field, where it is not equal to the exact answer. The others are built for double
# alone, which takes less time, and must be found by their error.
function(kintree_add_sign_flip name problem old new)
  cmake_parse_arguments(PARSE_ARGV 4 arg "NUMBER" "HEADER;BODIES;DRAWN" "FAMILIES")
  list(TRANSFORM arg_FAMILIES PREPEND "--family=")
  if(NOT arg_BODIES)
    set(arg_BODIES 3)
  endif()
  if(NOT arg_HEADER)
    set(arg_HEADER ${name}/${name}.hpp)
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/sign_flip)
  kintree_mutant_library(sign_flip_${name} ${name} ${folder} ${PROJECT_SOURCE_DIR}/plugins/${arg_HEADER} ${arg_HEADER}
                         "${old}" "${new}")
  if(NOT arg_NUMBER)
    target_compile_definitions(sign_flip_${name} PRIVATE KINTREE_DOUBLE_ONLY)
  endif()
  add_test(NAME ${name}.sign_flip
           COMMAND ${CMAKE_COMMAND} -DKINTREE=$<TARGET_FILE:kintree> -DPLUGIN=${name} -DPROBLEM=${problem}
                   -DFOLDER=${folder}/plugins -DSHRUNK=${folder}/shrunk -DBODIES=${arg_BODIES} -DDRAWN=${arg_DRAWN} "-DFROM=${arg_FAMILIES}"
                   -P ${PROJECT_SOURCE_DIR}/tools/suite/test/caught.cmake)
  set_tests_properties(${name}.sign_flip PROPERTIES LABELS "sign_flip;${name}")
endfunction()

# kintree_add_named_mistake(NAME PROBLEM MISTAKE HEADER "old text" "new text")
#
# Shows that the diagnosis names a mistake. Builds the plugin with a text of a header replaced and registers the test
# NAME.mistake.MISTAKE, which passes if `kintree verify` prints the mistake's name.
function(kintree_add_named_mistake name problem mistake header old new)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${mistake})
  kintree_mutant_library(mistake_${name}_${mistake} ${name} ${folder} ${PROJECT_SOURCE_DIR}/plugins/${header} ${header} "${old}" "${new}")
  target_compile_definitions(mistake_${name}_${mistake} PRIVATE KINTREE_DOUBLE_ONLY)
  add_test(NAME ${name}.mistake.${mistake}
           COMMAND kintree verify --plugin-path ${folder}/plugins --plugin ${name} --problem ${problem} --trees 22 --bodies 5 --fail-fast)
  set_tests_properties(${name}.mistake.${mistake} PROPERTIES LABELS "sign_flip;${name}" PASS_REGULAR_EXPRESSION "it looks as if [^\n]* \\(${mistake}\\)")
endfunction()

# kintree_add_blind_spot(NAME PROBLEM TRANSFORMATION SOURCE HEADER "old text" "new text" CASES option...)
#
# Shows that transformed cases find mistakes that others do not. Builds the plugin with a text of a header replaced (SOURCE and HEADER
# as above), so that it is right in the cases that the options of `kintree verify` select. Registers the test
# NAME.blind_spot.TRANSFORMATION, which passes if --metamorphic fails the plugin, by that transformation among others.
function(kintree_add_blind_spot name problem transformation source header old new)
  cmake_parse_arguments(PARSE_ARGV 7 arg "" "" "CASES")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/blind_spot_${transformation})
  kintree_mutant_library(blind_spot_${name}_${transformation} ${name} ${folder} ${source} ${header} "${old}" "${new}")
  target_compile_definitions(blind_spot_${name}_${transformation} PRIVATE KINTREE_DOUBLE_ONLY)
  add_test(NAME ${name}.blind_spot.${transformation}
           COMMAND ${CMAKE_COMMAND} -DKINTREE=$<TARGET_FILE:kintree> -DPLUGIN=${name} -DPROBLEM=${problem}
                   -DTRANSFORMATION=${transformation} -DFOLDER=${folder} "-DCASES=${arg_CASES}"
                   -P ${PROJECT_SOURCE_DIR}/tools/suite/test/blind_spot.cmake)
  set_tests_properties(${name}.blind_spot.${transformation} PROPERTIES LABELS "sign_flip;${name};metamorphic")
endfunction()

# kintree_add_shipped_bug(NAME PLUGIN PROBLEM "reported" "what it did" "unseen by" {HEADER "old text" "new text"}...)
#
# A bug that shipped in a library, put into a plugin by exact replacements in its headers or in those of the algebra (each old text
# must occur once). The test shipped_bug.NAME passes if `kintree verify` fails the plugin. "unseen by" may contain options of
# `kintree verify`. With these, which are those of a narrower test, the same plugin must pass on KINTREE_MODERATE_FAMILIES.
function(kintree_add_shipped_bug name plugin problem reported did unseen)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(headers "")
  math(EXPR last "${ARGC} - 1")
  foreach(at RANGE 6 ${last} 3)
    math(EXPR old "${at} + 1")
    math(EXPR new "${at} + 2")
    set(header ${ARGV${at}})
    if(NOT header IN_LIST headers)
      list(APPEND headers ${header})
      find_file(source ${header} PATHS ${PROJECT_SOURCE_DIR}/plugins ${PROJECT_SOURCE_DIR}/reference/spatial/include ${PROJECT_SOURCE_DIR}/reference/numbers/include
                NO_CACHE NO_DEFAULT_PATH REQUIRED)
      set(source_${header} ${source})
      unset(source)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source_${header}})
      file(READ ${source_${header}} text_${header})
    endif()
    kintree_replace_once(text_${header} "${ARGV${old}}" "${ARGV${new}}" ${source_${header}})
  endforeach()
  foreach(header IN LISTS headers)
    file(CONFIGURE OUTPUT ${folder}/${header} CONTENT "${text_${header}}" @ONLY)
  endforeach()
  kintree_wrong_plugin(shipped_bug_${name} ${plugin} ${folder})
  # Counted as well, where verify holds the count against a formula.
  file(READ ${PROJECT_SOURCE_DIR}/plugins/${plugin}/plugin.cpp registration)
  if(NOT registration MATCHES CostFormula)
    target_compile_definitions(shipped_bug_${name} PRIVATE KINTREE_DOUBLE_ONLY)
  endif()
  list(TRANSFORM KINTREE_MODERATE_FAMILIES PREPEND "--family=" OUTPUT_VARIABLE families)
  add_test(NAME shipped_bug.${name}
           COMMAND ${CMAKE_COMMAND} -DKINTREE=$<TARGET_FILE:kintree> -DPLUGIN=${plugin} -DPROBLEM=${problem}
                   -DFOLDER=${folder}/plugins "-DBUG=${reported}: ${did}" "-DUNSEEN=${unseen}" "-DFAMILIES=${families}"
                   -P ${PROJECT_SOURCE_DIR}/tools/suite/test/caught.cmake)
  set_tests_properties(shipped_bug.${name} PROPERTIES LABELS "shipped_bug;${plugin}")
endfunction()
