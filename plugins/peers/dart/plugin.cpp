#include "dart/adapter.hpp"

KINTREE_PEER(kintree::peers::Dart, "dart", true)
