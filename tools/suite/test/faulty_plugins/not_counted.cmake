# `kintree cost` must reject the count of the plugin, with the reason, and exit with 1. The same holds for --growth.
foreach(options "" "--growth")
  execute_process(COMMAND ${KINTREE} cost --plugin-path ${FOLDER} --plugin ${PLUGIN} ${options}
                  OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE code)
  if(NOT code EQUAL 1 OR NOT output MATCHES "NOT COUNTED[^\n]*${REASON}" OR output MATCHES " [1-9][0-9]* counted, ")
    message(FATAL_ERROR "exit code ${code}; it should be 1, and the reason '${REASON}'\n${output}${errors}")
  endif()
endforeach()
