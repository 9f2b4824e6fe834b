#!/usr/bin/env python3
"""Solves one hard problem by tasks of HyperQueue, which refute each horizon together (bmcplan … --share), and prints the answer.

usage: scripts/hq_cubes.py [--cpus N] [--server FOLDER | --local WORKERS] OUT TASKS -- COMMAND …

  scripts/hq_cubes.py --cpus 8 board 20 -- rushhour board.toml --metric slides --incremental

Waits until all tasks have the answer, which is when one has it. Then the same command once more, on this machine, reads it from the folder
OUT.share, and with --certify makes a certificate of the proofs there. OUT.logs/ has what each task printed. The exit code is that of COMMAND. A worker may be lost, and others may join: HyperQueue starts a
lost task again, others take over its part meanwhile. The same line once more goes on where all were stopped.

Each task has N cores and as many threads. The program is $BMCPLAN, or else `bmcplan` in the PATH; it, the files, and the current folder are to be
seen by all workers under the same paths. Needs `pip install hyperqueue`, and a server and workers of the same version that run already, or --local,
which starts a server and so many workers with N cores each in this process, to try it.
"""
import argparse, contextlib, os, pathlib, shutil, subprocess, sys

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest


@contextlib.contextmanager
def client(options):
    """A client of the server that runs already, or of one that ends with this."""
    if not options.local:
        yield Client(options.server)
        return
    with LocalCluster() as cluster:
        for _ in range(options.local):
            cluster.start_worker(WorkerConfig(cores=options.cpus))
        yield cluster.client()


def without_certify(command):
    """The command without --certify and its folder, and whether it was there."""
    kept, words = [], iter(command)
    for word in words:
        if word == '--certify':
            next(words, None)
        elif not word.startswith('--certify='):
            kept.append(word)
    return kept, kept != command


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cpus', type=int, default=1, help='cores and threads of each task')
    parser.add_argument('--server', type=pathlib.Path, help='the folder of the server, if it is not the usual one')
    parser.add_argument('--local', type=int, metavar='WORKERS', help='start a server and so many workers')
    parser.add_argument('out')
    parser.add_argument('tasks', type=int)
    parser.add_argument('command', nargs='+')
    options = parser.parse_args()
    program = shutil.which(os.environ.get('BMCPLAN', 'bmcplan')) or sys.exit('no program: name it as $BMCPLAN')
    out = pathlib.Path(options.out).resolve()
    logs = out.with_name(f'{out.name}.logs')
    logs.mkdir(parents=True, exist_ok=True)
    program = os.path.realpath(program)
    # A certificate is put together at the end; tasks write the proofs.
    of_tasks, certify = without_certify(options.command)
    share = ['--share', f'{out}.share:proofs' if certify else f'{out}.share']
    # "No plan" is an answer, and for HyperQueue a failure.
    job = Job(default_workdir=os.getcwd(), max_fails=None, name='bmcplan-cubes')
    for task in range(1, options.tasks + 1):
        job.program([program, *of_tasks, *share, '--threads', str(options.cpus)], stdout=str(logs / f'{task}.log'), stderr=str(logs / f'{task}.err'),
                    resources=ResourceRequest(cpus=options.cpus), name=f'cubes-{task}')
    with client(options) as hq:
        hq.wait_for_jobs([hq.submit(job)], raise_on_error=False)
    sys.exit(subprocess.run([program, *options.command, *share]).returncode)


if __name__ == '__main__':
    main()
