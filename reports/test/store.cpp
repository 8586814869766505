#define BOOST_TEST_MODULE store
int main_placeholder;
