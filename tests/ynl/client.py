# SPDX-License-Identifier: GPL-2.0-only
"""In a guest: the kernel's own netlink client drives the family. What it reads is what `seastar -j` and
sysfs show, what it changes is changed there, and the events that it receives are those of the tool's
monitor: TAP. Run by tests/ynl/run."""
import ast
import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import time

import cli
import tap
from family import NlError, do, dump, event, listed, note, received, refusal, step, used, ynl
from words import aging, by_enum, clock, commit, counter_files, counts, dev, histogram, in_words, latency, links, \
    mark, nodes, routes, shown_aging, shown_counts, shown_dev, shown_histogram, shown_latency, shown_links, \
    shown_routes, timeless, traffic, without

PAGE = 'docs/library.md'
CLASS = '/sys/class/seastar'
PCI = '/sys/bus/pci'
SLOT = '0000:01:00.0'


def differences(expected, seen):
    """Say what differs, of lists and dictionaries the parts that do."""
    if isinstance(expected, list) and isinstance(seen, list) and len(expected) == len(seen):
        expected, seen = dict(enumerate(expected)), dict(enumerate(seen))
    if not isinstance(expected, dict) or not isinstance(seen, dict):
        return [f'expected: {expected}', f'seen:     {seen}']
    return [f'{key}: {line}' for key in {**expected, **seen} if expected.get(key) != seen.get(key)
            for line in differences(expected.get(key), seen.get(key))]


def same(claim, expected, seen):
    tap.check(claim, [] if expected == seen else ['rerun: tests/ynl/run'] + differences(expected, seen))


def agree(what, shown, got):
    same(f'client and tool agree on {what}', shown, got)


def tool(*words):
    return json.loads(subprocess.check_output(['seastar', '-j', *words]))


def sysfs(*path):
    with open(os.path.join(CLASS, *path), encoding='utf-8') as file:
        return file.read().strip()


def write(text, *path):
    with open(os.path.join(*path), 'w', encoding='utf-8') as file:
        file.write(text)


def host(command):
    """Have the host do something to the hardware: see tests/hw."""
    with open('/dev/ttyS2', 'r+b', buffering=0) as port:
        subprocess.run(['stty', 'raw', '-echo'], stdin=port, check=True)
        port.write(command.encode() + b'\n')
        answer = b''
        while not answer.endswith(b'\n'):
            answer += port.read(1)
    assert answer == b'ok\n', f'{command}: {answer}'


def devices():
    asked = {'radix': [4, 3, 2], 'mesh': 2, 'vcs': 2, 'max_packet': 8}
    soft = {'seed': 9, 'input_depth': 91, 'staging_depth': 17, 'router_delay': 23, 'link_delay': 7, 'eject': [5, 13],
            'inject': [2, 3], 'ack_delay': 31}
    made = dev(do('dev-new', name='ynl0', soft=soft, **asked))
    asked |= soft
    same('a device is made as asked', asked, {name: made[name] for name in asked})
    agree('a new device', shown_dev(tool('dev', 'show', 'ynl0')[0]), made)
    do('dev-new', name='ynl1', radix=[4])
    agree('all devices', list(map(shown_dev, tool('dev', 'show'))), list(map(dev, dump('dev-get'))))


def traffics():
    do('traffic-set', dev='ynl0', pattern='uniform', source='open', load=234567, queue=77,
       lengths=[2, 0, 0, 0, 0, 0, 5, 0, 0], requests=625000)
    agree('traffic of open sources', tool('traffic', 'show', 'ynl0'), traffic(do('traffic-get', dev='ynl0')))
    do('traffic-set', dev='ynl1', pattern='all-to-one', target=3, source='closed', window=5)
    agree('traffic of closed sources', tool('traffic', 'show', 'ynl1'), traffic(do('traffic-get', dev='ynl1')))
    do('traffic-set', dev='ynl1', pattern='permutation', permutation=[[1, 2], [3, 0]])
    parts = dump('traffic-get', dev='ynl1')
    agree('the list of a permutation, which comes in parts', tool('traffic', 'show', 'ynl1')['permutation'],
          [to for part in parts for array in part['permutation'] for to in array])


