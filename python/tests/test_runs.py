"""Runs from outside: ever better plans, stops from other threads, interrupts, and what is told meanwhile."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from itertools import product
from pathlib import Path

import pytest

import bmcplan


@pytest.fixture
def large(instances):
    """A board with a plan at once and better ones later."""
    return bmcplan.read(instances / "large" / "9x9_6.toml", metric="slides")


def deliveries(parcels):
    """Two trucks, and as many places as parcels, each of which is to be brought to the next place: a plan soon, a proof never."""
    task, places, trucks = bmcplan.Task("deliveries"), range(parcels), range(2)
    at = [task.variable(f"truck {truck}", places) for truck in trucks]
    goods = [task.variable(f"parcel {parcel}", [*places, "in 0", "in 1"], initial=parcel) for parcel in places]
    for truck, here in product(trucks, places):
        for there in places:
            if there != here:
                task.operator(f"drive {truck} {here} {there}", {at[truck]: here}, {at[truck]: there})
        for parcel, of in enumerate(goods):
            task.operator(f"load {parcel} {truck} {here}", {at[truck]: here, of: here}, {of: f"in {truck}"})
            task.operator(f"unload {parcel} {truck} {here}", {at[truck]: here, of: f"in {truck}"}, {of: here})
    task.goal({of: (parcel + 1) % parcels for parcel, of in enumerate(goods)})
    return task.problem()


def test_plans_get_better_and_the_last_says_whether_it_is_best(large):
    *earlier, last = large.improve(timeout=120)
    lengths = [answer.length for answer in earlier]
    assert lengths and lengths == sorted(set(lengths), reverse=True) and last.length <= lengths[-1]
    assert last.optimal and not any(answer.optimal for answer in earlier)
    for answer in [*earlier, last]:
        assert answer.status == "solved" and len(answer.plan) == answer.length and large.check(answer)
        assert answer.metric == last.metric and answer.unit == last.unit and str(answer)
    assert large.draw("text", plan=earlier[0]) and earlier[0]._repr_html_()
    with pytest.raises(TypeError, match="improve.. got an unexpected keyword argument 'mode'"):
        large.improve(mode="search")


def test_leaving_the_loop_ends_the_run():
    problem = deliveries(24)
    begun = time.monotonic()
    for answer in problem.improve():
        assert answer.plan
        break
    assert time.monotonic() - begun < 60
    assert "bmcplan" not in {thread.name for thread in threading.enumerate()}


def test_what_goes_wrong_in_a_run_comes_out():
    with pytest.raises(bmcplan.InputError):
        list(bmcplan.improve("XX..\nAAA\n"))


@pytest.mark.parametrize("way", ["solve", "improve"])
def test_another_thread_ends_a_run(way):
    problem, stop = deliveries(24), bmcplan.Stop()
    assert not stop.cancelled
    timer = threading.Timer(0.5, stop.cancel)
    timer.start()
    begun = time.monotonic()
    if way == "solve":
        answer = problem.solve(mode="incremental", stop=stop)
    else:
        *_, answer = problem.improve(stop=stop)
    assert time.monotonic() - begun < 30 and stop.cancelled
    assert answer.stopped_by == "interrupt" and not answer.optimal
    # It stays raised.
    assert problem.solve(mode="incremental", stop=stop).stopped_by == "interrupt"
    with pytest.raises(bmcplan.ArgumentError, match="stop: a Stop is meant, not 5"):
        problem.solve(stop=5)


@pytest.mark.parametrize("question", ["explore", "harden", "explain", "rate", "generate"])
def test_another_thread_ends_other_questions(instances, question):
    file = "sliding/klotski.toml" if question == "explain" else "large/9x9_6.toml"
    problem, stop = bmcplan.read(instances / file), bmcplan.Stop()
    more = {"generate": {"count": 10**6}, "explain": {"smallest": True}}.get(question, {})
    threading.Timer(0.3, stop.cancel).start()
    begun = time.monotonic()
    answer = getattr(bmcplan, question)(problem, stop=stop, **more)
    assert answer.stopped_by == "interrupt" and time.monotonic() - begun < 30
    with pytest.raises(bmcplan.ArgumentError, match="stop: a Stop is meant, not 5"):
        getattr(problem, question)(stop=5)


@pytest.mark.skipif(os.name == "nt", reason="signals are other ones there")
@pytest.mark.parametrize("way", ["solve(mode='anytime').plan", "solve(mode='anytime', progress=str).plan", "improve()"])
def test_an_interrupt_has_the_best_answer(way):
    code = (
        "import _thread, signal, threading, time, bmcplan, test_runs\n"
        # Whoever runs the tests in the background may have it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "problem = test_runs.deliveries(24)\n"
        "begun = time.monotonic()\n"
        "next(problem.improve())\n"
        "threading.Timer(2 * (time.monotonic() - begun) + 1, _thread.interrupt_main).start()\n"
        "try:\n"
        f"    for _ in problem.{way}: pass\n"
        "except KeyboardInterrupt as error: print(error.answer.to_json())\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=120, cwd=Path(__file__).parent)
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["stopped_by"], answer["optimal"]) == ("solved", "interrupt", False)
    assert len(answer["plan"]) == answer["length"]


def test_events_have_the_time_and_plans_have_answers(large):
    told = []
    answer = large.solve(mode="anytime", progress=told.append)
    times = [event["time"] for event in told]
    assert times == sorted(times) and 0 <= times[0] and times[-1] <= answer.wall_seconds + 1
    plans = [event for event in told if event["event"] == "plan"]
    assert plans and all(event["answer"].plan == tuple(event["plan"]) for event in plans)
    assert all(event["answer"].problem is large and event["unit"] == event["answer"].unit for event in plans)


def test_the_page_has_every_event_with_its_keys(instances, large):
    page = (instances.parent / "docs" / "python-runs.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    known = {event: set(re.findall(r"`(\w+)`", keys)) for events, keys in rows for event in re.findall(r"`(\w+)`", events)}
    told = []
    large.solve(mode="anytime", progress=told.append)
    large.explore(timeout=0.5, progress=told.append)
    bmcplan.solve(instances / "sample02.toml", mode="incremental", progress=told.append)
    costs = bmcplan.read(next((instances / "costs").glob("*.toml")))
    for mode in ("search", "incremental", "anytime"):
        costs.solve(mode=mode, progress=told.append)
    assert {"started", "finished", "searched", "plan", "cost"} <= {event["event"] for event in told}
    for event in told:
        assert set(event) - {"event", "time"} <= known[event["event"]], event
