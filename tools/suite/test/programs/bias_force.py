"""A program that claims a problem for which no plugin and no template has a method, by its description alone.

    bias_force.py TEMPLATES [without_gravity]
"""

import sys

sys.path.insert(0, sys.argv[1])
import new_plugin  # noqa: E402
from kintree_protocol import serve  # noqa: E402

DESCRIPTION = new_plugin.DESCRIPTION | {"name": "bias", "problems": {"bias_force": {"promise": "B", "less": new_plugin.LESS}}}


def solve(question):
    if "without_gravity" in sys.argv:
        question["model"]["gravity"] = [0, 0, 0]
    tree = new_plugin.Tree(question)
    rest = [0] * tree.n
    return {"C": new_plugin.newton_euler(tree, new_plugin.jacobians(tree), question["state"]["v"], rest)}


if __name__ == "__main__":
    serve(DESCRIPTION, solve)
