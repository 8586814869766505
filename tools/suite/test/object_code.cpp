// Algorithms that name their phases, in double. object_code.cmake compares their object code.
#include "aba/aba.hpp"
#include "crba_ltdl/crba_ltdl.hpp"

template class kintree::Aba<double>;
template class kintree::CrbaLtdl<double>;
