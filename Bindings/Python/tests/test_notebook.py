"""The notebook of the documentation: its cells run, and its stored answers are those of this build.

Numbers may differ by 0.02: processors round the last digits differently.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import pathlib
import re

import pytest

NOTEBOOK = (
    pathlib.Path(__file__).resolve().parents[3] / "Documentation/Notebooks/first-recording.ipynb"
)


def run(source: str, names: dict) -> str:
    """What a notebook prints for a cell: standard output and the value of the last expression."""
    tree = ast.parse(source)
    last = tree.body[-1] if isinstance(tree.body[-1], ast.Expr) else None
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(ast.Module(tree.body[:-1] if last else tree.body, []), "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if value is None or source.rstrip().endswith(";"):
        return output.getvalue()
    return output.getvalue() + repr(value)


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def text(printed: str) -> str:
    return NUMBER.sub("#", "".join(printed.split()))


def numbers(printed: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(printed)]


def test_cells(tool, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    assert tool.run("simulate", "HELLO WORLD", "--output", "hello.csv").returncode == 0
    names: dict = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        stored = ""
        for output in cell["outputs"]:
            if output["output_type"] == "stream":
                stored += "".join(output["text"])
            elif output["output_type"] == "execute_result":
                stored += "".join(output["data"]["text/plain"])
        printed = run("".join(cell["source"]), names)
        assert text(printed) == text(stored)
        assert numbers(printed) == pytest.approx(numbers(stored), rel=0, abs=0.02)