def clocks_and_marks():
    do('clock-set', dev='ynl0', budget=77, rate=123456)
    step('ynl0', 2000)
    do('mark-new', dev='ynl0', name='early')
    do('mark-new', dev='ynl0', name='late', lease=1000)
    step('ynl0', 1000)
    agree('a clock', tool('clock', 'show', 'ynl0'), clock(do('clock-get', dev='ynl0')))
    agree('marks', list(map(timeless, tool('mark', 'show', 'ynl0'))), list(map(mark, dump('mark-get', dev='ynl0'))))
    late = do('mark-get', dev='ynl0', name='late')
    same('a mark has its lease', ('late', True), (late['name'], 0 < late['lease'] <= 1000))
    do('mark-del', dev='ynl0', name='late')
    same('a mark is forgotten', ['early'], [one['name'] for one in tool('mark', 'show', 'ynl0')])

    got = do('dev-get', name='ynl0', want_hash=True)
    agree('a device with its hash', shown_dev(tool('dev', 'show', 'ynl0', 'hash')[0]), dev(got))
    files = {name: sysfs('ynl0', name) for name in ('backend', 'cycle', 'generation', 'routers')}
    same('sysfs shows the same of the device', files, {name: str(got[name]) for name in files})


def counters():
    of_one = ('ynl0', 'router', '3')
    got = do('stats-get', dev='ynl0', router=3)
    agree('the counters of a router', shown_counts(tool('stats', 'show', *of_one, 'by', 'port')), counts(got))
    agree('its histogram', shown_histogram(tool('hist', 'show', *of_one)), histogram(got))
    got = do('stats-get', dev='ynl0', router=3, since='early')
    shown = tool('stats', 'show', *of_one, 'by', 'port', 'since', 'early')
    agree('its counters since a mark', (shown['since_cycle'], shown_counts(shown)), (got['since-cycle'], counts(got)))
    files = counter_files(dump('stats-get', dev='ynl0'))
    same('the sums over all routers are the files of sysfs', {name: sysfs('ynl0', name) for name in files},
         {name: str(value) for name, value in files.items()})
    write('1', '/sys/kernel/debug/seastar/fail_sample')
    while 'failed' not in got:
        step('ynl0', 10)
        with contextlib.suppress(NlError):
            got = do('stats-get', dev='ynl0', router=3)
    agree('the number of samples that failed', tool('stats', 'show', 'ynl0')['failed_samples'], got['failed'])


def latencies():
    agree('the latencies of a router', shown_latency(tool('latency', 'show', 'ynl0', 'router', '3')),
          latency(do('latency-get', dev='ynl0', router=3)))
    got = do('latency-get', dev='ynl0')
    shown = tool('latency', 'show', 'ynl0')
    agree('the latencies of all', shown_latency(shown), latency(got))
    agree('how nodes compare', shown['nodes'], nodes(got))
    agree('packets in flight and dropped ones', (shown['in_flight'], shown['dropped_by_routers']),
          (got['model']['in-flight'], by_enum('drop', got['model']['lost'])))
    since = dump('latency-get', dev='ynl0', since='early')
    agree('the packets of all routers since a mark',
          tool('latency', 'show', 'ynl0', 'since', 'early')['packets']['delivered'],
          sum(latency(one)['packets']['delivered'] for one in since))
    do('stats-reset', dev='ynl0')
    same('latencies are reset', 0, tool('latency', 'show', 'ynl0')['packets']['delivered'])


