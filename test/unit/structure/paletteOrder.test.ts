import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import strings from '../../../package.nls.json';

const texts: Readonly<Record<string, string>> = strings;
const hidden = new Set(
  manifest.contributes.menus.commandPalette
    .filter(({ when }) => when === 'false')
    .map(({ command }) => command),
);
const titles = manifest.contributes.commands
  .filter(({ command }) => !hidden.has(command))
  .map(({ title }) => texts[title.slice(1, -1)] ?? title);

/** Beginnings of words in their order, with others between them: how VS Code looks for what is typed. */
const matches = (typed: string) =>
  titles
    .filter(title => new RegExp(`\\b${typed.split(' ').join('.*\\b')}`, 'i').test(title))
    .sort((a, b) => a.localeCompare(b));

it.each([
  ...['New Conversation', 'Run Prompt', 'Resume Conversation'],
  ...['Keep Change', 'Undo Change'],
])('the Command Palette has the command first whose name is typed: %s', name => {
  expect(matches(name)[0]?.replace('…', '')).toBe(name);
});

it('the Command Palette has no redo for those who look for undo', () => {
  expect(matches('undo').filter(title => !title.startsWith('Undo'))).toEqual([]);
});
