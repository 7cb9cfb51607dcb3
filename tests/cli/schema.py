# SPDX-License-Identifier: GPL-2.0-only
"""Judge the examples that were played.

The tool is asked for the commands there are. Each needs an example; each example's JSON has to
be as its schema says, and to have all that its text has."""
import decimal
import json
import pathlib
import re
import subprocess
import sys
import warnings

import jsonschema

import tap
import tokens
from records import play

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / 'lib'))
from closed import closed, is_conditional  # noqa: E402
# Debian 12's jsonschema has no other way to follow references from file to file
warnings.filterwarnings('ignore', message='.*RefResolver', category=DeprecationWarning)
SCHEMAS = HERE.parent.parent / 'docs' / 'schema'


# Those that print a line for each event
FOLLOWING = ('monitor', 'trace')


def commands(seastar):
    """('dev', 'show'), ('monitor', '')... as the tool's help lists them"""
    def ask(*words):
        return json.loads(subprocess.run([seastar, '-j', *words], check=True, capture_output=True).stdout)

    return [(c['object'], c['command']) for o in ask('help') for c in ask(o['object'], 'help')]


def closed_file(path):
    return closed(json.loads(path.read_text()))


def validator(name):
    path = SCHEMAS / f'{name}.json'
    schemas = {p.as_uri(): closed_file(p) for p in SCHEMAS.glob('*.json')}
    resolver = jsonschema.RefResolver(path.as_uri(), schemas[path.as_uri()], store=schemas)
    return jsonschema.Draft202012Validator(schemas[path.as_uri()], resolver=resolver)


def flaws(schema, where=''):
    """Objects that later versions could not add to, and properties that nobody explains"""
    if isinstance(schema, list):
        for i, part in enumerate(schema):
            yield from flaws(part, f'{where}/{i}')
        return
    if not isinstance(schema, dict):
        return
    if schema.get('additionalProperties') is False:
        yield f'{where}: additionalProperties is false'
    for name, part in schema.get('properties', {}).items():
        if not is_conditional(where) and 'description' not in part and '$ref' not in part:
            yield f'{where}/{name}: no description'
    for key, part in schema.items():
        yield from flaws(part, f'{where}/{key}')


def check_schema(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return list(flaws(schema))


def words_of(record):
    """The words behind the options"""
    return [w for w in record['words'] if not w.startswith('-')]


def has_example(records, obj, command):
    for r in records:
        words = words_of(r)
        if words[0] == obj and (not command or (words + ['show'])[1] == command):
            return True
    return False


def rows(mark):
    """Line number, name and words of the examples with this mark"""
    for number, line in enumerate((HERE / 'examples').read_text().splitlines(), 1):
        if line.startswith(mark):
            name, words = line.removeprefix(mark).split('\t')
            yield number, name, words.split()


def not_run():
    """As records, the examples that need a terminal"""
    return [{'words': words} for _, _, words in rows('%')]


def play_here(sanitized):
    """As the guest does it, but where there is no module, the examples that need none"""
    for line, name, words in rows('@'):
        for form in ('text', 'json') if not name.endswith('!') else ('json',):
            option = ['-j'] if form == 'json' else []
            yield {'line': line, 'name': name.removesuffix('!'), 'form': form, 'words': words,
                   **play([sanitized, *option], words, cwd=HERE.parent / 'whatif')}


def values(record):
    """Whole numbers stay whole, others stay as precise as they were printed"""
    return [json.loads(line, parse_float=decimal.Decimal) for line in record['out'].splitlines()]


def is_difference(record):
    """What `config diff` says by its status"""
    return record['name'] == 'config-diff' and record['status'] == 1 and record['out']


def complaints(record):
    """A warning is no failure"""
    lines = [line for line in record['err'].splitlines() if not line.startswith('Warning: ')]
    return ([f'status {record["status"]}'] if record['status'] and not is_difference(record) else []) + lines


def check_json(record):
    problems = complaints(record)
    if problems:
        return problems
    if record['name'] == '-':
        return [record['out']] if record['out'] else []
    lines = record['out'].splitlines()
    if len(lines) != 1 and record['name'] not in FOLLOWING:
        problems.append(f'{len(lines)} lines')
    valid = validator(record['name'])
    for line in lines:
        problems += [f'{"/".join(map(str, e.path))}: {e.message:.200}' for e in valid.iter_errors(json.loads(line))]
    return problems


def events(text):
    """A line each; those that are indented go on with the one before"""
    return re.split(r'\n(?! )', text.removesuffix('\n'))


def check_text(text, record, labels):
    problems = complaints(text)
    known = labels.get(text['name'], set())
    said = values(record)
    pieces = [text['out']] if text['name'] not in FOLLOWING else events(text['out'])
    if len(pieces) != len(said):
        return problems + [f'{len(pieces)} texts, {len(said)} values']
    for piece, value in zip(pieces, said):
        problems += tokens.missing(text['name'], piece, value, known)
    return problems


def read_labels():
    rows = [line.split() for line in (HERE / 'labels').read_text().splitlines() if line and line[0] != '#']
    return {row[0]: set(row[1:]) for row in rows}


def judge(seastar, records):
    labels = read_labels()
    for schema in sorted(SCHEMAS.glob('*.json')):
        tap.check(f'{schema.name} is a schema that explains all', check_schema(schema))
        if schema.stem != 'common':
            used = any(r['name'] == schema.stem for r in records)
            tap.check(f'{schema.name} is that of an example', [] if used else ['none has it'])
    for obj, command in commands(seastar):
        found = has_example(records + not_run(), obj, command)
        tap.check(f"there is an example of '{obj} {command}'".replace(" '", "'"), [] if found else ['add one to tests/cli/examples'])
    texts = {}
    for r in records:
        key = (r['line'], ' '.join(r['words']))
        if r['form'] == 'text':
            texts[key] = r
            continue
        tap.check(f"JSON of '{key[1]}'" + (f' is as {r["name"]}.json says' if r['name'] != '-' else ': none'), check_json(r))
        if key in texts:
            tap.check("and lacks nothing of its text", check_text(texts[key], r, labels))
