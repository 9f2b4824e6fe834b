"""The examples of the pages and of the docstrings are run."""

import doctest
import importlib
from importlib.util import find_spec

import pytest

from pages import blocks


@pytest.mark.parametrize(("page", "n_blocks"), [("python.md", 5), ("python-runs.md", 3), ("unified-planning.md", 3)])
def test_pages(page, n_blocks, instances, monkeypatch):
    if page == "unified-planning.md":
        factory = pytest.importorskip("unified_planning.environment").get_environment().factory
        monkeypatch.setattr(factory, "preference_list", factory.preference_list)
    root = instances.parent
    monkeypatch.chdir(root)
    found = list(blocks((root / "docs" / page).read_text(encoding="utf-8")))
    assert len(found) == n_blocks
    names = {"__name__": "page"}
    for line, block in found:
        if "from tqdm" in block and find_spec("tqdm") is None:
            continue
        exec(compile("\n" * line + block, f"docs/{page}", "exec"), names)


@pytest.mark.parametrize("module", ["bmcplan", "bmcplan._task"])
def test_docstrings(module):
    tested = doctest.testmod(importlib.import_module(module))
    assert 0 < tested.attempted and tested.failed == 0
