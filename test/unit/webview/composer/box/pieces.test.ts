import { describe, expect, it } from 'vitest';
import type { Mention } from '../../../../../src/contract/mentions';
import { piecesOf, textOf, withoutLost } from '../../../../../webview/composer/box/pieces';

const mentionOf = (token: string): Mention => ({
  ...{ token, label: token },
  target: { kind: 'file', path: token },
});
const pasted: Mention = {
  token: '[Pasted text #1, 30 lines]',
  label: 'Pasted text, 30 lines',
  target: { kind: 'attachment', id: 'p1' },
};

describe('A text with tokens', () => {
  it.each([
    ['see @a.ts.', ['@a.ts'], ['see ', '@a.ts', '.']],
    ['@a @a', ['@a'], ['@a', ' ', '@a']],
    ['@src/ @src/a.ts', ['@src/', '@src/a.ts'], ['@src/', ' ', '@src/a.ts']],
    ['@src/b.ts', ['@src/'], ['@src/b.ts']],
    ['@src @src/b.ts @src.ts', ['@src'], ['@src', ' @src/b.ts @src.ts']],
    ['@a.ts#5-10 @a.ts', ['@a.ts'], ['@a.ts#5-10 ', '@a.ts']],
    ['x@"a b".', ['@"a b"'], ['x', '@"a b"', '.']],
    ['@a+(b)*[c] x', ['@a+(b)*[c]'], ['@a+(b)*[c]', ' x']],
    ['@münchen.ts,', ['@münchen.ts'], ['@münchen.ts', ',']],
    ['', ['@a'], []],
    ['none', [''], ['none']],
  ])('%j with %j is split at them', (text, tokens, expected) => {
    const pieces = piecesOf(text, tokens.map(mentionOf));
    expect(pieces.map(piece => (typeof piece === 'string' ? piece : piece.token))).toEqual(
      expected,
    );
    expect(textOf(pieces)).toBe(text);
  });
});

describe('A mention without its token', () => {
  it('is left out with the pasted text that it stands for', () => {
    const text = { id: 'p1', name: 'p', kind: 'text', origin: 'paste', text: 'x' } as const;
    const other = { ...text, id: 'f1', origin: 'file' } as const;
    const draft = {
      ...{ text: 'no chips', images: [] },
      ...{ mentions: [pasted, mentionOf('@a')], attachments: [text, other] },
    };
    expect(withoutLost(draft)).toEqual({ text: 'no chips', images: [], attachments: [other] });
    const kept = { ...draft, text: `@a ${pasted.token}` };
    expect(withoutLost(kept)).toEqual(kept);
  });
});
