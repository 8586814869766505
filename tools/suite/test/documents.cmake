# Tests of documents, comments and commits. They need Python alone, unless they run the command.
set(documents ${CMAKE_CURRENT_LIST_DIR})

add_test(NAME prose COMMAND ${KINTREE_PYTHON} ${documents}/prose_test.py ${PROJECT_SOURCE_DIR})
add_test(NAME commit_messages COMMAND ${KINTREE_PYTHON} ${documents}/commit_messages.py ${PROJECT_SOURCE_DIR})
set_tests_properties(commit_messages PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(prose commit_messages PROPERTIES LABELS independence)
