"""What the tests share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def instances() -> Path:
    """The problems of the repository."""
    return ROOT / "instances"