def settings():
    do('aging-set', dev='ynl0', entry=[{'router': 3, 'clock-period': 5, 'rr-select': 0x123456789abcdef0},
                                       {'ports': 0b0000110, 'req-bias': 3, 'rsp-bias': 2}])
    shown = shown_aging(tool('age', 'show', 'ynl0'))
    period, select, req, rsp = shown[3]
    same('aging is set', (5, 0x123456789abcdef0, 3, 2), (period, select, req['+x'], rsp['-x']))
    agree('the aging of a router', shown[3], aging(do('aging-get', dev='ynl0', router=3)))
    agree('the aging of all', shown, {one['router']: aging(one) for one in dump('aging-get', dev='ynl0')})

    def period_of_1():
        return shown_aging(tool('age', 'show', 'ynl0'))[1][0]

    made = do('config-commit', timeout=600000, comment='by ynl', dev=[
        {'name': 'ynl0', 'entry': [{'router': 1, 'clock-period': 7}]},
        {'name': 'ynl1', 'entry': [{'clock-period': 8}]}])
    shown = list(map(timeless, tool('commit', 'show')))
    agree('a new commit of two devices', shown, [commit(made)])
    agree('a commit', shown, [commit(do('config-get', id=made['id']))])
    agree('all commits', shown, list(map(commit, dump('config-get'))))
    same('until it is confirmed a change is refused, with a sentence',
         ('EBUSY', {'msg': 'a commit to this device waits to be confirmed: confirm or cancel it first',
                    'bad-attr': '.dev'}),
         refusal('aging-set', dev='ynl0', entry=[{'clock-period': 9}]))
    do('config-extend', id=made['id'], timeout=900000)
    same('the commit is extended', True, 600 < tool('commit', 'show')[0]['remaining'] <= 900)
    do('config-confirm', id=made['id'])
    same('and confirmed', ([], 7), (tool('commit', 'show'), period_of_1()))
    made = do('config-commit', timeout=600000, dev={'name': 'ynl0', 'entry': {'clock-period': 11}})
    do('config-cancel', id=made['id'])
    same('another is cancelled', 7, period_of_1())
    same('a third is only checked', ('checked', 7),
         (do('config-commit', check=True, dev={'name': 'ynl0', 'entry': {'clock-period': 11}})['state'], period_of_1()))


def registers():
    shown = {one['offset']: int(one['value'], 16) for one in tool('mmr', 'dump', 'ynl0', 'router', '3')['registers']}
    values = [shown[offset] for offset in sorted(shown) if offset < 0x1000]
    agree('registers', values, do('mmr-get', dev='ynl0', router=3, offset=0, count=len(values))['values'])
    do('mmr-set', dev='ynl0', router=3, offset=64, value=13)
    same('a register is written', '0x000000000000000d',
         tool('mmr', 'read', 'ynl0', 'router', '3', 'AGE_CLOCK_PERIOD')['registers'][0]['value'])


def failing_links():
    do('link-set', dev='ynl0', router=7, port='zp', up=0, policy='drop')
    do('link-set', dev='ynl0', router=8, port='ym', bit_errors=10**9)
    step('ynl0', 1000)
    got = dump('link-get', dev='ynl0')
    shown = tool('link', 'show', 'ynl0')
    agree('links', shown_links(shown), links(got))
    same('a link is down in both directions', [(6, '-z'), (7, '+z')],
         [link for link, state in links(got).items() if not state[0]])
    dropped = [by_enum('drop', one['dropped']) for one in got]
    agree('the packets that links dropped', shown['dropped'],
          {why: sum(one[why] for one in dropped) for why in shown['dropped']})
    agree('the links of a router', {link: state for link, state in shown_links(shown).items() if link[0] == 7},
          links([do('link-get', dev='ynl0', router=7)]))


def tables():
    def plan():
        return tool('config', 'show', 'ynl0')['devices'][0]['routes']

    tool('route', 'rebuild', 'ynl0', 'assignment', 'v2', 'commit')
    head = do('route-get', dev='ynl0')
    parts = dump('route-get', dev='ynl0')
    shown = shown_routes(tool('route', 'show', 'ynl0', 'router', '7'))
    agree('the plan of tables', plan(), head['plan'])
    agree('the tables of a router', shown, routes(parts, 7))
    do('config-commit', dev={'name': 'ynl0', 'routes': 0})
    same('tables give way to the rule', ('rule', False), (plan(), 'blocks' in do('route-get', dev='ynl0')))

    draft = do('route-new', **without(head, 'generation'))['draft']
    for part in parts:
        do('route-fill', draft=draft, **without(part, 'generation'))
    made = do('config-commit', timeout=600000, dev={'name': 'ynl0', 'routes': draft, 'stranded': 'drop'})
    agree('a commit of the same tables', list(map(timeless, tool('commit', 'show'))), [commit(made)])
    do('config-confirm', id=made['id'])
    same('they lead where they led', shown, shown_routes(tool('route', 'show', 'ynl0', 'router', '7')))


