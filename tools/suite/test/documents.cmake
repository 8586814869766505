# Tests of documents, comments and commits. They need Python alone, unless they run the command.
set(documents ${CMAKE_CURRENT_LIST_DIR})

add_test(NAME prose COMMAND ${KINTREE_PYTHON} ${documents}/prose_test.py ${PROJECT_SOURCE_DIR})
add_test(NAME commit_messages COMMAND ${KINTREE_PYTHON} ${documents}/commit_messages.py ${PROJECT_SOURCE_DIR})
set_tests_properties(commit_messages PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(prose commit_messages PROPERTIES LABELS independence)

# The documents whose commands are run. Each test installs the build into a folder of its own.
add_test(NAME documents COMMAND ${KINTREE_PYTHON} ${documents}/documents_test.py ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
add_test(NAME architecture COMMAND ${KINTREE_PYTHON} ${PROJECT_SOURCE_DIR}/tools/architecture --check)
set_tests_properties(documents architecture PROPERTIES LABELS independence)
foreach(document README.md reference/concepts.md reference/constraints.md reference/derivatives.md reference/faq.md reference/in_your_ci.md reference/tutorial.md reference/verdicts.md)
  get_filename_component(name ${document} NAME_WE)
  string(TOLOWER ${name} name)
  add_test(NAME document.${name}
           COMMAND ${KINTREE_PYTHON} ${documents}/document.py ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
                   ${CMAKE_CURRENT_BINARY_DIR}/documents/${name} ${CMAKE_CXX_COMPILER} ${document})
  set_tests_properties(document.${name} PROPERTIES LABELS command)
endforeach()
