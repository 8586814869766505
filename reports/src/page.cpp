#include "page.hpp"

#include <stdexcept>

#include "assets.hpp"
#include "page_data.hpp"
#include "typography.hpp"

namespace kintree::report {

std::string page(const Run& run, const Summary& summary, const Figures& figures, const Measurements& measured,
                 const Charts& charts, const Comparison* comparison, const LibrarySummary& libraries,
                 const Table& history) {
  namespace mustache = kainjow::mustache;
  PageData data;
  set_overview(data, run, summary, comparison);
  set_history(data, history);
  set_accuracy(data, summary, measured);
  set_costs(data, summary, measured);
  set_times(data, summary, measured);
  set_papers(data, measured);
  set_trust(data, run, summary, measured);
  set_figures(data, figures);
  set_plugins(data, summary, measured);
  set_libraries(data, libraries);
  for (const Asset& asset : assets())
    if (asset.name.ends_with(".html"))
      data[std::string(asset.name)] = mustache::partial([&asset] { return std::string(asset.text); });
  data["style_css"] = std::string(asset("style.css"));
  data["page_js"] = std::string(asset("page.js"));
  if (!charts.program.empty()) {
    data["charts_js"] = charts.program;
    data["chart_data"] = charts.data;
  }
  mustache::mustache whole{std::string(asset("page.html"))};
  whole.set_custom_escape(html);
  std::string text = whole.render(data);
  if (!whole.is_valid()) throw std::logic_error("page.html: " + whole.error_message());
  return text;
}

}  // namespace kintree::report