def refusals():
    error, why = refusal('clock-get', dev='none')
    said = subprocess.run(['seastar', 'clock', 'show', 'none'], check=False, stderr=subprocess.PIPE, text=True).stderr
    same('an unknown device is refused with the sentence that the tool prints',
         said, f"seastar: device 'none': {why['msg']}\n")
    same('the device is named, too', ('ENODEV', '.dev'), (error, why['bad-attr']))
    error, why = refusal('aging-set', dev='ynl0', entry=[{'router': 3, 'clock-period': 9}, {'req-bias': 8}])
    same('a value out of range is named, and its range',
         ('ERANGE', '.entry.req-bias', {'type': 'u8', 'min-value': 0, 'max-value': 7}),
         (error, why['bad-attr'], why['policy']))
    error, why = refusal('route-new', dev='ynl0')
    same('a missing attribute is named', ('EINVAL', 'blocks'), (error, why['miss-type']))


def hardware():
    """Lose counts, and the device, which only hardware does."""
    host('model new 2x2x2 0 none')
    write('seastar', PCI, 'devices', SLOT, 'driver_override')
    write(SLOT, PCI, 'drivers/seastar/bind')
    agree('a device of hardware', without(shown_dev(tool('dev', 'show', 'mmio0')[0]), 'cycle'),
          without(dev(do('dev-get', name='mmio0')), 'cycle'))
    do('stats-get', dev='mmio0', router=0)
    host('model jump 7 4294967296')
    event('stats-ntf', dev='mmio0')
    got = do('stats-get', dev='mmio0', router=0)
    shown = tool('stats', 'show', 'mmio0')
    same('a flag has its name', ({'gap'}, shown['gap'], shown['gaps']), (got['flags'], True, got['gaps']))
    host('model lose')
    event('dev-lost-ntf', name='mmio0')
    same('hardware that does not answer is lost', True, do('dev-get', name='mmio0')['lost'])
    host('model new 2x2x2 0 none')
    event('dev-found-ntf', name='mmio0')
    write(SLOT, PCI, 'drivers/seastar/unbind')


def documented():
    """Run the two commands of the page, the second in this process, where its sleep can be put to use."""
    with open(PAGE, encoding='utf-8') as page:
        asks, listens = re.findall('^    (.*/cli.py .*)', page.read(), re.MULTILINE)
    same('the first command of the page prints a device', do('dev-get', name='fab0'),
         ast.literal_eval(subprocess.check_output(['bash', '-c', asks], text=True)))
    sleep, time.sleep = time.sleep, lambda seconds: do('traffic-set', dev='fab0', pattern='tornado')
    sys.argv = shlex.split(listens)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        cli.main()
    time.sleep = sleep
    same('the second prints what happens meanwhile', [event('traffic-ntf', dev='fab0')],
         [one['msg'] for one in ast.literal_eval(printed.getvalue())])


def events(monitor):
    for name in ('ynl0', 'ynl1', 'fab0'):
        do('dev-del', name=name)
    event('dev-del-ntf', name='fab0')
    got = list(map(in_words, received))
    shown = [json.loads(monitor.stdout.readline()) for _ in got]
    same(f"the {len(got)} events are those of the tool's monitor",
         [(one['event'], {name: one['detail'].get(name) for name in part}) for one, (_, part) in zip(shown, got)], got)
    for one in received:
        note(one['name'], 'event', one['msg'])


def all_was_used():
    spec = listed()
    same('each operation was used and each event came', set(), set(spec) - set(used))
    same('no attribute came that the specification does not list there', {},
         {key: extra for key, names in used.items() if (extra := names - spec[key])})
    listed_ones, came = ({(ynl.msgs[op].attr_set.name, name) for (op, _), names in attributes.items() for name in names}
                         for attributes in (spec, used))
    same('each attribute that the specification lists came', set(), listed_ones - came)


def main():
    with subprocess.Popen(['seastar', '-j', 'monitor'], stdout=subprocess.PIPE, text=True) as monitor:
        try:
            monitor.stdout.readline()  # it listens
            do('dev-new', name='fab0', radix='0400000004000000')
            for claims in (devices, traffics, clocks_and_marks, counters, latencies, settings, registers, failing_links,
                           tables, refusals, hardware, documented):
                claims()
            events(monitor)
            all_was_used()
        finally:
            monitor.terminate()
    tap.finish()
