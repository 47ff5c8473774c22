import { expect, it } from 'vitest';
import { lacks } from '../../../../src/contract/agentFeatures';
import { agentName, foreignVersion, programName } from '../../../../src/contract/labels/agentNames';

const named = (name: string, version?: string) => ({
  foreign: {
    name,
    title: 'Its own title',
    lacks: ['fork' as const],
    ...(version ? { version } : {}),
  },
});

it('names Claude and Claude Code where no other agent answers', () => {
  expect([agentName({}), programName({}), foreignVersion({})]).toEqual([
    'Claude',
    'Claude Code',
    undefined,
  ]);
});

it('names a foreign agent as the user does, and by its title without a name', () => {
  expect(programName(named('Gemini CLI'))).toBe('Gemini CLI');
  expect(agentName(named(' \u200b'))).toBe('Its own title');
  expect(foreignVersion(named('Gemini CLI', '1.2.0\u202e'))).toBe('Gemini CLI 1.2.0');
  expect(foreignVersion(named('Gemini CLI'))).toBe('Gemini CLI');
});

it('takes from a name what hides or reorders text, and what is too long', () => {
  expect(agentName(named(`A\u202e\nB${'x'.repeat(100)}`))).toBe(`AB${'x'.repeat(58)}`);
});

it('knows what an agent lacks', () => {
  expect([lacks({}, 'fork'), lacks(named('X'), 'fork'), lacks(named('X'), 'images')]).toEqual([
    false,
    true,
    false,
  ]);
});
