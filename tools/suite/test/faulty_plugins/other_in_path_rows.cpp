#include "other_in_path_rows.hpp"

KINTREE_PLUGIN(kintree::OtherInPathRows, (kintree::in_path_rows(kintree::faulty("other_in_path_rows"))))
