#include "gnuplot.hpp"

#include <algorithm>
#include <array>
#include <boost/process.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "assets.hpp"
#include "kintree/data/error.hpp"
#include "kintree/input/temporary_folder.hpp"
#include "plot.hpp"
#include "typography.hpp"

namespace kintree::report {
namespace {

// --- from gnuplot's SVG to the page's ---

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
    result.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = result.append(text, done);
}

/// Attribute(s) NAME="rgb(0,0,k)" to class="k<k>".
void colours_to_classes(std::string& text) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find("rgb("); at != std::string::npos; at = text.find("rgb(", done)) {
    const std::size_t end = text.find(')', at);
    const std::size_t name = text.rfind(' ', text.find_last_of('=', at));
    if (end == std::string::npos || name == std::string::npos || name < done) break;
    const int k = std::atoi(text.c_str() + text.rfind(',', end) + 1);
    result.append(text, done, name + 1 - done).append("class=\"k").append(std::to_string(k)).append("\"");
    done = end + 2;
  }
  text = result.append(text, done);
}

/// Drops every <g ...> that is closed with nothing in it.
void drop_empty_groups(std::string& text) {
  std::istringstream lines(text);
  std::string result, line, held;
  const auto opens = [](const std::string& s) {
    return s.starts_with("<g ") && s.find("</g>") == std::string::npos;
  };
  while (std::getline(lines, line)) {
    if (!held.empty()) {
      const bool closed = line == "</g>";
      if (!closed) result += held;
      held.clear();
      if (closed) continue;
    }
    if (opens(line))
      held = line + "\n";
    else
      result += line + "\n";
  }
  text = result + held;
}

std::string as_page_svg(std::string text, int width, int height, const std::string& label) {
  const std::size_t body = text.find("</defs>"), end = text.rfind("</svg>");
  if (body == std::string::npos || end == std::string::npos)
    throw InputError("gnuplot: its output is not the expected SVG");
  text = text.substr(body + 7, end - body - 7);
  // The group that was opened before <defs> ends just before </svg>.
  if (const std::size_t last = text.rfind("</g>"); last != std::string::npos) text.erase(last, 4);
  colours_to_classes(text);
  for (const char* noise : {" font-family=\"Arial\"", " font-size=\"12.00\"", " stroke-linecap=\"butt\"",
                            " stroke-linejoin=\"miter\"", " color=\"black\"", " color=\"white\"", "\t"})
    replace_all(text, noise, "");
  replace_all(text, "xlink:href='#gpPt", "href='#mark");
  for (std::size_t at = text.find("<title>"); at != std::string::npos; at = text.find("<title>"))
    text.erase(at, text.find("</title>", at) + 8 - at);
  for (std::size_t at = text.find(" id=\"gnuplot"); at != std::string::npos; at = text.find(" id=\"gnuplot"))
    text.erase(at, text.find('"', at + 5) + 1 - at);
  drop_empty_groups(text);
  return "<svg class=\"plot\" viewBox=\"0 0 " + std::to_string(width) + " " + std::to_string(height) +
         "\" role=\"img\" aria-label=\"" + html(label) + "\">\n" + text + "</svg>\n";
}

// --- the process ---

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

