# SPDX-License-Identifier: GPL-2.0-only
"""Schemas as tests read them: readers may find more in JSON than a schema lists, tests may not."""
import json

import jsonschema


def is_conditional(where):
    return where.endswith(('/if', '/then'))


def extended(schema):
    """What schemas with properties of their own refer to, which the same objects have to be as well"""
    if isinstance(schema, list):
        return set().union(*map(extended, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema['$ref'].lstrip('#')} if 'properties' in schema and isinstance(schema.get('$ref'), str) else set()
    return own.union(*map(extended, schema.values()))


def closed(schema, where='', bases=None):
    """The schema, but what it does not list is wrong"""
    bases = extended(schema) if bases is None else bases
    if isinstance(schema, list):
        return [closed(part, f'{where}/{i}', bases) for i, part in enumerate(schema)]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part, f'{where}/{key}', bases) for key, part in schema.items()}
    if isinstance(schema.get('properties'), dict) and not is_conditional(where) and where not in bases:
        parts.setdefault('unevaluatedProperties' if '$ref' in schema else 'additionalProperties', False)
    return parts


def is_open(schema):
    """Whether later versions can add to all its objects"""
    if isinstance(schema, list):
        return all(map(is_open, schema))
    if not isinstance(schema, dict):
        return True
    return not any(schema.get(key) is False for key in ('additionalProperties', 'unevaluatedProperties')) and \
        all(map(is_open, schema.values()))


def validate(path, value):
    """Hold JSON against the schema of a file, which has to be open, closed"""
    with open(path, encoding='utf-8') as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert is_open(schema), f'{path}: later versions could not add to it'
    jsonschema.Draft202012Validator(closed(schema)).validate(value)
