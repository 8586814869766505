// A sound algorithm whose lanes give another last bit in path rows.
#include "other_in_path_rows.hpp"

#include "kintree/plugin/lanes.hpp"

#ifdef KINTREE_PACKS
KINTREE_LANES(kintree::OtherInPathRows)
#endif

KINTREE_PLUGIN(kintree::CrbaColumns, (kintree::in_path_rows(kintree::faulty("other_lanes_in_path_rows"))))
