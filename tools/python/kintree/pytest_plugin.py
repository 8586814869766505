"""Cases for tests. pytest loads this plugin with the installed package.

    @pytest.mark.kintree("mass_matrix", trees=50)
    def test_mass_matrix(case):
        case.check(my_mass_matrix(case.model, case.state))

The arguments of the mark are those of kintree.cases."""

from __future__ import annotations

from typing import Any

from ._checks import cases


def pytest_configure(config: Any) -> None:
    config.addinivalue_line("markers", "kintree(problem, **cases): run the test for each case of kintree.cases(problem, **cases)")


def pytest_generate_tests(metafunc: Any) -> None:
    mark = metafunc.definition.get_closest_marker("kintree")
    if mark:
        metafunc.parametrize("case", cases(*mark.args, **mark.kwargs), ids=str)
