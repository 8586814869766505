"""Tables and cells of a page, in the classes of reports/page/style.css."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape


class Html(str):
    """Text that is HTML already."""


@dataclass
class Cell:
    text: object
    style: str = ""


@dataclass
class Detail:
    """A row below another one, over all columns."""
    text: Html


def as_html(text: object) -> str:
    return text if isinstance(text, Html) else escape(str(text))


def code(command: str) -> Html:
    return Html(f"<code>{escape(command)}</code>")


def table(caption: str, columns: list[str], rows: Iterable[list[object] | Detail], style: str = "") -> Html:
    """Columns of numbers have a # before their heading."""
    numbers = [c.startswith("#") for c in columns]

    def cell(content: object, number: bool) -> str:
        given = content if isinstance(content, Cell) else Cell(content)
        name = given.style or ("number" if number else "")
        return f'<td class="{name}">{as_html(given.text)}</td>' if name else f"<td>{as_html(given.text)}</td>"

    def row(content: list[object] | Detail) -> str:
        if isinstance(content, Detail):
            return f'<tr class="detail"><td colspan="{len(columns)}">{content.text}</td></tr>\n'
        first, *rest = content
        head = f'<th scope="row">{as_html(first)}</th>' if style.startswith("matrix") else cell(first, numbers[0])
        return "<tr>" + head + "".join(cell(c, n) for c, n in zip(rest, numbers[1:], strict=True)) + "</tr>\n"

    heads = "".join(f'<th{" class=number" if n else ""} scope="col"><span>{escape(c.removeprefix("#"))}</span></th>' for c, n in zip(columns, numbers))
    return Html(f'<div class="scroll"><table{f" class={chr(34)}{style}{chr(34)}" if style else ""}><caption class="hidden">{escape(caption)}</caption>\n'
                f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{''.join(map(row, rows))}</tbody></table></div>\n")
