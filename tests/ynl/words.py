# SPDX-License-Identifier: GPL-2.0-only
"""What the client decodes, in the words of `seastar -j`; a shown_... brings the tool's JSON to the same
form where that has another one."""
import re
import time

from family import ynl

PORTS = ['proc', '+x', '-x', '+y', '-y', '+z', '-z']


def values(enum):
    return {name: entry.value for name, entry in ynl.consts[enum].entries.items()}


PORT = dict(zip(values('port'), PORTS))


def by_enum(enum, array):
    return {name.replace('-', '_'): array[value] for name, value in values(enum).items()}


def by_port(array):
    return {PORT[name]: array[value] for name, value in values('port').items()}


def utc(ns):
    return time.strftime('%FT%T', time.gmtime(ns // 10**9)) + f'.{ns // 10**6 % 1000:03}Z' if ns else None


def without(message, *names):
    return {name: value for name, value in message.items() if name not in names}


def dev(reply):
    """What is in nests stands beside the rest."""
    flat = {**without(reply, 'link-changes', 'soft', 'model'), **reply.get('soft', {}), **reply.get('model', {})}
    return {name.replace('-', '_'): value for name, value in flat.items()}


def shown_dev(shown):
    return without(shown, 'topology')


def traffic(reply):
    units = {'load': 1e6, 'requests_percent': 1e4}
    names = {'dev': 'device', 'requests': 'requests_percent'}
    shown = {names.get(name, name): value for name, value in without(reply, 'generation').items()}
    shown['lengths'] = [{'flits': flits, 'weight': weight} for flits, weight in enumerate(shown['lengths'], 1) if weight]
    return {name: value / units[name] if name in units else value for name, value in shown.items()}


def clock(reply):
    return {'device': reply['dev'], 'state': reply['state'], 'cycle': reply['cycle'], 'remaining': reply['remaining'],
            'budget_percent': reply['budget'], 'rate': reply['rate']}


def mark(reply):
    return {'name': reply['name'], 'id': reply['id'], 'cycle': reply['cycle'], 'time_ns': reply['time']}


def commit(reply):
    names = {'name': 'device', 'quiesced': 'quiesced_cycles', 'lost': 'dropped', 'owner-uid': 'owner_uid',
             'dev': 'devices'}
    shown = {names.get(name, name): value for name, value in without(reply, 'remaining').items()}
    shown['devices'] = [{names.get(name, name): value for name, value in part.items()} for part in shown['devices']]
    return shown


def timeless(shown):
    """Leave out the seconds that are left."""
    return without(shown, 'remaining', 'lease_seconds')


def aging(reply):
    return reply['clock-period'], int(reply['rr-select'], 16), by_port(reply['req-bias']), by_port(reply['rsp-bias'])


def shown_aging(shown):
    return {router: (group['age_clock_period'], int(group['age_rr_select'], 16), group['req_age_bias'],
                     group['rsp_age_bias'])
            for group in shown['aging'] for span in group['routers']
            for router in range(span['first'], span['last'] + 1)}


def counter(reply, port, name, nth=0):
    return reply['counters'][(values('counter')[name] + nth) * len(PORTS) + port]


def counts(reply):
    """Those of each VC and of stalls, by port, and the instant."""
    return (reply['cycle'], reply['time'], reply['generation']), [
        ([{'packets': counter(reply, port, 'vc0-pkts', vc), 'flits': counter(reply, port, 'vc0-flits', vc),
           'blocked': counter(reply, port, 'vc0-blocked', vc)} for vc in range(4)], counter(reply, port, 'stalled'))
        for port in range(len(PORTS))]


def shown_counts(shown):
    return (shown['cycle'], shown['time_ns'], shown['generation']), [
        (group['vc'], group['stalled']) for group in shown['groups']]


def histogram(reply):
    """Bins of ages, and how packets were chosen, of all ports."""
    def total(name, nth=0):
        return sum(counter(reply, port, name, nth) for port in range(len(PORTS)))

    return [total('age-bin0', nth) for nth in range(4)], {
        name: total(name) for name in ('contested', 'inhibited', 'tied', 'saturated')}


def shown_histogram(shown):
    group = shown['groups'][0]
    return [one['count'] for one in group['bins']], without(group['arbitration'], 'granted')


def counter_files(replies):
    """The files of sysfs, which count over all routers. The specification names the first of four."""
    starts = values('counter')
    ends = list(starts.values())[1:] + [len(replies[0]['counters']) // len(PORTS)]
    return {f'{port}/{re.sub("[0-9]", str(nth), name).replace("-", "_")}':
            sum(counter(reply, number, name, nth) for reply in replies)
            for port, number in values('port').items()
            for (name, start), end in zip(starts.items(), ends) for nth in range(end - start)}


def latency(reply):
    src = by_enum('src', reply['model']['source'])
    return {'cycle': reply['cycle'],
            'packets': {name: src[name] for name in ('offered', 'dropped', 'injected', 'delivered', 'flits')},
            'mean': [round(src[name] / src['delivered'], 6) for name in ('lat_sum', 'net_sum')],
            'max': [src['lat_max'], src['net_max']],
            'bins': reply['model']['lat-hist'] + [0] * (ynl.consts['lat-bins']['value'] - len(reply['model']['lat-hist']))}


def shown_latency(shown):
    kinds = shown['latency'], shown['network_latency']
    return {'cycle': shown['cycle'], 'packets': shown['packets'], 'mean': [kind['mean'] for kind in kinds],
            'max': [kind['max'] for kind in kinds], 'bins': [one['count'] for one in shown['bins']]}


def nodes(reply):
    model = reply['model']
    return {'senders': model['senders'], 'starved': model['starved'], 'oldest_cycles': model['oldest'],
            'injected': {'least': model['least-injected'], 'most': model['most-injected']},
            'delivered': {'least': model['least-delivered'], 'most': model['most-delivered']}}


def links(replies):
    return {(reply['router'], port):
            (reply['ports-up'] >> i & 1 == 1, reply['transitions'][i], utc(reply['since'][i]),
             reply['model']['bit-errors'][i] / 1e12, reply['port-retries'][i], reply['model']['undetected'][i])
            for reply in replies for i, port in enumerate(PORTS) if i and reply['ports-present'] >> i & 1}


def shown_links(shown):
    return {(link['from']['router'], link['from']['port']):
            tuple(link[name] for name in ('up', 'transitions', 'since', 'bit_errors', 'retries', 'undetected'))
            for link in shown['links']}


def routes(parts, router):
    """Where the tables of a router lead from each input to each node."""
    blocks = b''.join(part['block'] for part in parts if 'block' in part)
    tables = {part['router']: part for part in parts if 'router' in part}
    vcs = {'vc0': 0, 'vc1': 1, 'keep': None}
    by_value = {value: vcs[name] for name, value in values('route-vc').items()}

    def way(port, node):
        size = ynl.consts['route-block']['value']
        block = tables[router]['local'][port * size + node // size]
        entry = blocks[block * size + node % size]
        if entry == ynl.consts['no-route']['value']:
            return None
        return {'port': PORTS[entry & 7], 'vc': by_value[entry >> 4]}

    return {to: {name: way(port, table['node-id'][0]) for port, name in enumerate(PORTS)}
            for to, table in tables.items()}


def shown_routes(shown):
    return {route['router']: route['by_input'] for route in shown['routes']}


# The monitor's word for each event, and what its JSON has of the message
EVENTS = {
    'dev-new-ntf': ('dev-add', dev),
    'dev-del-ntf': ('dev-del', dev),
    'dev-lost-ntf': ('dev-lost', dev),
    'dev-found-ntf': ('dev-found', dev),
    'traffic-ntf': ('traffic', traffic),
    'clock-ntf': ('clock', clock),
    'config-ntf': ('config', lambda message: without(commit(message), 'comment', 'owner', 'owner_uid')),
    'aging-ntf': ('age', lambda message: {'device': message['dev'], 'generation': message['generation']}),
    'mmr-ntf': ('mmr', lambda message: {'router': message['router'], 'offset': message['offset'],
                                        'value': f'0x{int(message["value"], 16):016x}'}),
    'link-ntf': ('link', lambda message: {'router': message['router'], 'port': PORT[message['port']],
                                          'up': message['up'] == 1, 'bit_errors': message['bit-errors'] / 1e12}),
    'route-ntf': ('route', lambda message: {'generation': message['generation'], 'plan': message.get('plan', '')}),
    'stats-ntf': ('gap', lambda message: {'device': message['dev'], 'cycle': message['cycle'],
                                          'time_ns': message['time']}),
}


def in_words(message):
    word, translate = EVENTS[message['name']]
    return word, translate(message['msg'])
