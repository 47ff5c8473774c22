import { expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { KnownAgents } from '../../../../src/host/conversations/knownAgents';
import type { AgentFacts } from '../../../../src/protocol/agentFacts';

function memory(stored?: unknown) {
  const values = new Map<string, unknown>([['agents.known', stored]]);
  let updates = 0;
  return {
    get: <T>(key: string) => values.get(key) as T,
    update: async (key: string, value: unknown) => {
      updates += 1;
      // VS Code keeps JSON.
      values.set(key, JSON.parse(JSON.stringify(value)));
    },
    get updates() {
      return updates;
    },
    get text() {
      return JSON.stringify([...values.values()]);
    },
  };
}

const facts = (label: string): AgentFacts => ({
  choices: {
    models: [{ value: 'default', label, efforts: ['low', 'high'], hasThinkingBudget: false }],
    modes: ['default', 'plan'],
    commands: [{ name: 'review', description: 'Reviews', source: 'project', aliases: ['r'] }],
    missingModes: [{ mode: 'auto', why: 'account' }],
    agents: [{ name: 'tester', description: 'Tests' }],
  },
  usualEffort: 'high',
});

test('what was reported is known in later windows, for its folder only', () => {
  const kept = memory();
  new KnownAgents(kept, () => ({}), silentLog).learn('/one', {})(facts('Opus'));
  const later = new KnownAgents(kept, () => ({}), silentLog);
  expect(later.of('/one')).toEqual(facts('Opus'));
  expect(later.of('/two')).toBeUndefined();
  later.learn('/one', {})(facts('Opus'));
  expect(kept.updates).toBe(1);
  later.learn('/one', {})(facts('Sonnet'));
  expect(later.of('/one')).toEqual(facts('Sonnet'));
});

test('nothing is known under other settings, which are kept as a digest', () => {
  const kept = memory();
  let settings = { 'tandem.cli.env': { ANTHROPIC_API_KEY: 'a-secret' } };
  const known = new KnownAgents(kept, () => settings, silentLog);
  known.learn('/one', settings)(facts('Opus'));
  expect(kept.text).not.toContain('a-secret');
  settings = { 'tandem.cli.env': { ANTHROPIC_API_KEY: 'another' } };
  expect(known.of('/one')).toBeUndefined();
  // A process that was started before reports later.
  const learn = known.learn('/one', settings);
  settings = { 'tandem.cli.env': { ANTHROPIC_API_KEY: 'a third' } };
  learn(facts('Opus'));
  expect(known.of('/one')).toBeUndefined();
});

test('the newest folders are kept, and nothing that is too long', () => {
  const known = new KnownAgents(memory(), () => ({}), silentLog);
  for (let index = 0; index < 12; index += 1) {
    known.learn(`/${index}`, {})(facts('Opus'));
  }
  const found = Array.from({ length: 12 }, (_, index) => known.of(`/${index}`) !== undefined);
  expect(found.indexOf(true)).toBe(4);
  expect(known.of('/11')).toEqual(facts('Opus'));
  known.learn('/11', {})(facts('x'.repeat(300_000)));
  expect(known.of('/11')).toBeUndefined();
  expect(known.of('/10')).toEqual(facts('Opus'));
});

test.each([
  ['of another form', { '/one': facts('Opus') }],
  ['of a newer version', [{ cwd: '/one', settings: '', facts: { choices: { models: 7 } } }]],
])('a value %s is ignored and replaced', (_what, stored) => {
  const known = new KnownAgents(memory(stored), () => ({}), silentLog);
  expect(known.of('/one')).toBeUndefined();
  known.learn('/one', {})(facts('Opus'));
  expect(known.of('/one')).toEqual(facts('Opus'));
});

test('a process goes on where nothing can be remembered', () => {
  const broken = {
    ...memory(),
    update: () => {
      throw new Error('The window is closed');
    },
  };
  new KnownAgents(broken, () => ({}), silentLog).learn('/one', {})(facts('Opus'));
});
