// Compiled by the test oracles.independence with the include folders of kintree_oracles: must fail, since
// none of them has this.
#include FORBIDDEN
int main() {}
