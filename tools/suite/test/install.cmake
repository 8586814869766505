# Installs into a scratch prefix and uses only that prefix. The command must find its plugins and its files beside itself.
# new_user.py tests the plugins that a new user makes there.
set(prefix ${SCRATCH}/prefix)
set(kintree ${prefix}/bin/kintree)
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
set(ENV{KINTREE_PLUGIN_PATH} "")
set(ENV{KINTREE_TESTDATA} "")
set(ENV{CXX} ${COMPILER})

function(run expected)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  list(JOIN ARGN " " command)
  if(NOT code EQUAL expected)
    message(FATAL_ERROR "exit code ${code}, not ${expected}: ${command}\n${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

run(0 ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})

# Every public header of the plugin interface is there and compiles with the others, from the prefix and, for
# eigen_number.hpp, Eigen alone.
foreach(room data algebra plugin)
  file(GLOB_RECURSE headers RELATIVE ${SOURCE_DIR}/reference/${room}/include ${SOURCE_DIR}/reference/${room}/include/*.hpp)
  foreach(header IN LISTS headers)
    file(APPEND ${SCRATCH}/headers.cpp "#include <${header}>\n")
  endforeach()
endforeach()
run(0 ${COMPILER} -std=c++20 -fsyntax-only -I${prefix}/include -isystem ${EIGEN} headers.cpp)

# The examples in C and in Python, with the commands that they give.
set(template ${prefix}/share/kintree/template)
file(MAKE_DIRECTORY ${SCRATCH}/c)
run(0 cc -O2 -fPIC -shared -I ${prefix}/include ${template}/c/my_rnea.c -o c/kintree_plugin_my_rnea.so -lm)
run(0 ${kintree} verify --plugin-path c --plugin my_rnea --joints revolute --trees 8 --bodies 8)
run(0 ${kintree} verify --exec "python3 ${template}/python/my_aba.py" --trees 8 --bodies 4)

# The plugins listed are the installed ones, and no others: one that is taken away is missing.
run(0 ${kintree} list)
if(NOT text MATCHES "crba_ltdl" OR NOT text MATCHES "sfa")
  message(FATAL_ERROR "the installed command does not list its plugins:\n${text}")
endif()
# So does the Python module, from its own place.
set(ENV{PYTHONPATH} ${prefix}/${INSTALL_PYTHON})
file(WRITE ${SCRATCH}/plugins.py "import kintree\nprint(kintree.__file__, *[row.plugin for row in kintree.plugins()])")
file(WRITE ${SCRATCH}/arm.py "import kintree\nkintree.cases(families=['arm'])")
run(0 ${PYTHON} plugins.py)
if(NOT text MATCHES "^${prefix}.* sfa")
  message(FATAL_ERROR "the installed Python module does not list the installed plugins:\n${text}")
endif()
file(GLOB library ${prefix}/*/kintree/plugins/kintree_plugin_sfa.so ${prefix}/*/*/kintree/plugins/kintree_plugin_sfa.so)
file(REMOVE ${library})
run(0 ${kintree} list)
if(text MATCHES "sfa")
  message(FATAL_ERROR "the installed command lists plugins of another folder:\n${text}")
endif()
run(0 ${PYTHON} plugins.py)
if(text MATCHES " sfa")
  message(FATAL_ERROR "the installed Python module lists plugins of another folder:\n${text}")
endif()

# So are the test data.
run(0 ${kintree} verify --plugin rnea --family arm --trees 1)
run(0 ${PYTHON} arm.py)
file(REMOVE ${prefix}/share/kintree/testdata/robots/arm.urdf)
run(2 ${kintree} verify --plugin rnea --family arm --trees 1)
run(1 ${PYTHON} arm.py)
if(NOT text MATCHES "InputError: .*arm.urdf")
  message(FATAL_ERROR "the installed Python module reads test data of another folder:\n${text}")
endif()
