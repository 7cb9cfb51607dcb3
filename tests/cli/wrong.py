#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Judge wrong uses of the tool: TAP.

    wrong.py TABLE COMMAND...    those with status 2, run by COMMAND where there is no module:
                                 they are refused for themselves, and never get to the kernel
    wrong.py TABLE -b COMMAND... the same in one batch, but for those that a batch cannot have

Those with status 1 are run in a guest: judge.py has them judged here."""
import re
import sys
import tempfile

import tap
from records import play


def read_table(path):
    """(line number, status, words, sentence) of each row"""
    for number, row in enumerate(open(path), 1):
        if row.strip() and not row.startswith('#'):
            status, words, sentence = row.rstrip('\n').split('\t')
            yield number, int(status), words.split(), sentence


def fits_batch(row):
    return row[2] and not row[2][0].startswith('-')


def check_batch(command, rows):
    """Each of them says its sentence, with its line; and there is no worse status than theirs"""
    with tempfile.NamedTemporaryFile('w') as file:
        file.writelines(' '.join(words) + '\n' for _, _, words, _ in rows)
        file.flush()
        seen = play(command, ['-f', '-b', file.name])
        place = re.compile(rf'^seastar: {re.escape(file.name)}:(\d+): ')
    printed, others = {}, []
    for line in seen['err'].splitlines(keepends=True):
        at = place.match(line)
        if at and int(at[1]) not in printed:
            printed[int(at[1])] = place.sub('seastar: ', line)
        else:
            others.append(line)
    for at, row in enumerate(rows, 1):
        check_row(row, {'status': 2, 'out': '', 'err': printed.get(at, '')})
    tap.check('nothing else is said, and the status is 2', others + [
        f'{key}: {seen[key]}' for key, good in (('status', 2), ('out', '')) if seen[key] != good])


def complaints(status, sentence, seen):
    """One line on stderr that has the sentence, nothing on stdout, the right status"""
    if seen['status'] != status:
        yield f'status {seen["status"]}, not {status}'
    if seen['out']:
        yield f'on stdout: {seen["out"]:.200}'
    if not re.fullmatch(r'seastar: [^\n]+\n', seen['err']) or not re.search(sentence, seen['err']):
        yield f'not one line like: {sentence}'
        yield f'on stderr: {seen["err"]}'


def check_row(row, seen):
    number, status, words, sentence = row
    problems = list(complaints(status, sentence, seen)) if seen else ['it was not run']
    if seen and 'changed' in seen:
        problems.append('there is now: ' + seen['changed'])
    tap.check(f'line {number}: refused: ' + ' '.join(['seastar', *words]), problems)


def judge(table, records):
    """Those with status 1, as the guest has seen them"""
    seen = {}
    for record in records:
        if record['name'] == 'changed':
            seen[record['line']]['changed'] = record['out']
        else:
            seen[record['line']] = record
    for row in read_table(table):
        if row[1] == 1:
            check_row(row, seen.get(row[0]))


def main():
    rows = [row for row in read_table(sys.argv[1]) if row[1] == 2]
    command = sys.argv[2:]
    if command[0] == '-b':
        command = command[1:]
        check_batch(command, list(filter(fits_batch, rows)))
        rows = [row for row in rows if not fits_batch(row)]
    for row in rows:
        check_row(row, play(command, row[2]))
    tap.finish()


if __name__ == '__main__':
    main()
