import { expect, it } from 'vitest';
import { isReminder, withoutReminders } from '../../../src/base/reminders';

const note = (text: string) => `<system-reminder>\n${text}\n</system-reminder>\n`;

it.each([
  [note('# claudeMd'), '', true],
  [`\n ${note('one')}${note('two')}`, '', true],
  ['<system-reminder>that breaks off', '', true],
  [`${note('one')}Fix this.${note('two')}`, 'Fix this.', false],
  ['What is a <system-reminder>?', 'What is a', false],
  ['Hello', 'Hello', false],
  ['', '', false],
])('knows what the CLI has added to %j', (text, rest, isOnlyThat) => {
  expect(withoutReminders(text).trim()).toBe(rest);
  expect(isReminder(text)).toBe(isOnlyThat);
});
