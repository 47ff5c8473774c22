import { expect, test } from 'vitest';
import { cellContents } from '../../../../src/host/editor/cellContents';

const item = (mime: string, text: string) => ({ mime, data: new TextEncoder().encode(text) });
const stdout = 'application/vnd.code.notebook.stdout';

test('one form of each output is told: an image before a text, all parts of a stream', () => {
  expect(
    cellContents([
      { items: [item(stdout, 'a\n'), item(stdout, 'b\n')] },
      { items: [item('text/html', '<b>7</b>'), item('text/plain', '7')] },
      { items: [item('text/plain', '<Figure>'), item('image/png', 'png')] },
    ]),
  ).toEqual([
    { type: 'text', text: 'a\nb\n' },
    { type: 'text', text: '7' },
    { type: 'image', data: 'cG5n', mimeType: 'image/png' },
  ]);
});

test('an error is its trace, without colours; a form that is not known is named', () => {
  const error = (stack: string) =>
    item(
      'application/vnd.code.notebook.error',
      JSON.stringify({ name: 'E', message: 'no', stack }),
    );
  expect(
    cellContents([
      { items: [error('\u001b[0;31mE\u001b[0m: no\n at 1')] },
      { items: [error('at 2')] },
      { items: [item('application/x-other', '')] },
    ]),
  ).toEqual([
    { type: 'text', text: 'E: no\n at 1' },
    { type: 'text', text: 'E: no\nat 2' },
    { type: 'text', text: '(an output of application/x-other that is not shown)' },
  ]);
});

test('what is too long is cut, and said', () => {
  const [first, last] = cellContents([{ items: [item(stdout, 'x'.repeat(40_000))] }]);
  expect(first).toEqual({ type: 'text', text: 'x'.repeat(30_000) });
  expect(last).toEqual({ type: 'text', text: '(10000 more characters are in the notebook.)' });
});

test('a cell without output is no empty answer', () => {
  expect(cellContents([])).toHaveLength(1);
});
