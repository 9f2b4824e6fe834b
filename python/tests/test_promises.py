"""What holds beside the answers: threads, memory, interrupts, progress, silence, speed, and the command line's answers."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import bmcplan

BOARD = "..B.\nXXB.\n....\n....\n"

# What is measured, or is otherwise another one with each run.
CHANGES = {
    "seconds", "wall_seconds", "cpu_seconds", "memory_mb", "build_seconds", "solver_seconds", "horizons", "conflicts",
    "problem",
}  # fmt: skip


def python(code, *arguments, **options):
    options = {"capture_output": True, "text": True, "timeout": 120, **options}
    return subprocess.run([sys.executable, "-c", code, *arguments], **options)


def test_answers_are_those_of_the_command_line(instances, tmp_path):
    files = [
        *sorted(instances.glob("sample*.toml")),
        *sorted(instances.glob("asp/*.lp")),
        *sorted(instances.glob("gdl/*.kif")),
        *sorted(instances.glob("pddl/*/problem.pddl")),
        *sorted(instances.glob("sliding/*.toml")),
        *sorted(instances.glob("thinkfun/*.toml")),
        instances / "prob40.toml",
        *sorted(instances.glob("large/*.toml")),
    ]
    compared = 0
    for file in files:
        options = {"mode": "search"}
        if file.stem in ("9x9_6", "12x12_7"):
            # Their states do not fit in memory.
            options = {"mode": "incremental", "metric": "slides"}
        words = ["--" + options["mode"], *(f"--metric={metric}" for metric in [options.get("metric")] if metric)]
        command = [sys.executable, "-m", "bmcplan", "solve", str(file), *words, "--json", "--timeout", "60"]
        printed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        if printed.returncode == 2:
            with pytest.raises(bmcplan.BmcplanError):
                bmcplan.solve(file, **options)
            continue
        theirs, ours = bmcplan.Answer.of_json(printed.stdout), bmcplan.solve(file, timeout=60, **options)
        printed_object, made = json.loads(printed.stdout), json.loads(ours.to_json())
        assert list(made) == list(printed_object), file
        assert {key: made[key] for key in made if key not in CHANGES} == {
            key: value for key, value in printed_object.items() if key not in CHANGES
        }, file
        for key in vars(ours).keys() - CHANGES:
            assert getattr(ours, key) == getattr(theirs, key), (file, key)
        compared += 1
    assert 60 < compared


def test_eight_solves_at_once(instances):
    files = [instances / f"sample0{1 + number % 5}.toml" for number in range(8)]
    alone = [bmcplan.solve(file, mode="incremental").length for file in files]
    with ThreadPoolExecutor(8) as threads:
        together = threads.map(lambda file: bmcplan.solve(file, mode="incremental").length, files)
        assert list(together) == alone


def test_the_lock_is_released_while_solving(instances):
    klotski = bmcplan.read(instances / "sliding" / "klotski.toml")
    solving = threading.Thread(target=lambda: klotski.solve(mode="incremental", timeout=1))
    solving.start()
    turns = 0
    while solving.is_alive():
        time.sleep(0.01)
        turns += 1
    assert 10 < turns


def test_memory_is_steady_over_many_calls():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    problem = bmcplan.read(BOARD)
    for _ in range(1_000):
        problem.solve(mode="search")
    before = resident()
    for _ in range(10_000):
        bmcplan.solve(BOARD, mode="search")
    assert resident() - before < 4_000_000


@pytest.mark.skipif(os.name == "nt", reason="signals are other ones there")
def test_an_interrupt_ends_a_solve(instances):
    code = (
        "import signal, sys, bmcplan\n"
        # Whoever runs the tests in the background may have it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "try: print('begun', flush=True); bmcplan.solve(sys.argv[1], mode='incremental')\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    command = [sys.executable, "-c", code, str(instances / "sliding" / "klotski.toml")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[0] == "interrupted\n"
    assert time.monotonic() - begun < 5


def test_progress_is_told_and_its_errors_come_out(instances):
    told = []
    bmcplan.solve(instances / "sample02.toml", mode="incremental", progress=told.append)
    assert {"started", "finished"} <= {event["event"] for event in told}

    def fail(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bmcplan.solve(instances / "sample02.toml", mode="incremental", progress=fail)


def test_every_plan_is_told_while_shorter_ones_are_looked_for(instances):
    problem = bmcplan.read(instances / "large" / "9x9_6.toml", metric="slides")
    told = []
    answer = problem.solve(mode="anytime", progress=lambda event: told.append(event) if event["event"] == "plan" else None)
    lengths = [event["length"] for event in told]
    assert lengths and lengths == sorted(set(lengths), reverse=True) and answer.length <= lengths[-1]
    assert all(problem.check(event["plan"]).length == event["length"] == event["makespan"] for event in told)


def test_a_panic_is_an_internal_error():
    # A tree that no conversion makes: the number of a predicate that does not exist.
    description = {
        "name": "x", "types": [["object", []]], "objects": [], "predicates": [], "functions": [], "actions": [],
        "initial": [], "goal": {"atom": [7, []]}, "n_goal_variables": 0, "minimises_cost": False,
    }  # fmt: skip
    code = (
        "import sys, json, bmcplan\n"
        "problem = bmcplan.Problem._of('lifted', 'x', json.loads(sys.argv[1]))\n"
        "try: problem.solve()\n"
        "except bmcplan.InternalError as error: print(error)\n"
    )
    done = python(code, json.dumps(description))
    assert "index" in done.stdout and done.stderr == ""


def test_every_name_is_there():
    assert all(getattr(bmcplan, name) is not None for name in bmcplan.__all__)
    assert set(bmcplan.__all__) <= set(dir(bmcplan))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        bmcplan.sovle


def test_nothing_is_printed(instances):
    code = "import sys, bmcplan; bmcplan.solve(sys.argv[1]); bmcplan.solve(sys.argv[1], timeout=0, memory=1)"
    done = python(code, str(instances / "sample02.toml"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_import_loads_little():
    # Each part is loaded when it is first asked for. How long that takes is measured, not tested.
    code = "import sys, bmcplan{}; print(*sorted(name for name in sys.modules if name.split('.')[0] in {}))"
    ours, heavy = "('bmcplan',)", "('unified_planning', 'pandas', 'numpy', 'IPython', 'asyncio')"
    assert python(code.format("", ours)).stdout.split() == ["bmcplan", "bmcplan._native"]
    for use in ["", "; bmcplan.solve", "; bmcplan.Task()"]:
        assert python(code.format(use, heavy)).stdout == "\n", use
