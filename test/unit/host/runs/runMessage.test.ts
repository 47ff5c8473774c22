import { expect, it } from 'vitest';
import type { Draft } from '../../../../src/contract/draft';
import { runMessage } from '../../../../src/host/runs/runMessage';

const typed: Draft = { text: 'Add tests ', images: [] };

it('mentions a file below the prompt', () => {
  const { text, mentions } = runMessage(typed, { kind: 'file', path: '/w/src/a.ts' }, '/w');
  expect(text).toBe('Add tests\n\n@src/a.ts');
  expect(mentions).toMatchObject([
    { token: '@src/a.ts', target: { kind: 'file', path: 'src/a.ts' } },
  ]);
});

it('gives a command its file as an argument', () => {
  const prompt = { text: '/fix who="me"', images: [] };
  expect(runMessage(prompt, { kind: 'file', path: '/w/a b.ts' }, '/w').text).toBe(
    '/fix who="me" @"a b.ts"',
  );
});

it('mentions the lines of a selection that is saved, and attaches another one', () => {
  const saved = {
    kind: 'selection',
    name: 'a.ts',
    path: '/w/a.ts',
    lines: { start: 2, end: 4 },
  } as const;
  expect(runMessage(typed, saved, '/w').text).toBe('Add tests\n\n@a.ts#2-4');
  const unsaved = runMessage(typed, { ...saved, text: 'let x;' }, '/w');
  expect(unsaved.text).toBe(typed.text);
  expect(unsaved.attachments).toMatchObject([{ kind: 'text', name: 'a.ts', text: 'let x;' }]);
});

it('keeps what a saved prompt brings, and mentions its file once', () => {
  const target = { kind: 'file', path: 'b.ts' } as const;
  const mention = { token: '@b.ts', label: 'b.ts', target };
  const image = { name: 'i.png', mediaType: 'image/png', data: '' } as const;
  const saved: Draft = { text: 'Like @b.ts', images: [image], mentions: [mention] };
  const other = runMessage(saved, { kind: 'file', path: '/w/a.ts' }, '/w');
  expect(other.mentions?.map(({ token }) => token)).toEqual(['@b.ts', '@a.ts']);
  expect(other.images).toEqual([image]);
  expect(runMessage(saved, { kind: 'file', path: '/w/b.ts' }, '/w').mentions).toHaveLength(1);
});

it('sends the prompt alone where there is no file', () => {
  expect(runMessage(typed, { kind: 'folder', path: '/w' }, '/w')).toEqual(typed);
});
