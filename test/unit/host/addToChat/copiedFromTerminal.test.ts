import { expect, it } from 'vitest';
import { copiedFromTerminal } from '../../../../src/host/addToChat/copiedFromTerminal';

/** A clipboard of a terminal whose commands copy these texts. */
function terminal(copies: Readonly<Record<string, string>>, before = 'mine') {
  let content = before;
  return {
    content: () => content,
    read: async () => content,
    write: async (text: string) => {
      content = text;
    },
    run: async (command: string) => {
      content = copies[command] ?? content;
    },
  };
}

const selection = 'workbench.action.terminal.copySelection';
const last = 'workbench.action.terminal.copyLastCommandAndLastCommandOutput';

it('is the selection, else the last command, and the clipboard is as before', async () => {
  const both = terminal({ [selection]: 'selected', [last]: 'ls' });
  expect(await copiedFromTerminal(both, 'mark')).toBe('selected');
  expect(both.content()).toBe('mine');
  expect(await copiedFromTerminal(terminal({ [last]: 'ls' }), 'mark')).toBe('ls');
});

it('is found even if the clipboard has the same text', async () => {
  expect(await copiedFromTerminal(terminal({ [selection]: 'mine' }), 'mark')).toBe('mine');
});

it('is nothing if nothing is selected', async () => {
  const none = terminal({});
  expect(await copiedFromTerminal(none, 'mark')).toBeUndefined();
  expect(none.content()).toBe('mine');
});

it('restores the clipboard when a command fails', async () => {
  const failing = {
    ...terminal({}),
    run: async () => Promise.reject(new Error('no such command')),
  };
  await expect(copiedFromTerminal(failing, 'mark')).rejects.toThrow('no such command');
  expect(failing.content()).toBe('mine');
});
