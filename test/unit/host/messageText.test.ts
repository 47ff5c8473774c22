import { expect, it } from 'vitest';
import { messageText } from '../../../src/host/messageText';

it('leaves no link in a message, and no second line', () => {
  const text = messageText('[Fix it](command:workbench.action.quit)\n\n[[a]](https://b)\u0007');
  expect(text).toBe('[Fix it] (command:workbench.action.quit) [[a]] (https://b)');
  expect(text).not.toMatch(/\]\(/);
});

it('bounds it', () => {
  expect(messageText('x'.repeat(1000))).toHaveLength(300);
  expect(messageText('long enough', 5)).toBe('long…');
  expect(messageText('short')).toBe('short');
});
