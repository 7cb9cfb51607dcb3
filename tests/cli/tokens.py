# SPDX-License-Identifier: GPL-2.0-only
"""What a text says that its JSON does not: words and numbers, one by one.

A number of the text is in the JSON if one of its numbers is equal, or rounds to it. A word is,
if it is a word of one of the strings, or a key. What is neither has to be a label, listed in
tests/cli/labels with the schema: the constant words between the figures."""
import datetime
import re
from decimal import Decimal

TIME = re.compile(r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?')
NUMBER = re.compile(r'\d+(\.\d+)?$')
HEX = re.compile(r'0x[0-9a-fA-F]+$')
SELECT = {'0x' + 16 * '0': 'rr', '0x' + 16 * 'f': 'age'}
PORTS = ('proc', '+x', '-x', '+y', '-y', '+z', '-z')  # by their numbers, which -N prints
PAUSE = Decimal(60)  # the text and its JSON are read one after the other, by an emulator


def split(text):
    """Words and numbers; 0-63, 5/12 and 1:2 are two each, +x and all-to-one are one."""
    for word in re.split(r'[\s,:;()="#\[\]]+', text):
        word = word.rstrip('.')
        parts = re.split(r'[-/]', word)
        if len(parts) > 1 and all(NUMBER.match(p) or not p for p in parts) and any(parts):
            yield from (p for p in parts if p)
        elif word:
            yield word


def number(word):
    if HEX.match(word):
        return Decimal(int(word, 16))
    return Decimal(word) if NUMBER.match(word) else None


class Known:
    """All that a JSON value says."""

    def __init__(self, value):
        self.numbers, self.words, self.times = [], set(), set()
        self.passing = []  # numbers that get less as time goes by
        self.null = False
        self.add(value)

    def add(self, value, key=''):
        if isinstance(value, dict):
            for k, v in value.items():
                self.words.update([k, k.replace('_', '-')])
                self.add(v, k)
        elif isinstance(value, list):
            for v in value:
                self.add(v, key)
        elif value is None:
            self.null = True
        elif isinstance(value, str):
            if key == 'age_rr_select':
                self.words.add(SELECT.get(value))
            for word in split(value):
                self.words.add(word)
                if number(word) is not None:
                    self.numbers.append(number(word))
        elif not isinstance(value, bool):
            self.add_number(Decimal(value), key)

    def add_number(self, value, key):
        self.numbers.append(value)
        if key in ('remaining', 'lease_seconds'):
            self.passing.append(value)
        if key in ('time', 'time_ns'):
            seconds = value / 10**9 if key == 'time_ns' else value
            self.times.add(datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc))

    def has_number(self, seen, places):
        half = Decimal(10) ** -places / 2 + Decimal('0.0000005')
        return any(seen == abs(n) if n == n.to_integral() and not places else abs(seen - abs(n)) <= half
                   for n in self.numbers) or any(0 <= seen - n < PAUSE for n in self.passing)

    def has(self, word):
        if word == '-':
            return self.null
        seen = number(word)
        if seen is None:
            return word in self.words
        return self.has_number(seen, len(word.partition('.')[2]) if not HEX.match(word) else 0)

    def has_time(self, text):
        when = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.timezone.utc)
        return any(abs((when - t).total_seconds()) < PAUSE for t in self.times)


def derived(name, value):
    """What a text computes of what is in the JSON: a reader of that can, too."""
    if name == 'mmr-show-registers':
        yield 8  # bytes of a register
        for register in value:
            for field in register['fields']:  # 31:16, of the lowest and how many there are
                yield field['lsb'] + field['width'] - 1
    if 'map' in value:
        yield from range(max(value['radix']))  # coordinates
    if name == 'route-trace':
        yield from range(len(value['path']))
    if name == 'link-show':  # a share in percent
        yield from (100 * link['utilisation'] for link in value['links'] if link.get('utilisation'))
    if 'cycle' in value and 'since_cycle' in value:
        yield value['cycle'] - value['since_cycle']


def missing(name, text, value, labels):
    """Words and numbers of the text that neither the JSON value nor the labels have."""
    known = Known(value)
    known.numbers += map(Decimal, derived(name, value))
    known.numbers += [Decimal(i) for i, port in enumerate(PORTS) if port in known.words]
    lost = [when for when in TIME.findall(text) if not known.has_time(when)]
    return lost + [w for w in split(TIME.sub(' ', text)) if not known.has(w) and not is_label(w, labels)]


def is_label(word, labels):
    """* stands for all words, where a text has whole sentences; but for no number"""
    return word in labels or '*' in labels and number(word) is None
