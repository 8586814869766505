"""Mutants of a C++ source: small changes, each the slip of a hand that copies a formula."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

Edit = tuple[str, int, int, str]  # operator, begin, end, text in its place


@dataclass(frozen=True)
class Mutant:
    file: str  # relative to the repository
    operator: str
    line: int  # the first line touched, from 1
    old: str  # the lines touched, without comments, blanks as one
    new: str
    text: str  # the whole mutated file
    occurrence: int = 1  # of the same change in the file

    def key(self) -> tuple[str, str, str, int]:
        return self.file, self.old, self.new, self.occurrence


def code_only(text: str) -> str:
    """Comments and preprocessor lines as blanks, so that places stay."""
    def blanks(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"//[^\n]*|^#[^\n]*", blanks, text, flags=re.M)


def one_line(text: str) -> str:
    return " ".join(text.split())


# Operators that are one pattern: what group 1 matched is replaced.
PATTERNS: list[tuple[str, str, str]] = [
    ("sign", r" (\+=) ", "-="),
    ("sign", r" (-=) ", "+="),
    ("sign", r"(?<=[\w\])}]) (\+) ", "-"),
    ("sign", r"(?<=[\w\])}]) (-) ", "+"),
    ("sign", r"(?:[=?:,] |\(|return )(-)(?=[\w(])", ""),
    ("= for +=", r" ([+-]=) ", "="),
    ("bound", r" (<=) ", "<"),
    ("bound", r" (<) ", "<="),
    ("bound", r" (>=) ", ">"),
    ("bound", r" (>) ", ">="),
    ("bound", r"for \([\w: ]+ = (0)[;,]", "1"),
    ("bound", r"for \([\w: ]+ = (1)[;,]", "2"),
    ("bound", r"for \([\w: ]+ = ([\w.]*N_?|[\w.]*\bn_?);", r"\1 - 1"),
    ("logic", r" (&&) ", "||"),
    ("logic", r" (\|\|) ", "&&"),
    ("logic", r"\b(true)\b", "false"),
    ("logic", r"\b(false)\b", "true"),
    ("parent", r"([\w.]*parent\[\w+\])", None),
    ("degree of freedom", r"([\w.]*first\[\w+\])", None),
    ("transpose", r"(?<![.\w])(transpose(?=\())", ""),
    ("transpose", r"\b[A-Z]\w*(?:\[\w+\])?\((\w+(?: [+-] \w+)?, \w+(?: [+-] \w+)?)\)", None),
]  # fmt: skip

PARTNERS = {"k": "l", "l": "k", "i": "jp", "j": "i", "p": "i"}


def edits(code: str) -> Iterator[Edit]:
    for operator, pattern, text in PATTERNS:
        for match in re.finditer(pattern, code):
            found = match.group(1)
            if text is None and operator == "transpose":
                first, second = found.split(", ")
                if first == second:
                    continue
                put = f"{second}, {first}"
            elif text is None:
                put = found[found.index("[") + 1:-1]
            else:
                put = match.expand(text)
            yield operator, *match.span(1), put
    yield from constant_edits(code)
    yield from condition_edits(code)
    yield from index_edits(code)
    yield from product_edits(code)
    yield from term_edits(code)
    yield from statement_edits(code)


def constant_edits(code: str) -> Iterator[Edit]:
    """A number becomes the next one, but 1 becomes 0. A fraction is doubled, and 0.0 becomes 1.0."""
    for match in re.finditer(r"(?<![\w.\"'{])(\d+)(\.\d+)?(e-?\d+)?(?![\w.\"'}])", code):
        if match[2] or match[3]:
            yield "constant", *match.span(), f"2 * {match[0]}" if float(match[0]) else "1.0"
        else:
            yield "constant", *match.span(), "0" if match[0] == "1" else str(int(match[0]) + 1)


def condition_edits(code: str) -> Iterator[Edit]:
    """A condition negated; a way out of a function, such as a refusal, left out."""
    for match in re.finditer(r"\bif (?:constexpr )?\(", code):
        end = closing(code, match.end() - 1)
        begin = match.end() + code[match.end():end].rfind("; ") + 2 if "; " in code[match.end():end] else match.end()
        condition = code[begin:end]
        if not re.search(r"[^=!<>]=[^=]", condition):  # no declaration
            yield "condition", begin, end, f"!({condition})"
        way_out = re.match(r"\s*(return|throw|continue|break)\b[^;{}]*(\{[^;{}]*\}[^;{}]*)*;(?!\s*else)", code[end + 1:])
        if way_out and "constexpr" not in match.group():
            yield "dropped way out", match.start(), end + 1 + way_out.end(), ""


def index_edits(code: str) -> Iterator[Edit]:
    """An index for its neighbour, where the function names the neighbour before."""
    for match in re.finditer(r"(?:[\[(]|, )([klijp])(?=[\]),])", code):
        sight = re.split(r"^ {0,2}\}", code[:match.start(1)], flags=re.M)[-1]
        for partner in PARTNERS[match.group(1)]:
            if re.search(rf"\b(int|size_t) ([\w= .\[\]]*, )?{partner}\b", sight):
                yield "index", *match.span(1), partner


def closing(code: str, opening: int) -> int:
    """The place of the bracket that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at
    raise ValueError("unbalanced brackets")


