import { expect, it } from 'vitest';
import { ruleFor } from '../../../../src/cli/permissions/commandRules';

// Compared with the CLI in `test/cli/commandRules.full.test.ts`.
it.each([
  ['ls', 'Bash', true],
  ['ls', 'Bash(*)', true],
  ['ls', 'Bash(', true],
  ['ls', 'PowerShell(ls)', true],
  ['ls', 'Read(ls)', false],
  ['ls', 'BashOutput', false],
  ['npm run a', 'Bash(npm run:*)', true],
  ['npm runner', 'Bash(npm run:*)', false],
  ['echo (a)', 'Bash(echo \\(a\\))', true],
  ['echo *', 'Bash(echo \\*)', true],
  ['echo a', 'Bash(echo \\*)', false],
  ['a\nb', 'Bash(b)', true],
  ['nice -n 5 a b', 'Bash(a *)', true],
  ['a', 'Bash(a *)', true],
  ['ab', 'Bash(a *)', false],
  ['a x b y c', 'Bash(a *b*c)', true],
  ['a x c y b', 'Bash(a *b*c)', false],
  ['aba', 'Bash(ab*ba)', false],
  ['a bc d', 'Bash(*b* *)', true],
])('applies to the line %s: %s: %s', (line, rule, applies) => {
  expect(ruleFor(line, ['Bash(never)', rule])).toBe(applies ? rule : undefined);
});

it('compares a rule of many wildcards in linear time, as a workspace may bring one', () => {
  expect(ruleFor('a'.repeat(20_000), [`Bash(${'*a'.repeat(20)}*b)`])).toBeUndefined();
});
