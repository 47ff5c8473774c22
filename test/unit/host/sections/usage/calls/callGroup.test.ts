import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../../../../src/core/conversation/channel';
import type { SectionPlace } from '../../../../../../src/host/sections/model/sectionSource';
import { actOnCalls } from '../../../../../../src/host/sections/usage/calls/callActions';
import { callGroup } from '../../../../../../src/host/sections/usage/calls/callGroup';
import { answered, StrictLog } from '../../../../../support/gateway/observedExchange';
import { callsPort } from './callsPort';

const channel = { id: 'c' } as Channel;
const here = { channel, isTrusted: true, cwd: '/w' } as Partial<SectionPlace> as SectionPlace;
const marked = { type: 'ephemeral' };
const tools = [
  { name: 'Bash', input_schema: {} },
  { name: 'mcp__docs__find', input_schema: {}, cache_control: marked },
];
const body = (prompt: string, description = 'Runs') => ({
  metadata: { user_id: 'user_secret_account__session_1' },
  tools: [{ ...tools[0], description }, tools[1]],
  messages: [{ role: 'user', content: [{ type: 'text', text: prompt, cache_control: marked }] }],
});
const usage = { input_tokens: 10, output_tokens: 3 };

async function observed() {
  const log = new StrictLog();
  await log.exchange({
    body: body('one'),
    answer: [answered({ ...usage, cache_creation_input_tokens: 4_000 })],
  });
  await log.exchange({
    body: body('one', 'Executes'),
    answer: [
      answered({ ...usage, cache_creation_input_tokens: 4_000, cache_read_input_tokens: 0 }),
    ],
    at: Date.UTC(2026, 10, 25, 0, 1),
  });
  await log.exchange({
    body: body('two'),
    status: 529,
    answer: ['{}'],
    at: Date.UTC(2026, 10, 25, 0, 2),
  });
  return log;
}

const action = (id: string) => ({ action: id, entries: [], isPreview: false });

describe('Model calls of the active conversation', () => {
  it('are listed, the newest first, with what each has used and how it ended', async () => {
    const { table, rows } = callGroup(here, callsPort(await observed()));
    expect(table?.rows.map(({ id }) => id)).toEqual(['call/3', 'call/2', 'call/1']);
    const labels = table?.columns.map(({ label }) => label) ?? [];
    const [failed, second] = table?.rows ?? [];
    const cell = (row: typeof failed, label: string) => row?.cells[labels.indexOf(label)]?.text;
    expect(cell(failed, 'Outcome')).not.toBe('end_turn');
    expect(cell(failed, 'Tokens in')).toBe('');
    expect(
      ['Tokens in', 'Tokens out', 'Cache written', 'Outcome'].map(one => cell(second, one)),
    ).toEqual(['10', '3', '4,000', 'end_turn']);
    expect(cell(second, 'Call')).toMatch(/^\d\d:\d\d:\d\d Conversation$/);
    expect(cell(second, 'Recognized by')).toContain('has tools');
    expect(cell(second, 'Duration')).toMatch(/^0\.0 s$/);
    expect(rows[0]).toMatchObject({
      title: '3 calls',
      detail: expect.stringContaining('1 failed'),
    });
    expect(rows[0]?.detail).toContain('20 tokens in, 6 out; cache: 8,000 written, 0 read, ');
    // Written twice, never read.
    expect(rows[0]?.detail).toContain('the cache has added 25% to the cost of the input so far');
  });

  it('say which part of the request cost the cache, and how large its parts are', async () => {
    const { rows } = callGroup(here, callsPort(await observed()));
    const loss = rows.find(({ id }) => id.startsWith('calls/loss/'));
    expect(loss?.detail).toBe(
      '4,000 tokens were not read from the cache: tool Bash (description) differs from character 1 on.',
    );
    const sizes = rows.find(({ id }) => id === 'calls/sizes');
    expect(sizes?.detail).toMatch(/^Estimates/);
    expect(sizes?.rows?.map(({ title }) => title)).toEqual([
      ...['System prompt', 'Tools of Claude Code', 'Tools of docs', 'Messages'],
    ]);
    expect(sizes?.rows?.every(({ detail = '' }) => /^about [\d,]+ tokens$/.test(detail))).toBe(
      true,
    );
  });

  it('are exported without ids of the account', async () => {
    const port = callsPort(await observed());
    await actOnCalls(here, action('exportCalls'), port);
    const [text = ''] = port.shown;
    expect(JSON.parse(text).calls).toHaveLength(3);
    expect(text).not.toContain('secret');
  });

  it('say how to observe them, and are switched in a trusted workspace only', async () => {
    const port = callsPort();
    const off = callGroup(here, port);
    expect([off.empty, off.actions?.map(({ id }) => id)]).toEqual([
      ...[expect.stringContaining('not observed'), ['openInspector', 'observe']],
    ]);
    const untrusted = { ...here, isTrusted: false };
    expect(callGroup(untrusted, port).actions?.map(({ id }) => id)).toEqual(['openInspector']);
    await actOnCalls(untrusted, action('openInspector'), port);
    expect(port.opened).toBe(1);
    await expect(actOnCalls(untrusted, action('observe'), port)).rejects.toThrow('Trust');
    expect(port.isObserving).toBe(false);
    await actOnCalls(here, action('observe'), port);
    expect(port.isObserving).toBe(true);
    expect(callGroup(here, port).empty).toContain('No calls have been observed yet');
    const obstacle = { ...port, obstacleOf: () => 'The address is set.' };
    expect(callGroup(here, obstacle).empty).toContain('The address is set.');
  });
});
