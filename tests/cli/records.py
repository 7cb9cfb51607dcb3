# SPDX-License-Identifier: GPL-2.0-only
"""What the tool said when it was run, in the guest or here: a record is a dict for each run."""
import base64
import io
import subprocess
import tarfile


def read(path):
    """What the guest has played: see tests/cli/guest"""
    with open(path, encoding='ascii', errors='replace') as file:
        packed = base64.b64decode(file.read().rpartition('records:\n')[2])
    archive = tarfile.open(fileobj=io.BytesIO(packed))
    files = {m.name.removeprefix('./'): archive.extractfile(m).read().decode() for m in archive if m.isfile()}
    for row in files['index'].splitlines():
        run, table, line, name, form, status, *words = row.split(' ')
        yield {'table': table, 'line': int(line), 'name': name, 'form': form, 'status': int(status), 'words': words,
               'out': files[run + '.out'], 'err': files[run + '.err']}


def play(command, words, **options):
    done = subprocess.run([*command, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          **options)
    return {'status': done.returncode, 'out': done.stdout, 'err': done.stderr}
