# SPDX-License-Identifier: GPL-2.0-only
"""Closed schemas: JSON may have more members than a schema lists, but not in tests."""
import json

import jsonschema


def is_conditional(where):
    return where.endswith(('/if', '/then'))


def extended(schema):
    """Find the schemas that other schemas with properties refer to, and whose properties the same
    objects need"""
    if isinstance(schema, list):
        return set().union(*map(extended, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema['$ref'].lstrip('#')} if 'properties' in schema and isinstance(schema.get('$ref'), str) else set()
    return own.union(*map(extended, schema.values()))


def closed(schema, where='', bases=None):
    """Return the schema with all unlisted members forbidden"""
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
    """Return whether all objects of the schema allow members of later versions"""
    if isinstance(schema, list):
        return all(map(is_open, schema))
    if not isinstance(schema, dict):
        return True
    return not any(schema.get(key) is False for key in ('additionalProperties', 'unevaluatedProperties')) and \
        all(map(is_open, schema.values()))


def validate(path, value):
    """Check JSON against the closed schema of a file; the schema itself has to be open"""
    with open(path, encoding='utf-8') as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert is_open(schema), f'{path}: later versions could not add to it'
    jsonschema.Draft202012Validator(closed(schema)).validate(value)
