"""The blocks of code of a page in Markdown."""

import re


def blocks(page):
    """The Python blocks of a page, each with the number of lines before it."""
    for found in re.finditer(r"^```python\n(.*?)^```$", page, re.M | re.S):
        yield page[: found.start(1)].count("\n"), found.group(1)
