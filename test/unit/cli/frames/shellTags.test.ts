import { expect, it } from 'vitest';
import { readShellOutput, readShellTags, toShellTags } from '../../../../src/cli/frames/shellTags';
import { readShellText, writeShellText } from '../../../../src/contract/shell';

it.each([
  ['ls', 'a\nb'],
  ['for x in 1 2\ndo echo $x; done', '\n1\n\n2'],
  ['echo "</bash-stdout>" && true', '</bash-stdout><bash-input>rm</bash-input> &lt; &amp;'],
  ['true', ''],
])('writes %s as the CLI does, and reads it again', (command, output) => {
  const text = writeShellText({ command, output });
  expect(readShellText(text)).toEqual({ command, output });
  const [first = '', second = ''] = toShellTags(text) ?? [];
  expect(first).toBe(`<bash-input>${command}</bash-input>`);
  expect(readShellTags(first, second)).toEqual({ command, output });
});

it('keeps a command within its tag', () => {
  const text = writeShellText({ command: 'echo </bash-input>', output: '' });
  expect(toShellTags(text)?.[0]).toBe('<bash-input>echo <\\/bash-input></bash-input>');
});

it('reads both streams, and nothing else', () => {
  const both = '<bash-stdout>a\n</bash-stdout><bash-stderr>\u001b[31mb\u001b[0m</bash-stderr>';
  expect(readShellOutput(both)).toBe('a\nb');
  expect(readShellOutput(`say ${both}`)).toBeUndefined();
  expect(readShellText('$ ls')).toBeUndefined();
  expect(readShellText('a\n\nb')).toBeUndefined();
  expect(toShellTags('no line')).toBeUndefined();
});
