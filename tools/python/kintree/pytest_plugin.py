"""Cases for tests. pytest loads this plugin with the installed package.

    @pytest.mark.kintree("mass_matrix", trees=50)
    def test_mass_matrix(case):
        case.check(my_mass_matrix(case.model, case.state))

The arguments of the mark are those of kintree.cases."""

from __future__ import annotations

from typing import Any

import pytest

from ._checks import cases
from ._kintree import InputError


def pytest_configure(config: Any) -> None:
    config.addinivalue_line("markers", "kintree(problem, **cases): run the test for each case of kintree.cases(problem, **cases)")


def pytest_generate_tests(metafunc: Any) -> None:
    mark = metafunc.definition.get_closest_marker("kintree")
    if mark is None:
        return
    bad = ""
    try:
        drawn = cases(*mark.args, **mark.kwargs)
    except (InputError, TypeError) as reason:
        bad = f"In {metafunc.definition.name}: the mark kintree: {reason}"
    if bad:  # outside of the handler, so that the report has this line alone
        pytest.fail(bad, pytrace=False)
    metafunc.parametrize("case", drawn, ids=str)
