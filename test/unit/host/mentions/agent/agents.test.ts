import { expect, test } from 'vitest';
import type { SessionId, TurnId } from '../../../../../src/contract/ids';
import { agentSource } from '../../../../../src/host/mentions/agent/agents';
import { resourceSource } from '../../../../../src/host/mentions/agent/resources';
import {
  type SessionSourceOptions,
  sessionSource,
} from '../../../../../src/host/mentions/agent/sessions';
import { emptyConversation } from '../../../../../src/transcript/emptyConversation';

const signal = new AbortController().signal;

test('an agent is named as the CLI wants it', async () => {
  const agents = [
    { name: 'reviewer', description: 'Reviews' },
    { name: 'über prüfer', description: '' },
    { name: 'a"b', description: '' },
  ];
  const { summary } = emptyConversation;
  const choices = { ...summary.choices, agents };
  const channel = { conversation: { ...emptyConversation, summary: { ...summary, choices } } };
  const source = agentSource();
  const rows = await source.find('', channel, signal);
  expect(rows.map(({ mention }) => mention.target)).toEqual([
    { kind: 'agent', name: 'reviewer' },
    { kind: 'agent', name: 'über prüfer' },
  ]);
  expect(rows[0]?.mention.token).toBe('@agent-reviewer');
  const text = async (name: string) =>
    (await source.resolve({ kind: 'agent', name }, channel, signal)).text;
  expect(await text('reviewer')).toBe('@agent-reviewer');
  expect(await text('über prüfer')).toBe('the agent "über prüfer"');
  await expect(text('a"b')).rejects.toMatchObject({ code: 'mention.gone' });
  await expect(text('other')).rejects.toMatchObject({ code: 'mention.gone' });
});

test('a typed resource names its server', async () => {
  const [row] = await resourceSource().find('lib:doc://one', {}, signal);
  expect(row?.mention.target).toEqual({ kind: 'resource', server: 'lib', uri: 'doc://one' });
  expect(await resourceSource().find('src/a.ts', {}, signal)).toEqual([]);
});

const session = '11111111-2222-4333-8444-555555555555' as SessionId;
const asker = { cwd: '/project', record: { sessionId: 'other' as SessionId } };
const options: SessionSourceOptions = {
  all: async () => [{ id: session, title: 'The \u202eparser', cwd: '/project', at: 0 }],
  read: async () => ({
    facts: { title: 'The parser', cwd: '/project', sessionId: session, agentTitle: 'Claude' },
    blob: () => undefined,
    turns: (async function* () {
      for (let turn = 0; turn < 9; turn += 1) {
        yield turnOf(`question ${turn} ${'x'.repeat(50_000)}`);
      }
    })(),
  }),
  open: async () => undefined,
};

function turnOf(text: string) {
  const at = { at: 0, source: 'a', isStreaming: false };
  const items = [
    { kind: 'text', key: 'a', text, ...at },
    { kind: 'thinking', key: 'b', text: 'thought of a secret', ...at },
  ] as const;
  return { id: text as TurnId, origin: 'person', startedAt: 0, items } as const;
}

test('a conversation brings its newest turns in prose, and says what is left out', async () => {
  const [row] = await sessionSource(options).find('parser', asker, signal);
  expect(row?.mention.label).toBe('The parser');
  const target = { kind: 'session', id: session, title: 'The parser' } as const;
  const { blocks } = await sessionSource(options).resolve(target, asker, signal);
  const text = JSON.stringify(blocks);
  expect(text.length).toBeLessThan(205_000);
  expect(text).toContain('question 8');
  expect(text).not.toContain('question 0');
  expect(text).not.toContain('secret');
  expect(text).toContain('(Older turns are left out.)');
});

test('a conversation of another folder is gone', async () => {
  const target = { kind: 'session', id: session, title: 'x' } as const;
  const other = { ...asker, cwd: '/elsewhere' };
  const resolved = sessionSource(options).resolve(target, other, signal);
  await expect(resolved).rejects.toMatchObject({ code: 'mention.gone' });
});
