import { expect, it } from 'vitest';
import { findPastedTexts } from '../../../../src/cli/sessions/pastedTexts';
import type { SentContext } from '../../../../src/contract/mentions';

const textOf = (count: number, name = 'line') =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`).join('\n');
const context = (text: string, kind: SentContext['kind'] = 'text'): SentContext => ({
  ...{ kind, title: `Pasted: ${text.slice(0, 3)}`, size: text.length, text },
});

it('gives each token the next content of its length', () => {
  const all = [
    context(textOf(30, 'sel'), 'selection'),
    context(textOf(30, 'one')),
    context(textOf(21, 'two')),
    context(`${textOf(30, 'thr')}\n`),
  ];
  const text =
    '[Pasted text #2, 30 lines] and [Pasted text #1, 30 lines], [Pasted text #3, 21 lines]';
  const { mentions, context: found } = findPastedTexts(text, all, 'id');
  expect(mentions.map(({ token, label, target }) => [token, label, target])).toEqual([
    ['[Pasted text #2, 30 lines]', 'Pasted: one', { kind: 'attachment', id: 'id/1' }],
    ['[Pasted text #1, 30 lines]', 'Pasted: thr', { kind: 'attachment', id: 'id/3' }],
    ['[Pasted text #3, 21 lines]', 'Pasted: two', { kind: 'attachment', id: 'id/2' }],
  ]);
  expect(found.map(({ attachment }) => attachment)).toEqual([undefined, 'id/1', 'id/2', 'id/3']);
});

it.each([
  ['[Pasted text #1 +30 lines]', [context(textOf(30))]],
  ['[Pasted text #1, 29 lines]', [context(textOf(30))]],
  ['[Pasted text #1, 30 lines]', [context(textOf(30), 'file')]],
])('leaves %s as text where nothing fits', (text, all) => {
  expect(findPastedTexts(text, all, 'id')).toEqual({ mentions: [], context: all });
});
