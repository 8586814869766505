// replay_fuzz FOLDER: calls each function of fuzz.hpp with each file of the folder of its name. Exit code 1
// if a folder is missing or empty. A wrong result for a file aborts.
#include <array>
#include <filesystem>
#include <iostream>

#include "fuzz.hpp"
#include "kintree/files/text_file.hpp"

int main(int argc, char** argv) {
  using namespace kintree;
  struct Target {
    const char* name;
    void (*call)(std::string_view bytes);
  };
  constexpr std::array targets{Target{"urdf", fuzz::urdf}, Target{"state", fuzz::state},
                               Target{"vectors", fuzz::vectors}, Target{"protocol", fuzz::protocol},
                               Target{"store", fuzz::store}};
  if (argc != 2) return 1;
  bool complete = true;
  for (const Target& target : targets) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / target.name;
    std::size_t count = 0;
    if (std::filesystem::is_directory(folder))
      for (const auto& file : std::filesystem::directory_iterator(folder)) {
        std::cout << target.name << ' ' << file.path().filename().string() << std::endl;
        target.call(read_text_file(file.path()));
        ++count;
      }
    if (count == 0) std::cerr << message_name(folder) << ": no file in it\n";
    complete = complete && count > 0;
  }
  return complete ? 0 : 1;
}
