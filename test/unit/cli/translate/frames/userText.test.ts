import { expect, it } from 'vitest';
import { readUserText } from '../../../../../src/cli/translate/frames/userText';

it.each([
  '<system-reminder>\nAs you know.\n</system-reminder>',
  '<command-name>/x</command-name>\n<command-message>x</command-message>\n<command-args></command-args>',
  '<bash-stdout>out</bash-stdout><bash-stderr></bash-stderr>',
  '<local-command-caveat>Caveat</local-command-caveat>',
  '  ',
])('%j is a note of the CLI', text => {
  expect(readUserText(text).kind).toBe('hidden');
});

it.each([
  '<system-reminder> is a tag that I see. What is it?',
  '<system-reminder>As you know.</system-reminder> What is this?',
  '<command-name> or <command-message>?',
  '<div>hello</div>',
])('%j is the user’s own text', text => {
  expect(readUserText(text)).toEqual({ kind: 'text', text });
});