namespace {

/// Runs the script in an empty folder, and returns the files of these names that it has written there.
std::vector<std::string> files_of(const std::string& script_text, const std::vector<std::string>& names) {
  namespace process = boost::process;
  const auto program = process::search_path("gnuplot");
  if (program.empty())
    throw InputError("gnuplot: not found; plots need it (Debian: apt-get install gnuplot-nox)");

  const TemporaryFolder folder;
  const std::string script = folder.path() / "script", complaints = folder.path() / "complaints";
  {
    std::ofstream stream(script, std::ios::binary);
    stream << "set encoding utf8\n" << script_text;
    if (!stream.flush()) throw InputError(script + ": cannot be written");
  }
  process::environment environment = boost::this_process::environment();
  environment["TZ"] = "UTC";
  // -d: nobody's private settings.
  process::child child(program, "-d", process::std_in<script, process::std_out> process::null,
                       process::std_err > complaints, environment,
                       process::start_dir = folder.path().string());
  child.wait();
  std::vector<std::string> files;
  for (const std::string& name : names) {
    files.push_back(contents(folder.path() / name));
    if (child.exit_code() != 0 || files.back().empty()) {
      std::istringstream words(contents(complaints));
      std::string reason, word;
      while (words >> word && reason.size() < 300) reason.append(" ").append(word);
      throw InputError("gnuplot: failed:" + reason);
    }
  }
  return files;
}

std::string numbered(std::size_t i, const char* ending) {
  return "panel" + std::to_string(i) + ending;
}

/// The colour of that name in the page's style sheet, where it is light.
std::string of_style_sheet(const std::string& name) {
  const std::string_view style = asset("style.css");
  const std::size_t at = style.find("--" + name + ":");
  if (at == std::string_view::npos) throw std::logic_error("style.css: no colour " + name);
  const std::size_t from = at + name.size() + 3;
  return std::string(style.substr(from, style.find_first_of(";}", from) - from));
}

/// With the colours of the page's style sheet.
std::string coloured(std::string script) {
  const auto put = [&](int k, const std::string& name) {
    replace_all(script, colour(k), "rgb \"" + of_style_sheet(name) + "\"");
  };
  put(ink, "ink");
  put(faint, "faint");
  put(grey, "grey");
  put(fail_colour, "F");
  put(edge_colour, "line");
  for (std::size_t i = 0; i < plugin_colours; ++i) put(plugin_colour(i), "plugin-" + std::to_string(i));
  return script;
}

/// The moment at which it was written is the time of the run: "/CreationDate (D:20261123013507Z)".
void date_pdf(std::string& pdf, const std::string& date) {
  std::string digits;
  std::copy_if(date.begin(), date.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  digits.resize(14, '0');
  const std::string_view mark = "/CreationDate (D:";
  if (const std::size_t at = pdf.find(mark); at != std::string::npos)
    pdf.replace(at + mark.size(), 14, digits);
}

}  // namespace

std::vector<std::string> run_gnuplot(const std::vector<Drawing>& drawings) {
  std::ostringstream script;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    names.push_back(numbered(i, ".svg"));
    script << "reset\nset terminal svg size " << drawings[i].width << "," << drawings[i].height
           << " font 'Arial,12' noenhanced\nset output '" << names.back() << "'\nunset key\n"
           << drawings[i].script << "unset output\n";
  }
  std::vector<std::string> result = files_of(script.str(), names);
  for (std::size_t i = 0; i < drawings.size(); ++i)
    result[i] = as_page_svg(std::move(result[i]), drawings[i].width, drawings[i].height, drawings[i].label);
  return result;
}

std::vector<DrawnFiles> draw_files(const std::vector<Drawing>& drawings, const std::string& date) {
  constexpr int width = 720, legend_height = 130;  // pixels; of two columns
  constexpr double pixels_of_an_inch = 96;
  std::ostringstream script;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < drawings.size(); ++i) {
    const Drawing& d = drawings[i];
    const int height = d.height + (d.legend ? legend_height : 0);
    std::string drawing = d.legend ? "set key below Left reverse samplen 1.5 textcolor " + colour(ink)
                                   : std::string("unset key");
    drawing += "\n" + d.script;
    if (d.legend) replace_all(drawing, "set bmargin 3\n", "");  // it makes room
    const auto draw = [&](const std::string& terminal, const char* ending) {
      names.push_back(numbered(i, ending));
      script << "reset\nset terminal " << terminal << " noenhanced\nset output '" << names.back() << "'\n"
             << drawing << "unset output\n";
    };
    const auto size = std::to_string(width) + "," + std::to_string(height);
    const auto inches = [&](int pixels) { return std::to_string(pixels / pixels_of_an_inch) + "in"; };
    draw("svg size " + size + " background '#ffffff' font 'Arial,12'", ".svg");
    draw("pdfcairo size " + inches(width) + "," + inches(height) + " font 'Arial,9'", ".pdf");
  }
  std::vector<std::string> files = files_of(coloured(script.str()), names);
  std::vector<DrawnFiles> result;
  for (std::size_t i = 0; i < files.size(); i += 2) {
    date_pdf(files[i + 1], date);
    result.push_back({std::move(files[i]), std::move(files[i + 1])});
  }
  return result;
}

std::string colour(int k) {
  std::ostringstream text;
  text << "rgb \"#0000" << std::hex << (k < 16 ? "0" : "") << k << "\"";
  return text.str();
}

int plugin_colour(std::size_t plugin) {
  return first_plugin + static_cast<int>(plugin % plugin_colours);
}

int point_type(std::size_t plugin) {
  constexpr std::array<int, plugin_colours> types{7, 9, 5, 13, 11, 15, 6};
  return types[(plugin + plugin / plugin_colours) % types.size()];
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x20) result.append(c == '\'' ? 2 : 1, c);
  return result + "'";
}

}  // namespace kintree::report
