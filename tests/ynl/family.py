# SPDX-License-Identifier: GPL-2.0-only
"""The family as the kernel's own client sees it, which knows nothing of it but the specification."""
import errno
import time

from lib import NlError, YnlFamily
from lib.ynl import NlAttr

SPEC = 'docs/netlink/seastar.yaml'

ynl = YnlFamily(SPEC, schema='')
listener = YnlFamily(SPEC, schema='')  # one that has subscribed fails when an event comes before a reply
listener.ntf_subscribe('events')
received = listener.async_msg_queue
used = {}  # by operation and mode: the attributes that came


def packed(attr, value):
    """Encode an array, also in a nest: the client decodes arrays only."""
    if attr.type == 'nest' and isinstance(value, dict):
        inside = ynl.attr_sets[attr['nested-attributes']]
        named = {name.replace('_', '-'): part for name, part in value.items()}
        return {name: packed(inside[name], part) for name, part in named.items()}
    if attr.type != 'binary' or not isinstance(value, list):
        return value
    if isinstance(value[0], list):
        return [packed(attr, part) for part in value]
    return b''.join(map(NlAttr.get_format(attr.sub_type).pack, value))


def request(mode, op, attributes):
    """Send a request; its attributes may have underscores for dashes."""
    named = {name.replace('_', '-'): value for name, value in attributes.items()}
    return getattr(ynl, mode)(op, {name: packed(ynl.ops[op].attr_set[name], value) for name, value in named.items()})


def note(op, mode, *messages):
    used.setdefault((op, mode), set()).update(*messages)


def do(op, /, **attributes):
    """Return the reply, or None where there is none."""
    reply = request('do', op, attributes)
    note(op, 'do', reply or {})
    return reply


def dump(op, /, **attributes):
    replies = request('dump', op, attributes)
    note(op, 'dump', *replies)
    return replies


def refusal(op, /, **attributes):
    """Return the name of the error, and what the client makes of its explanation."""
    try:
        return 'none', request('do', op, attributes)
    except NlError as error:
        return errno.errorcode[error.error], error.nl_msg.extack


def event(name, /, **attributes):
    """Wait for such an event."""
    while True:
        listener.check_ntf()
        for one in received:
            if one['name'] == name and attributes.items() <= one['msg'].items():
                return one['msg']
        time.sleep(0.05)


def step(dev, cycles):
    """Run a fabric for so many cycles."""
    end = do('clock-get', dev=dev)['cycle'] + cycles
    do('clock-set', dev=dev, state='stepping', steps=cycles)
    event('clock-ntf', dev=dev, state='stopped', cycle=end)


def listed():
    """Return the attributes that replies and events may have by the specification."""
    attributes = {(op.name, mode): op[mode].get('reply', {}).get('attributes', [])
                  for op in ynl.ops.values() for mode in op.modes}
    for op in ynl.ntfs.values():
        source = op['event'] if 'event' in op else ynl.ops[op['notify']]['do']['reply']
        attributes[op.name, 'event'] = source['attributes']
    return {key: set(names) for key, names in attributes.items()}
