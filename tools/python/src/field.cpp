// Numbers of the finite field for Python.
#include "kintree/field.hpp"

#include <pybind11/operators.h>

#include <optional>

#include "bindings.hpp"

namespace kintree::python {
namespace {

/// A Field, a whole number, a double or a NumPy scalar as a number of the field; nothing for anything else.
std::optional<FieldScalar> number(py::handle x) {
  if (py::isinstance<FieldScalar>(x)) return x.cast<const FieldScalar&>();
  if (PyFloat_Check(x.ptr()) != 0) return FieldScalar(PyFloat_AS_DOUBLE(x.ptr()));
  if (PySequence_Check(x.ptr()) != 0) return {};  // an array, whose entries NumPy passes one by one
  if (PyIndex_Check(x.ptr()) != 0) {
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(x.ptr()));
    if (!whole) throw py::error_already_set();
    int overflow = 0;
    const long long fits = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
    if (overflow == 0) return FieldScalar(fits);
    return FieldScalar(whole.attr("__mod__")(Field::p).cast<std::uint64_t>());
  }
  if (!py::hasattr(x, "__float__") || PyUnicode_Check(x.ptr()) != 0) return {};
  return FieldScalar(py::float_(py::reinterpret_borrow<py::object>(x)).cast<double>());
}

FieldScalar required(py::handle x) {
  if (PyUnicode_Check(x.ptr()) != 0) return FieldScalar(std::string_view(x.cast<std::string>()));
  if (const auto of_number = number(x)) return *of_number;
  throw py::type_error("Field: " + py::repr(x).cast<std::string>() +
                       " is no number; expected a whole number, a float, or text 'a' or 'a+bi'");
}

/// A method for an operator; NotImplemented where the other operand is no number.
template <class Operation>
auto with_other(Operation operation) {
  return [operation](const FieldScalar& x, py::handle y) -> py::object {
    const auto other = number(y);
    if (!other) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    return py::cast(operation(x, *other));
  };
}

/// A comparison with zero: a number is greater than zero if it is a pivot that one can divide by.
template <class Operation>
auto with_zero(Operation operation) {
  return with_other([operation](const FieldScalar& x, const FieldScalar& y) {
    if (x != FieldScalar() && y != FieldScalar())
      throw py::type_error(
          "numbers of the field have no order; expected a comparison with 0 of a pivot; choose by size from "
          "model.in_double and state.in_double");
    return operation(x, y);
  });
}

}  // namespace

void bind_field(py::module_& m) {
  using S = FieldScalar;
  auto field = py::class_<S>(
      m, "Field",
      "A number of GF(p^2), p = 2^61 - 1: a + b i. Doubles and whole numbers are exact, and mix with it. "
      "np.sin, np.cos and np.sqrt take arrays of them. Angles are points of the circle.");
  field.def(py::init(&required), py::arg("number") = 0)
      .def_property_readonly_static("p", [](const py::object&) { return Field::p; })
      .def("__add__", with_other([](const S& x, const S& y) { return x + y; }))
      .def("__radd__", with_other([](const S& x, const S& y) { return x + y; }))
      .def("__sub__", with_other([](const S& x, const S& y) { return x - y; }))
      .def("__rsub__", with_other([](const S& x, const S& y) { return y - x; }))
      .def("__mul__", with_other([](const S& x, const S& y) { return x * y; }))
      .def("__rmul__", with_other([](const S& x, const S& y) { return x * y; }))
      .def("__truediv__", with_other([](const S& x, const S& y) { return x / y; }))
      .def("__rtruediv__", with_other([](const S& x, const S& y) { return y / x; }))
      .def("__neg__", [](const S& x) { return -x; })
      .def("__pos__", [](const S& x) { return x; })
      .def(
          "__pow__", [](const S& x, int exponent) { return pow(x, exponent); }, py::is_operator())
      .def("__eq__", with_other([](const S& x, const S& y) { return x == y; }))
      .def("__ne__", with_other([](const S& x, const S& y) { return !(x == y); }))
      .def("__lt__", with_zero([](const S& x, const S& y) { return x < y; }))
      .def("__gt__", with_zero([](const S& x, const S& y) { return x > y; }))
      .def("__le__", with_zero([](const S& x, const S& y) { return x <= y; }))
      .def("__ge__", with_zero([](const S& x, const S& y) { return x >= y; }))
      .def("__bool__", [](const S& x) { return !(x == S()); })
      .def("__hash__", [](const S& x) { return py::hash(py::str(as_text(x.value()))); })
      .def("__str__", [](const S& x) { return as_text(x.value()); })
      .def("__repr__", [](const S& x) { return "Field('" + as_text(x.value()) + "')"; })
      .def("sin", [](const S& x) { return sin(x); })
      .def("cos", [](const S& x) { return cos(x); })
      .def("tan", [](const S& x) { return tan(x); })
      .def("sqrt", [](const S& x) { return sqrt(x); })
      .def(
          "conjugate", [](const S& x) { return x; }, "The number itself, which stands for a real one.")
      .def(py::pickle([](const S& x) { return py::str(as_text(x.value())); },
                      [](const py::str& text) { return required(text); }));
}

}  // namespace kintree::python
