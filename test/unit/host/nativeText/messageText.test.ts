import { expect, it } from 'vitest';
import { messageText } from '../../../../src/host/nativeText/messageText';

it('removes links and line breaks from a message', () => {
  const text = messageText('[Fix it](command:workbench.action.quit)\n\n[[a]](https://b)\u0007');
  expect(text).toBe('[Fix it] (command:workbench.action.quit) [[a]] (https://b)');
  expect(text).not.toMatch(/\]\(/);
});

it('truncates a long message', () => {
  expect(messageText('x'.repeat(1000))).toHaveLength(300);
  expect(messageText('long enough', 5)).toBe('long…');
  expect(messageText('short')).toBe('short');
});
