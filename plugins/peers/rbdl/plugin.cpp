// Its dynamics as they are.
#include "rbdl/adapter.hpp"

KINTREE_PEER(kintree::peers::Rbdl, "rbdl", true)
