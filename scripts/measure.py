"""What the scripts here share: one run of a command, measured."""
import dataclasses, os, pathlib, signal, subprocess, tempfile, time

TICKS = os.sysconf('SC_CLK_TCK')


@dataclasses.dataclass
class Run:
    seconds: float      # CPU time, user + system
    megabytes: float    # greatest resident set
    code: int           # exit code
    out: str            # standard output
    err: str            # standard error


def run(command, cpu_seconds=None):
    """Runs a command to its end; interrupts it when it has used that many seconds of CPU time."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err)
        if cpu_seconds is not None:
            interrupt_after(process.pid, cpu_seconds)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
        return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, *texts)


def interrupt_after(pid, seconds):
    """Waits until a child has ended, which stays to be waited for, or has used its CPU time."""
    while True:
        # A child that has ended is still there, as `Z`, until somebody waits for it.
        fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
        if fields[0] == 'Z':
            return
        if seconds <= (int(fields[11]) + int(fields[12])) / TICKS:
            os.kill(pid, signal.SIGINT)
            return
        time.sleep(0.005)
