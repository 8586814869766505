#include "mujoco/adapter.hpp"

KINTREE_PEER(kintree::peers::MuJoCo, "mujoco", false)