def balanced(code: str) -> bool:
    depth = 0
    for c in code:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return depth == 0


def product_edits(code: str) -> Iterator[Edit]:
    """X^T f for X a, and the other way round."""
    for match in re.finditer(r"(?<![.\w])transpose_times\(", code):
        end = closing(code, match.end() - 1)
        arguments = code[match.end():end]
        depth = 0
        for at, c in enumerate(arguments):
            depth += (c in "([{") - (c in ")]}")
            if c == "," and depth == 0:
                yield "transpose", match.start(), end + 1, f"({arguments[:at]} * {arguments[at + 1:].strip()})"
    for match in re.finditer(r"((?:\b\w+[.])?\bR(?:\[[^\]]*\])?) \* ([\w.]+(?:\[[^\[\]]*(?:\[\w+\])?\])?)", code):
        yield "transpose", *match.span(), f"transpose_times({match.group(1)}, {match.group(2)})"


def term_edits(code: str) -> Iterator[Edit]:
    """A sum without one of its terms."""
    for match in re.finditer(r"(?<=[\w\])}]) ([+-]) (?=[\w({-])", code):
        depth, end = 0, match.end()
        while depth >= 0 and not (depth == 0 and re.match(r"[;,?:]| [+<>=&|?-]", code[end:])):
            depth += (code[end] in "([{") - (code[end] in ")]}")
            end += 1
        yield "dropped term", match.start(), end if depth == 0 else end - 1, ""
        depth, begin = 0, match.start()
        while depth >= 0 and not (depth == 0 and re.search(r"([;,?:=(\[{<>&|+-]|return)\s$", code[:begin])):
            begin -= 1
            depth += (code[begin] in ")]}") - (code[begin] in "([{")
        begin += depth != 0
        if not re.search(r"[+-]\s$", code[:begin]):  # left out before
            yield "dropped term", begin, match.end(), "" if match[1] == "+" else "-"


DECLARATION = re.compile(
    r"(const |constexpr |static |return |using |typename |template |friend |public |private |explicit |struct |class |case "
    r"|break|else|throw |auto&? \[)|[\w:]+(<[^;=]*>)?[\s*&]+\w+\s*[=;({,\[]")


def statements(code: str) -> Iterator[tuple[int, int]]:
    """Where they begin and end, without their semicolons; those with a body, such as loops, are left out."""
    for match in re.finditer(r"[;{}]|\b(?:for|if) \(|\belse\b", code):
        begin = match.end()
        if match.group().endswith("("):
            begin = closing(code, begin - 1) + 1
        begin += len(code[begin:]) - len(code[begin:].lstrip())
        statement = re.match(r"[^;{}]*(\{[^;{}]*\}[^;{}]*)*;", code[begin:])
        if not statement or not re.match(r"[\w(+]", statement.group()) or not balanced(statement.group()):
            continue
        if not re.match(r"(for|if|while|do)\b", statement.group()):
            yield begin, begin + statement.end() - 1


def statement_edits(code: str) -> Iterator[Edit]:
    """A statement left out: an assignment or a call."""
    for begin, end in statements(code):
        if not DECLARATION.match(code[begin:end + 1]) and re.search(r" [+-]?= |\(|\+\+|--", code[begin:end]):
            yield "dropped statement", begin, end, ""


def mutants(file: str, text: str) -> list[Mutant]:
    """Every mutant, in the order of the file. Those with the same text occur once, at the first place."""
    code = code_only(text)
    found: list[Mutant] = []
    seen: dict[tuple[str, str], int] = {}
    done: set[tuple[int, int, str]] = set()
    for operator, begin, end, put in sorted(edits(code), key=lambda e: (e[1], e[2])):
        if (begin, end, put) in done or code[begin:end] == put:
            continue
        done.add((begin, end, put))
        mutant = changed(file, text, operator, begin, end, put)
        seen[mutant.old, mutant.new] = seen.get((mutant.old, mutant.new), 0) + 1
        found.append(replace(mutant, occurrence=seen[mutant.old, mutant.new]))
    return found


def changed(file: str, text: str, operator: str, begin: int, end: int, put: str) -> Mutant:
    """The file with text[begin:end] replaced."""
    code = code_only(text)
    mutated = code[:begin] + put + code[end:]
    first, last = code.rfind("\n", 0, begin) + 1, code.find("\n", end)
    return Mutant(file, operator, code.count("\n", 0, begin) + 1, one_line(code[first:last]),
                  one_line(mutated[first:last + len(mutated) - len(code)]), text[:begin] + put + text[end:])
