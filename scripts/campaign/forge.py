"""A certificate of a plan that is not shortest, right in everything but its proof: plan, length, formula and digests fit."""
import json, shutil

from . import claims, falsify, sas


def longer(lab, folder, forged, checker):
    """Makes one of a certificate of a shortest plan by proof; False where there is none to be made."""
    about = json.loads((folder / falsify.MANIFEST).read_text())
    if (about['claim'], about['evidence']) != ('shortest', 'proof') or about['metric'] == 'makespan' or not about['length']:
        return False
    task, _ = sas.read((folder / 'task.sas').read_text())
    plan = walk(task, claims.names_in((folder / 'plan.txt').read_text(), task))
    if plan is None:
        return False
    shutil.copytree(folder, forged)
    about['length'] = len(plan)
    (forged / 'plan.txt').write_text(''.join(f'({name})\n' for name in plan))
    (forged / falsify.MANIFEST).write_text(json.dumps(about))
    written = lab.process(checker('task.sas', 'any', len(plan) - 1, at=forged), f'check.py {forged.name}/task.sas any {len(plan) - 1}')
    lab.expect(written.code == 0, f'exit code {written.code}: {written.err[:200]}')
    (forged / 'below.cnf').write_text(written.out)
    falsify.redigest(forged)
    return True


def walk(task, plan):
    """The plan with a step more, or two; None if there is no such detour."""
    states = [task.start]
    for name in plan:
        states.append(next(after for known, _, after in task.tries(states[-1]) if known == name))
    for at, state in enumerate(states):
        for name, _, after in task.moves(state):
            for back, _, end in task.moves(after):
                # A way round to where the plan is now, or to where it is next.
                if end in states[at:at + 2]:
                    return plan[:at] + [name, back] + plan[states.index(end):]
    return None
