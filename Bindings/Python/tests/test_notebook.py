"""The notebook of the documentation: its cells run, and its stored answers are those of this build."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import pathlib

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
        assert "".join(run("".join(cell["source"]), names).split()) == "".join(stored.split())
