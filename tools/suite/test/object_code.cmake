# Counting leaves no trace where nothing is counted: algorithms in double compile to the same code and data, to the byte, with
# their phases named and with those lines taken out. Names of labels may differ: clang numbers them. COMPILER, OBJDUMP, FOLDERS (of
# includes, in order), SOURCE, SCRATCH.
file(REMOVE_RECURSE ${SCRATCH})

function(compile object result)
  set(flags "")
  foreach(folder IN LISTS ARGN FOLDERS)
    list(APPEND flags -I${folder})
  endforeach()
  file(COPY ${SOURCE} DESTINATION ${SCRATCH}/source)  # one name in every object file
  execute_process(COMMAND ${COMPILER} -std=c++20 -O3 -DNDEBUG ${flags} -c object_code.cpp -o ${SCRATCH}/${object}
                  WORKING_DIRECTORY ${SCRATCH}/source COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${OBJDUMP} --disassemble --reloc --full-contents ${SCRATCH}/${object} OUTPUT_VARIABLE code
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ${object} "" code "${code}")
  string(REGEX REPLACE "\\.L\\.str(\\.[0-9]+)?" ".L.str" code "${code}")
  set(${result} "${code}" PARENT_SCOPE)
endfunction()

# The headers again, below FOLDER, with whatever names a phase replaced.
function(without_phases folder replacement)
  set(lines 0)
  foreach(from IN LISTS FOLDERS)
    file(GLOB_RECURSE headers RELATIVE ${from} ${from}/*.hpp)
    foreach(header IN LISTS headers)
      file(READ ${from}/${header} text)
      string(REGEX REPLACE "const Phase<S> phase\\(\"[^\"]*\"\\);" "${replacement}" changed "${text}")
      if(NOT changed STREQUAL text)
        math(EXPR lines "${lines} + 1")
      endif()
      file(WRITE ${folder}/${header} "${changed}")
    endforeach()
  endforeach()
  if(lines LESS 5)
    message(FATAL_ERROR "only ${lines} headers name phases")
  endif()
endfunction()

compile(with.o with)
without_phases(${SCRATCH}/without "")
compile(without.o without ${SCRATCH}/without)
if(NOT with STREQUAL without)
  message(FATAL_ERROR "phases leave traces in double: the code of ${SCRATCH}/with.o is not that of ${SCRATCH}/without.o")
endif()
# The comparison can fail: a phase that does something.
without_phases(${SCRATCH}/counting "static volatile int entered; entered = entered + 1;")
compile(counting.o counting ${SCRATCH}/counting)
if(with STREQUAL counting)
  message(FATAL_ERROR "the comparison sees no difference where there is one")
endif()
