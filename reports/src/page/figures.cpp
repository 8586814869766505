#include "page/figures.hpp"

#include <boost/process.hpp>
#include <sstream>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "page/assets.hpp"
#include "store/leaf_json.hpp"

namespace kintree::report {
namespace {

namespace process = boost::process;

/// Why this program cannot be run; else an empty text.
std::string missing_program(const char* program, const char* package) {
  if (!process::search_path(program).empty()) return {};
  return std::string("figures: none; expected the program ") + program + " on PATH; install the package " +
         package;
}

/// The first words of a text, on one line.
std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line, word;
  while (words >> word && line.size() < 300) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace

Figures draw_figures(const std::string& charts, const std::string& date, std::string_view program) {
  if (program.empty())
    return {{},
            "charts, figures: none; expected esbuild and node-vega when Kintree was built; install both and "
            "build it again"};
  for (const auto& [name, package] : {std::pair{"node", "nodejs"}, {"rsvg-convert", "librsvg2-bin"}})
    if (std::string reason = missing_program(name, package); !reason.empty()) return {{}, std::move(reason)};

  const TemporaryFolder folder;
  const std::string script = folder / "files.cjs", input = folder / "charts.json",
                    output = folder / "drawn.json", errors = folder / "errors";
  write_text_file(script, program);
  write_text_file(input,
                  Json{{"style", asset("style.css")}, {"date", date}, {"data", Json::parse(charts)}}.dump());
  process::child child(process::search_path("node"), script, process::std_in<input, process::std_out> output,
                       process::std_err > errors, process::start_dir = folder.path().string());
  child.wait();
  Figures figures;
  if (child.exit_code() != 0)
    figures.missing = "figures: node failed: " + on_one_line(read_text_file(errors));
  else
    for (const Json& drawn : Json::parse(read_text_file(output))) {
      const std::string name = drawn.at("name");
      figures.files.push_back({name, drawn.at("title"), read_text_file(folder / (name + ".svg")),
                               read_text_file(folder / (name + ".pdf"))});
    }
  return figures;
}

}  // namespace kintree::report
