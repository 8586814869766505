extern "C" int kintree_plugin_v0() {
  return 0;
}
