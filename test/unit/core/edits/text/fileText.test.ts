import { expect, test } from 'vitest';
import {
  commonEncoding,
  decode,
  detectEncoding,
  encode,
} from '../../../../../src/core/edits/text/fileText';
import { isFull } from '../../../../support/extent';
import { Random } from './random';

const utf8 = Buffer.from('grün\n');
const marked = Buffer.from('\uFEFFgrün\n');
const latin1 = Buffer.from('grün\n', 'latin1');
const little = Buffer.from('\uFEFFgrün\n', 'utf16le');
const big = Buffer.from(little).swap16();
const binary = Buffer.from([0x89, 0x50, 0, 1]);

test.each([
  ['UTF-8', utf8, 'utf-8', 'grün\n'],
  ['UTF-8 with a byte order mark', marked, 'utf-8', '\uFEFFgrün\n'],
  ['another code page', latin1, 'latin1', 'grün\n'],
  ['UTF-16 little-endian', little, 'utf-16le', '\uFEFFgrün\n'],
  ['UTF-16 big-endian', big, 'utf-16be', '\uFEFFgrün\n'],
] as const)('%s is decoded and encoded without change', (_, bytes, encoding, text) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  expect(decode(bytes, encoding)).toBe(text);
  expect(Buffer.from(encode(text, encoding))).toEqual(Buffer.from(bytes));
});

test('binary content has no encoding, and UTF-8 and UTF-16 have none in common', () => {
  expect(detectEncoding(binary)).toBeUndefined();
  expect(detectEncoding(little.subarray(0, 5))).toBeUndefined();
  expect(detectEncoding(Buffer.from([0xff, 0xd8, 0x10, 0x41]))).toBeUndefined();
  expect(commonEncoding([utf8, binary])).toBeUndefined();
  expect(commonEncoding([utf8, little])).toBeUndefined();
});

test('texts in byte-compatible encodings have a common one', () => {
  expect(commonEncoding([utf8, new Uint8Array()])).toBe('utf-8');
  expect(commonEncoding([utf8, latin1])).toBe('latin1');
  expect(commonEncoding([])).toBe('utf-8');
});

test('any bytes with a detected encoding round-trip', () => {
  const random = new Random(5);
  for (let round = 0; round < (isFull ? 3_000 : 500); round += 1) {
    const length = random.below(12);
    const bytes = Buffer.from(Array.from({ length }, () => random.below(256)));
    const encoding = detectEncoding(bytes);
    if (encoding) {
      expect(Buffer.from(encode(decode(bytes, encoding), encoding))).toEqual(bytes);
    }
  }
});
