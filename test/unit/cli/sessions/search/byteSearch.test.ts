import { describe, expect, it } from 'vitest';
import { ByteSearch } from '../../../../../src/cli/sessions/search/byteSearch';
import { searchPattern } from '../../../../../src/cli/sessions/search/searchPattern';

const needles = [
  ...['a', 'ab', 'needle', 'Needle', 'sink', 'kiosk', 'a.*b', 'x y', '[^a]', '{}', '--files'],
  ...['say "it"', 'back\\slash', 'tab\t', 'größe', 'ß', '漢字', '😀', 'aaaab', 'abab', 'Straße'],
];

const texts = [
  ...[
    '',
    'a',
    'A',
    'B',
    'ab',
    'xAB',
    'nEEdle',
    'needl',
    'eneedle',
    'Needle',
    'NEEDLE',
    'needneedle',
  ],
  ...[
    'SINK',
    'ſink',
    'sin\u212a',
    '\u212aioſ\u212a',
    'a.*b',
    'aXXb',
    'X Y',
    '[^A]',
    '{}',
    '--FILES',
  ],
  ...[
    'say "it"',
    'SAY "IT"',
    'back\\slash',
    'tab\t',
    'GRÖSSE',
    'GRÖßE',
    'größe',
    'ß',
    '漢字',
    '😀',
  ],
  ...['aaaaab', 'AAAAB', 'ababab', 'abaab', 'STRASSE', 'straße'],
];

describe.each(needles)('%j', needle => {
  const pattern = searchPattern(needle);
  const search = new ByteSearch(needle, pattern);

  it('is found where the pattern finds it', () => {
    for (const text of texts) expectSame(text);
  });

  const expectSame = (text: string) => {
    const line = `{"type":"user","message":{"content":${JSON.stringify(text)}}}\n`;
    expect(search.isIn(Buffer.from(line))).toBe(pattern.json.test(line));
    const escaped = line.replaceAll(
      /[\u0080-\uffff]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    expect(search.isIn(Buffer.from(escaped))).toBe(pattern.json.test(escaped));
  };

  it('is found at every place', () => {
    for (let at = 0; at < 40; at += 1) {
      const line = `${'-'.repeat(at)}${JSON.stringify(needle).slice(1, -1)}${'-'.repeat(40 - at)}`;
      expect(search.isIn(Buffer.from(line))).toBe(true);
    }
  });
});

it('agrees with the pattern on any text', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const word = (length: number) =>
    Array.from({ length }, () => 'abkABKsS\u017f\u212a -'[random(12)]).join('');
  for (let round = 0; round < 1_000; round += 1) {
    const needle = word(1 + random(4));
    const pattern = searchPattern(needle);
    const text = word(random(30));
    const search = new ByteSearch(needle, pattern);
    expect([needle, text, search.isIn(Buffer.from(text))]).toEqual([
      ...[needle, text],
      pattern.json.test(text),
    ]);
  }
});
