import { expect, test } from 'vitest';
import { agentRows, type ListedAgents } from '../../../../src/host/agents/agentRows';
import { presetOf } from '../../../../src/host/agents/presets';

const gemini = presetOf('Gemini CLI');
const codex = presetOf('Codex');
if (!gemini || !codex) throw new Error('The presets have other names');

function rows(given: Partial<ListedAgents>) {
  return agentRows({
    agents: [],
    claude: { version: '2.1.329' },
    chosen: undefined,
    problems: [],
    ...given,
  });
}

test('agents that run come before those that can be installed, and Configure is last', () => {
  const shown = rows({
    agents: [
      { name: 'Codex', preset: codex, program: 'codex-acp' },
      {
        name: 'Gemini CLI',
        preset: gemini,
        program: 'gemini',
        found: { path: '/opt/gemini', version: '0.61.0' },
      },
      { name: 'Mine', program: '/nowhere/mine' },
    ],
  });
  expect(shown.map(({ label, description }) => [label, description])).toEqual([
    ['Claude Code', '2.1.329'],
    ['Gemini CLI', '0.61.0'],
    ['Mine', 'Not found'],
    ['Install Codex…', 'Not installed'],
    ['Configure…', undefined],
  ]);
  expect(shown[1]).toMatchObject({ detail: 'Found at /opt/gemini' });
  expect(shown[2]).toMatchObject({ detail: 'There is no program /nowhere/mine.' });
  expect(shown[3]?.row).toEqual({ kind: 'install', name: 'Codex' });
});

test('Claude Code is the default until another one is', () => {
  const found = { path: '/opt/gemini' };
  const agents = [{ name: 'Gemini CLI', preset: gemini, program: 'gemini', found }];
  const defaults = (chosen: string | undefined) =>
    rows({ agents, chosen }).flatMap(({ label, isDefault }) => (isDefault ? [label] : []));
  expect(defaults(undefined)).toEqual(['Claude Code']);
  expect(defaults('Gemini CLI')).toEqual(['Gemini CLI']);
});

test('a Claude Code that cannot run says why, and so do skipped entries', () => {
  const shown = rows({ claude: { problem: 'It was not found.' }, problems: ['Bad: no command.'] });
  expect(shown[0]).toMatchObject({ detail: 'It was not found.' });
  expect(shown.at(-1)).toMatchObject({ detail: 'Bad: no command.' });
});
