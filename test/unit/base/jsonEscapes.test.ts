import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedEscapes, maskedJson, plainEscapes } from '../../../src/base/jsonEscapes';
import { maskSecrets } from '../../../src/base/secrets';

const secret = 'sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';

/** @param backslashes one in JSON, two in JSON that is a text of other JSON, and so on */
function escaped(text: string, backslashes: number): string {
  return [...text]
    .map(one => `${'\\'.repeat(backslashes)}u00${one.charCodeAt(0).toString(16)}`)
    .join('');
}

describe('Escapes in JSON', () => {
  it('are written as plain characters, except for those that JSON needs', () => {
    expect(plainEscapes('\\u0022 \\u005c \\\\u0041 \\u0041 \\u00e9')).toBe(
      '\\u0022 \\u005c \\\\u0041 A \\u00e9',
    );
  });

  it('hide no secret, however often it was escaped, whole or in part', () => {
    for (const backslashes of [1, 2, 4, 8]) {
      const parts = [
        escaped(secret, backslashes),
        `${escaped(secret.slice(0, 2), backslashes)}${secret.slice(2)}`,
        `${secret.slice(0, 20)}${escaped(secret.slice(20), backslashes)}`,
      ];
      for (const part of parts) {
        expect(maskedJson(`{"a":"b ${part} c"}`, maskSecrets)).toBe('{"a":"b *** c"}');
        expect(maskedEscapes(`x ${part} y`, maskSecrets)).toBe('x *** y');
      }
    }
  });

  it('stay where a text is about them', () => {
    const code = String.raw`const a = "\u0041bc"; /[\u0020-\u007e]/ \\u003cb\\u003e`;
    expect(maskedEscapes(code, maskSecrets)).toBe(code);
    expect(maskedJson(JSON.stringify(code), maskSecrets)).toBe(JSON.stringify(code));
  });

  it('leave any text without a secret as it is', () => {
    const piece = fc.constantFrom('\\', 'u00', '41', 'a', '"', '\\u0041', '\\\\u0061', ' ');
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const text = pieces.join('');
        expect(maskedEscapes(text, maskSecrets)).toBe(text);
      }),
    );
  });

  it('are found in time in a long text of nothing else', () => {
    const long = 'a'.repeat(2e6) + '\\u0061'.repeat(2e5) + '\\'.repeat(2e6);
    expect(maskedEscapes(long, one => one)).toBe(long);
  });
});
