"""The examples of the pages and of the docstrings are run."""

import doctest
import importlib

import pytest

from pages import blocks


def test_the_page_about_python(instances, monkeypatch):
    pytest.importorskip("up_fast_downward")
    pytest.importorskip("pandas")
    root = instances.parent
    monkeypatch.chdir(root)
    found = list(blocks((root / "docs" / "python.md").read_text(encoding="utf-8")))
    assert 9 < len(found)
    names = {"__name__": "page"}
    for line, block in found:
        exec(compile("\n" * line + block, "docs/python.md", "exec"), names)


@pytest.mark.parametrize("module", ["bmcplan", "bmcplan._task"])
def test_docstrings(module):
    tested = doctest.testmod(importlib.import_module(module))
    assert 0 < tested.attempted and tested.failed == 0
