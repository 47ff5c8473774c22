import { expect, it } from 'vitest';
import { parseLink, parseSessionName, sessionIdOf } from '../../../../src/host/links/link';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const open = (query: string) => parseLink({ path: '/open', query });

it('reads session, prompt and folder in any order', () => {
  expect(open(`session=${id.toUpperCase()}&prompt=fix it&folder=/a b`)).toEqual({
    session: id,
    prompt: 'fix it',
    folder: '/a b',
  });
  expect(open(`prompt=p&session=${id}`)).toEqual({ session: id, prompt: 'p' });
  expect(open('')).toEqual({});
  expect(open('folder=/a/')).toEqual({ folder: '/a' });
  expect(open('folder=/')).toEqual({ folder: '/' });
  expect(parseLink({ path: '/open/', query: 'other=1' })).toEqual({});
});

it('keeps query characters that are part of the prompt', () => {
  expect(open(`prompt=a&b=c+d?#e&session=${id}`)).toEqual({ session: id, prompt: 'a&b=c+d?#e' });
});

it('keeps line breaks and removes invisible characters', () => {
  const hidden = 'one\u0007\u001b[31m\r\ntwo\u202Eevil\u{E0041}\u200B\tthree\0';
  expect(open(`prompt=${hidden}`)).toEqual({ prompt: 'one[31m\ntwoevil\tthree' });
  expect(open('prompt=\u0000\u200B ')).toEqual({});
  expect(open('prompt=👩‍💻 é ❤️ می‌خواهم')).toEqual({ prompt: '👩‍💻 é ❤️ می‌خواهم' });
  const family = '👨‍👩‍👧 👍🏽 ✈️ 1️⃣ क्‍ष नमस्‌ते';
  expect(open(`prompt=${family}`)).toEqual({ prompt: family });
  const smuggled = [0xad, 0x61c, 0x180e, 0xfff9, 0xe0101, 0xe01ef, 0x3164];
  expect(open(`prompt=a${String.fromCodePoint(...smuggled)}b`)).toEqual({ prompt: 'ab' });
});

it('removes what a prompt could hide, or hide behind', () => {
  const blanks = [0x2800, 0x34f, 0x17b4, 0x180b, 0x2065, 0xfe00, 0xfe0d, 0xfff0, 0x200c, 0x200d];
  const smuggled = String.fromCodePoint(...blanks, ...blanks);
  expect(open(`prompt=a${smuggled}b ${smuggled}`)).toEqual({ prompt: 'ab' });
  expect(open('prompt=a\uFE0Fb\uFE0E\uFE0F❤\uFE0F\uFE0F\u200D\u200D')).toEqual({
    prompt: 'ab❤\uFE0F',
  });
  expect(open(`prompt=first${'\n \t\u3000'.repeat(4000)}\nlast\n\nend`)).toEqual({
    prompt: 'first\n\nlast\n\nend',
  });
});

it('rejects prompts that are too long, invalid sessions and unknown links', () => {
  expect(open(`prompt=${'x'.repeat(32 * 1024)}`).prompt).toHaveLength(32 * 1024);
  expect(() => open(`prompt=${'x'.repeat(32 * 1024 + 1)}`)).toThrow('longer than 32 KB');
  expect(() => open('session=../../etc')).toThrow('not a UUID');
  expect(() => parseLink({ path: '/send', query: 'prompt=x' })).toThrow('knows no link');
});

it('accepts an id, a link or a file path as a session', () => {
  expect(sessionIdOf(` ${id.toUpperCase()}\n`)).toBe(id);
  expect(parseSessionName(id)).toEqual({ kind: 'id', id });
  expect(parseSessionName(`vscode://tandem.tandem-code/open?session=${id}&prompt=a%20b`)).toEqual({
    kind: 'link',
    path: '/open',
    query: `session=${id}&prompt=a b`,
  });
  expect(parseSessionName('vscode://tandem.tandem-code/open?prompt=100%')).toMatchObject({
    query: 'prompt=100%',
  });
  expect(parseSessionName(`"/x y/${id}.jsonl"`)).toEqual({
    kind: 'file',
    path: `/x y/${id}.jsonl`,
  });
  expect(parseSessionName('last week')).toBeUndefined();
});
