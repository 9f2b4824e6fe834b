"""Notebooks: the page about Python executed as one, and what happens to a kernel that is stopped, interrupted or killed."""

import subprocess
import sys
import time

import pytest

from pages import blocks

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbconvert")
pytest.importorskip("ipykernel")
client = pytest.importorskip("jupyter_client")

# What a long solve is: horizons of Klotski.
KLOTSKI = "bmcplan.read({path!r}).solve(mode='incremental', {more})"


def test_the_page_about_python_as_a_notebook(instances, tmp_path):
    root = instances.parent
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    codes = [f"import os; os.chdir({str(root)!r})", *(block for _, block in blocks(page)), "answer.player()", "klotski"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in codes])
    nbformat.write(book, tmp_path / "page.ipynb")
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", "done", "page.ipynb"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    cells = nbformat.read(tmp_path / "done.ipynb", as_version=4).cells
    player, board = (cell.outputs[0].data for cell in cells[-2:])
    assert player["text/html"].startswith("<iframe") and '<img alt="The start"' in board["text/html"] and "image/svg+xml" not in board


class Kernel:
    """A kernel that has imported bmcplan."""

    def __init__(self):
        self.manager, self.client = client.manager.start_new_kernel(kernel_name="python3")
        self.run("import bmcplan")

    def run(self, code, during=lambda: None):
        """The status of a cell, and what it prints; `during` is called once it has printed a first line."""
        asked = self.client.execute(code)
        printed = []
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != asked:
                continue
            content = message["content"]
            if message["msg_type"] == "stream":
                printed.append(content["text"])
                if len(printed) == 1:
                    during()
            if message["msg_type"] == "error":
                printed.append(content["ename"])
            if content.get("execution_state") == "idle":
                return "".join(printed)

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel():
    started = Kernel()
    yield started
    started.end()


def test_time_is_up_in_a_cell(kernel, instances):
    solve = KLOTSKI.format(path=str(instances / "sliding" / "klotski.toml"), more="timeout=0.5")
    begun = time.monotonic()
    assert kernel.run(f"print({solve}.stopped_by)") == "timeout\n"
    assert time.monotonic() - begun < 10


def test_an_interrupted_cell_leaves_the_kernel_alive(kernel, instances):
    path = str(instances / "sliding" / "klotski.toml")
    solve = KLOTSKI.format(path=path, more="")
    begun = time.monotonic()
    printed = kernel.run(f"print('begun', flush=True); {solve}", during=kernel.manager.interrupt_kernel)
    assert printed == "begun\nKeyboardInterrupt" and time.monotonic() - begun < 30
    assert kernel.run(f"print(bmcplan.solve({path!r}, metric='moves', mode='search').length)") == "81\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere, systems do not end solver programs")
def test_a_killed_kernel_leaves_no_solver_behind(kernel, instances, tmp_path):
    number = tmp_path / "number"
    solver = tmp_path / "solver.py"
    solver.write_text(
        f"import os, time\nopen({str(number)!r} + '.new', 'w').write(str(os.getpid()))\n"
        f"os.rename({str(number)!r} + '.new', {str(number)!r})\ntime.sleep(600)\n"
    )
    sample = str(instances / "sample02.toml")
    command = f"cmd:{sys.executable} {solver}"
    kernel.client.execute(f"bmcplan.solve({sample!r}, mode='incremental', solver={command!r})")
    until(number.exists)
    process = int(number.read_text())
    assert is_alive(process)
    kernel.manager.shutdown_kernel(now=True)
    until(lambda: not is_alive(process))


def is_alive(process):
    # One that has ended is still there until somebody asks for it.
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(holds):
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
