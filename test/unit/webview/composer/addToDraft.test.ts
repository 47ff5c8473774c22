import { expect, it } from 'vitest';
import { emptyDraft } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';
import { addToDraft, spaced, textOf } from '../../../../webview/composer/addToDraft';

const mention = (token: string, path: string): Mention => ({
  ...{ token, label: path, target: { kind: 'file', path } },
});

it('gives different things different tokens, and the same thing the same', () => {
  const first = addToDraft(emptyDraft, { pieces: [mention('@"a b"', 'x')], attachments: [] });
  const { draft, pieces } = addToDraft(first.draft, {
    pieces: [mention('@"a b"', 'y'), mention('@"a b"', 'x'), mention('@"a b"', 'z'), 'text'],
    attachments: [],
  });
  expect(textOf(pieces)).toBe('@"a b~2"@"a b"@"a b~3"text');
  expect(draft.mentions?.map(({ target }) => 'path' in target && target.path)).toEqual([
    ...['x', 'y', 'z'],
  ]);
});

it('keeps tokens apart from words', () => {
  const pieces = [mention('@a', 'a'), mention('@b', 'b')];
  expect(textOf(spaced(pieces, true))).toBe(' @a @b ');
  expect(textOf(spaced(['only text'], false))).toBe('only text');
  expect(spaced([], true)).toEqual([]);
});
