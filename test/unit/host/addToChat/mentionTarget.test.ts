import { expect, it } from 'vitest';
import { mentionTarget } from '../../../../src/host/addToChat/mentionTarget';

it.each([
  ['auto', true, true, 'chat'],
  ['auto', true, false, 'chat'],
  ['auto', false, true, 'terminal'],
  ['auto', false, false, 'chat'],
  ['chat', false, true, 'chat'],
  ['terminal', true, false, 'terminal'],
] as const)(
  '%s, with a chat: %s, with a terminal: %s: goes to the %s',
  (setting, hasChat, hasTerminal, target) => {
    expect(mentionTarget({ setting, hasChat, hasTerminal })).toBe(target);
  },
);
