# Runs `kintree verify` on a plugin with a flipped sign: it must exit with 1 and name plugin, problem, case, seed, the worst entry's
# joint and the command that repeats it; and that command must fail in its turn.
execute_process(COMMAND ${KINTREE} verify --plugin-path ${FOLDER} --plugin ${PLUGIN} --problem ${PROBLEM} --trees 20 --bodies 12
                        --fail-fast
                OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 1)
  message(FATAL_ERROR "exit code ${code}, expected 1\n${output}${errors}")
endif()
if(NOT output MATCHES "stopped at the first failure, after [0-9]+ of [0-9]+ cases")
  message(FATAL_ERROR "--fail-fast did not stop it\n${output}")
endif()
set(failure "FAILED ${PLUGIN} ${PROBLEM}: case ([a-z_:+]+)-([0-9]+) \\(seed ([0-9]+), [^\n]*\n[^\n]*worst entry: (joint 'joint[0-9]+'|row [0-9]+, column [0-9]+)[^\n]*\n  repeat: (kintree verify [^\n]*)")
if(NOT output MATCHES "${failure}")
  message(FATAL_ERROR "the failure is not described\n${output}")
endif()
separate_arguments(repeat UNIX_COMMAND "${CMAKE_MATCH_5}")
list(POP_FRONT repeat)
execute_process(COMMAND ${KINTREE} ${repeat} OUTPUT_VARIABLE again RESULT_VARIABLE code)
if(NOT code EQUAL 1 OR NOT again MATCHES "FAILED ${PLUGIN} ${PROBLEM}: case ${CMAKE_MATCH_1}")
  message(FATAL_ERROR "the command that repeats it does not fail: ${repeat}\n${again}")
endif()
message(STATUS "caught: ${output}")
