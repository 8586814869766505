#include "page/page.hpp"

#include <stdexcept>

#include "data/typography.hpp"
#include "page/assets.hpp"
#include "page/chart_data.hpp"
#include "page/page_data.hpp"
#include "page/paper_pages.hpp"

namespace kintree::report {
namespace {

namespace mustache = kainjow::mustache;

struct Tab {
  const char *file, *name, *content;
  PageData data;
};

/// The pages of the navigation that have something to show.
std::vector<Tab> tabs_of(const PageContents& contents) {
  const Summary& summary = contents.summary;
  const Measurements& measured = contents.measured;
  std::vector<Tab> tabs;
  const auto add = [&](bool is_there, const char* file, const char* name, const char* content, auto&& set) {
    if (!is_there) return;
    tabs.push_back({file, name, content, {}});
    tabs.back().data["page_title"] = std::string(name);
    set(tabs.back().data);
  };
  add(true, "index.html", "Overview", "overview.html", [&](PageData& page) {
    set_overview(page, contents);
    set_choice(page, contents);
    set_linearization(page, contents);
  });
  add(!contents.algorithms.empty(), "algorithms.html", "Algorithms", "algorithms.html",
      [&](PageData& page) { set_problems(page, contents); });
  add(summary.all.judged() > 0, "hard.html", "Hard cases", "hard.html",
      [&](PageData& page) { set_hard(page, summary, contents.algorithms); });
  add(summary.all.judged() > 0 || !measured.float_digits.empty(), "accuracy.html", "Accuracy",
      "accuracy.html", [&](PageData& page) { set_accuracy(page, summary, measured); });
  add(!measured.costs.empty() || !measured.growth.empty() || !measured.large_trees.empty() ||
          !measured.curves.empty(),
      "cost.html", "Cost", "costs.html", [&](PageData& page) { set_costs(page, summary, measured); });
  add(!measured.timings.rows.empty(), "time.html", "Time", "time.html",
      [&](PageData& page) { set_times(page, contents); });
  add(!measured.claims.empty() || !measured.missing.empty() || !measured.errata.empty(), "papers.html",
      "Papers", "papers.html", [&](PageData& page) { set_papers(page, measured); });
  add(true, "trust.html", "Trust", "trust.html", [&](PageData& page) {
    set_trust(page, contents.run, summary, measured);
    set_history(page, contents.history);
  });
  add(!contents.libraries.libraries.empty(), "libraries.html", "Libraries", "libraries.html",
      [&](PageData& page) {
        set_libraries(page, contents.libraries);
        page["times"] = !measured.timings.rows.empty();
      });
  add(true, "glossary.html", "Glossary", "glossary.html",
      [&](PageData& page) { page["glossary"] = glossary_html(); });
  return tabs;
}

/// Renders pages with one head, and one navigation.
class Renderer {
 public:
  Renderer(const PageContents& contents, const std::vector<Tab>& tabs) : contents_(contents), tabs_(tabs) {}

  PageFile operator()(const std::string& file, const char* content, const std::string& tab,
                      PageData data) const {
    const Run& run = contents_.run;
    data["version"] = run.version;
    data["run_number"] = std::to_string(run.id);
    set_text(data, "started", run.started);
    set_text(data, "commit", run.commit.substr(0, 12));  // trust.html has all of it
    PageList list;
    for (const Tab& t : tabs_) {
      PageData entry("tab_file", t.file);
      entry["tab_name"] = t.name;
      entry["is_current"] = t.file == tab;
      list.push_back(std::move(entry));
    }
    data["tabs"] = list;
    for (const Asset& a : assets())
      if (a.name.ends_with(".html"))
        data[std::string(a.name)] = mustache::partial([&a] { return std::string(a.text); });
    data["content"] = mustache::partial([content] { return std::string(asset(content)); });
    mustache::mustache whole{std::string(asset("page.html"))};
    whole.set_custom_escape(html);
    std::string text = whole.render(data);
    if (!whole.is_valid()) throw std::logic_error(std::string(content) + ": " + whole.error_message());
    return {file, text};
  }

 private:
  const PageContents& contents_;
  const std::vector<Tab>& tabs_;
};

}  // namespace

std::vector<PageFile> pages(const PageContents& contents) {
  std::vector<PageFile> files{{"style.css", std::string(asset("style.css"))},
                              {"page.js", std::string(asset("page.js"))}};
  const bool charts = !contents.chart_data.empty();
  if (charts) {
    files.push_back({"charts.js", std::string(asset("charts.js"))});
    files.push_back({"chart_data.js", "window.chartData = " + contents.chart_data + ";\n"});
  }
  const std::vector<Tab> tabs = tabs_of(contents);
  const Renderer render(contents, tabs);
  for (const Tab& tab : tabs) {
    PageData data = tab.data;
    data["charts"] =
        charts && std::string_view(asset(tab.content)).find("data-chart=") != std::string_view::npos;
    if (std::string_view(tab.file) == "index.html") data["chart_data"] = choice_json(contents.algorithms);
    set_figures(data, contents.figures);
    files.push_back(render(tab.file, tab.content, tab.file, data));
  }
  const auto add = [&](const std::string& name, const char* tab, PageData&& section) {
    PageData data("plugin", std::move(section));
    data["page_title"] = name;
    files.push_back(render(plugin_file(name), "plugin.html", tab, std::move(data)));
  };
  for (const std::string& plugin : contents.summary.plugins)
    add(plugin, "algorithms.html", plugin_section(plugin, contents));
  for (const Library& library : contents.libraries.libraries)
    add(library.missing.empty() ? library.plugin : library.name, "libraries.html",
        library_section(library, contents.libraries));
  for (const std::string& paper : papers_of(contents.measured)) {
    PageData data("paper", paper_section(paper, contents.measured, contents.figures));
    data["page_title"] = paper;
    files.push_back(render(paper_file(paper), "paper.html", "papers.html", std::move(data)));
  }
  return files;
}

}  // namespace kintree::report
