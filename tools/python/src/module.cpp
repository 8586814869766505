#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/filesystem/path.hpp>

#include "bindings.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/folders.hpp"

PYBIND11_MODULE(_kintree, m) {
  using namespace kintree;
  namespace py = pybind11;
  m.doc() = "The suite of Kintree for Python. Use the package kintree.";
  m.attr("__version__") = suite::build_info::version;
  // The plugins and the test data are found from the place of this library, as the command finds them from its own.
  suite::set_program_folder((boost::dll::this_line_location().parent_path() / KINTREE_PROGRAMS).string());
  spdlog::set_default_logger(spdlog::stderr_color_mt("kintree.python"));
  spdlog::set_pattern("kintree: %^%l%$: %v");

  static py::handle input_error = py::exception<InputError>(m, "InputError", PyExc_ValueError).release();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& bad) {
      PyErr_SetString(input_error.ptr(), printable(bad.what()).c_str());
    }
  });
  python::bind_field(m);
  python::bind_models(m);
  python::bind_answers(m);
  python::bind_checks(m);
}
