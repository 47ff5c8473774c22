import { expect, test } from 'vitest';
import { cellContents } from '../../../../src/host/editor/cellContents';

const item = (mime: string, text: string) => ({ mime, data: new TextEncoder().encode(text) });
const stdout = 'application/vnd.code.notebook.stdout';

test('each output is reported in one format: images before text, streams in full', () => {
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

test('an error becomes its stack trace without colors, and unknown formats are named', () => {
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

test('long output is cut, with a note', () => {
  const [first, last] = cellContents([{ items: [item(stdout, 'x'.repeat(40_000))] }]);
  expect(first).toEqual({ type: 'text', text: 'x'.repeat(30_000) });
  expect(last).toEqual({ type: 'text', text: '(10000 more characters are in the notebook.)' });
});

test('a cell without output yields a non-empty answer', () => {
  expect(cellContents([])).toHaveLength(1);
});
