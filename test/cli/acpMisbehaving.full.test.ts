import { afterEach, describe, expect, it } from 'vitest';
import { AcpBed, type AcpTalk, quicker } from '../support/acp/acpBed';
import type { AgentStep, ScriptedAgentOrders } from '../support/acp/scriptedAgentOrders';

let bed: AcpBed;

afterEach(async () => {
  await bed.leave();
  await expect.poll(() => bed.left(), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => bed.client.open, { timeout: 10_000 }).toBe(0);
  await bed.home.dispose();
});

const done: AgentStep = { say: 'All done.' };
const tool = { toolCallId: 'a', title: 'Look', kind: 'read' };
const offer = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const sessionUpdate = (update: Record<string, unknown>): AgentStep => ({ update });
const raw = (message: Record<string, unknown>): AgentStep => ({
  raw: `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`,
});
const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

async function begin(orders: ScriptedAgentOrders, factor = 6): Promise<AcpTalk> {
  bed = await AcpBed.open({ clock: quicker(factor) });
  return bed.talk(orders);
}

/** Oddities after which the turn goes on to its end. */
const oddities: [string, AgentStep[]][] = [
  ['CRLF and a byte order mark', [{ raw: '\ufeff{"method":"x"}\r\n\r\n' }]],
  ['NUL bytes', [{ raw: '\0\0\0\n' }]],
  ['deep JSON', [{ raw: `{"method":"x","params":${nested}}\n` }]],
  ['a line of 40 MB', [{ raw: `${'x'.repeat(40_000_000)}\n` }]],
  ['a message of 30 MB', [{ flood: { count: 1, length: 30_000_000 } }]],
  ['50,000 messages', [{ flood: { count: 50_000, length: 2 } }]],
  ['answers with both results', [raw({ id: 3, result: {}, error: { code: 1, message: '' } })]],
  ['an answer to initialize again', [raw({ id: 0, result: { protocolVersion: 2 } })]],
  ['a call announced twice', [{ tool }, { tool: { ...tool, title: 'Look again' } }]],
  ['an update of an unseen call', [{ toolUpdate: { toolCallId: 'new', status: 'completed' } }]],
  ['a call that is never finished', [{ tool: { ...tool, status: 'in_progress' } }]],
  [
    'a call that goes back in time',
    [{ tool }, { toolUpdate: { toolCallId: 'a', status: 'completed' } }, { tool }],
  ],
  ['a call of an unknown kind', [{ tool: { ...tool, kind: 'dance', status: 'odd' } }]],
  ['a call with broken content', [{ tool: { ...tool, content: [1, { type: 'diff' }, null] } }]],
  [
    'a diff outside of the folder',
    [{ tool: { ...tool, content: [{ type: 'diff', path: '../x', newText: '' }] } }],
  ],
  [
    'a diff of 5 MB',
    [
      {
        tool: {
          ...tool,
          kind: 'edit',
          content: [
            { type: 'diff', path: '$CWD/a', oldText: null, newText: 'y\n'.repeat(2_500_000) },
          ],
        },
      },
    ],
  ],
  ['a plan of nonsense', [sessionUpdate({ sessionUpdate: 'plan', entries: [1, { content: 2 }] })]],
  [
    'commands of nonsense',
    [sessionUpdate({ sessionUpdate: 'available_commands_update', availableCommands: 'all' })],
  ],
  [
    'a mode that does not exist',
    [sessionUpdate({ sessionUpdate: 'current_mode_update', currentModeId: 'none' })],
  ],
  [
    'options of nonsense',
    [sessionUpdate({ sessionUpdate: 'config_option_update', configOptions: [{}] })],
  ],
  [
    'usage of nonsense',
    [sessionUpdate({ sessionUpdate: 'usage_update', used: -5, size: 'big', cost: 7 })],
  ],
  [
    'a title with control characters',
    [sessionUpdate({ sessionUpdate: 'session_info_update', title: 'a\u001b[2J\nb'.repeat(500) })],
  ],
  ['an update without a name', [sessionUpdate({})]],
  [
    'chunks that are no text',
    [
      sessionUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'image', data: '!!', mimeType: 'image/png' },
      }),
      sessionUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'audio', data: '', mimeType: 'audio/wav' },
      }),
      sessionUpdate({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'resource_link', uri: 'nowhere', name: 'x' },
      }),
    ],
  ],
  [
    'a file request of another session',
    [
      {
        request: { method: 'fs/read_text_file', params: { sessionId: 'no', path: '/etc/passwd' } },
      },
    ],
  ],
  [
    'file requests of nonsense',
    [
      { request: { method: 'fs/read_text_file', params: { sessionId: '$SESSION', path: 'a' } } },
      { request: { method: 'fs/read_text_file', params: null } },
      {
        request: {
          method: 'fs/write_text_file',
          params: { sessionId: '$SESSION', path: '$CWD/x' },
        },
      },
      { write: { path: '/etc/tandem-test', content: 'no' } },
    ],
  ],
  [
    'terminal requests of nonsense',
    [
      { request: { method: 'terminal/create', params: { sessionId: '$SESSION' } } },
      {
        request: { method: 'terminal/output', params: { sessionId: '$SESSION', terminalId: 'x' } },
      },
      { terminal: { command: '/no/such/program', args: ['x'] } },
    ],
  ],
  ['a terminal that is killed', [{ terminal: { command: 'sleep 1000' }, kill: true }]],
  [
    'a terminal that is left open',
    [
      {
        request: {
          method: 'terminal/create',
          params: { sessionId: '$SESSION', command: 'sleep 1000' },
        },
      },
    ],
  ],
  [
    'requests for input of nonsense',
    [
      {
        request: { method: 'elicitation/create', params: { sessionId: '$SESSION', mode: 'smell' } },
      },
      { request: { method: 'elicitation/create', params: { mode: 7 } } },
      { notify: { method: 'elicitation/complete', params: { elicitationId: 'none' } } },
    ],
  ],
  [
    'permission without a call',
    [{ ask: { options: offer } }, { ask: { toolCall: {}, options: offer } }],
  ],
];

describe('goes on after', () => {
  it.each(oddities)('%s', { timeout: 120_000 }, async (_name, steps) => {
    const talk = await begin({ turns: [{ match: 'go', steps: [...steps, done] }] });
    await talk.turn('go');
    expect(talk.said).toContain('All done.');
    expect(talk.channel.conversation.turns[0]?.outcome?.kind).toBe('completed');
    await talk.turn('still there?', 2);
    expect(talk.said).toContain('You said: still there?');
    expect(talk.report.filter(({ event }) => event === 'start')).toHaveLength(1);
  });
});

describe('ends the turn for', () => {
  it.each<[string, AgentStep[], RegExp]>([
    ['an error', [{ fail: { code: -32603, message: 'Overheated' } }], /Overheated/],
    ['an error with a text as code', [raw({ id: 2, error: { code: 'E', message: 'Odd' } })], /Odd/],
    ['an error without anything', [raw({ id: 2, error: {} })], /./],
    [
      'an error and the same as text',
      [{ say: 'Odd' }, { fail: { code: 1, message: 'Odd' } }],
      /Odd/,
    ],
    ['a missing sign-in', [{ fail: { code: -32000, message: 'Authentication' } }], /sign in/],
  ])('%s', async (_name, steps, message) => {
    const talk = await begin({ turns: [{ match: 'go', steps: [...steps, { silent: true }] }] });
    await talk.turn('go');
    const { outcome } = talk.channel.conversation.turns[0] ?? {};
    expect(outcome).toMatchObject({ kind: 'error', message: expect.stringMatching(message) });
  });

  it.each([null, {}, { stopReason: 'bored' }, 'yes', 1])('the answer %j', async result => {
    const steps = [raw({ id: 2, result }), { silent: true } as const];
    const talk = await begin({ turns: [{ match: 'go', steps }] });
    await talk.turn('go');
    await talk.turn('again', 2);
  });

  it('an answer that is given twice, and updates that follow it', async () => {
    const late = [sessionUpdate({ sessionUpdate: 'usage_update', used: 5, size: 10 })];
    const talk = await begin({
      turns: [{ match: 'go', steps: [raw({ id: 2, result: { stopReason: 'end_turn' } }), done] }],
      after: { 'session/prompt': late },
    });
    await talk.turn('go');
    await talk.watch.until(
      'usage',
      ({ conversation }) => conversation.summary.usage.contextWindow === 10 || undefined,
    );
    await talk.watch.until('the text', () => talk.said.includes('All done.') || undefined);
  });
});

describe('stops an agent that', () => {
  it.each<[string, ScriptedAgentOrders]>([
    [
      'answers with a text as id',
      { turns: [{ steps: [done, raw({ id: '2', result: {} }), { silent: true }] }] },
    ],
    [
      'closes its output and lives on',
      { ignoreEof: true, turns: [{ steps: [done, { wait: 100 }, { closeOutput: true }] }] },
    ],
    [
      'goes on to talk',
      {
        ignoreCancel: true,
        turns: [{ steps: [done, { repeat: 500, steps: [{ say: 'x' }, { wait: 10 }] }] }],
      },
    ],
    [
      'asks again and again',
      {
        ignoreCancel: true,
        turns: [
          {
            steps: [
              done,
              { repeat: 50, steps: [{ ask: { toolCall: tool, options: offer } }] },
              { hold: true },
            ],
          },
        ],
      },
    ],
    ['dies of it', { ignoreCancel: true, turns: [{ steps: [done, { wait: 200 }, { die: 0 }] }] }],
  ])('%s', async (_name, orders) => {
    const talk = await begin({ ...orders, grandchild: true });
    talk.send('go');
    await talk.watch.until('text', () => talk.said.includes('All done.') || undefined);
    await talk.channel.stop();
    await talk.watch.until('the end', ({ conversation }) => !conversation.open || undefined);
    expect(talk.channel.conversation.summary.waiting).toEqual([]);
    expect(talk.said).toContain('All done.');
  });
});

describe('an agent that dies', () => {
  const ask: AgentStep = { ask: { toolCall: tool, options: offer }, isParallel: true };
  const command: AgentStep = {
    request: {
      method: 'terminal/create',
      params: { sessionId: '$SESSION', command: 'sleep 1000' },
    },
  };
  it.each<[string, AgentStep[]]>([
    ['with exit code 0', [{ die: 0 }]],
    ['by a signal', [{ die: 'SIGKILL' }]],
    ['in half a line', [{ raw: '{"jsonrpc":"2.0","meth' }, { die: 1 }]],
    ['while it asks', [ask, { wait: 300 }, { die: 1 }]],
    ['after a write', [{ write: { path: '$CWD/a.txt', content: 'a' } }, { die: 1 }]],
    ['with a command that runs', [command, { die: 1 }]],
    ['in a flood', [{ flood: { count: 5_000, length: 50 } }, { die: 1 }]],
  ])('%s', async (_name, steps) => {
    const talk = await begin({
      grandchild: true,
      turns: [{ match: 'begin', steps: [done, ...steps] }],
    });
    talk.send('begin');
    await talk.watch.phase('lost');
    expect(talk.said).toContain('All done.');
    await talk.turn('and now', 2);
    expect(talk.said).toContain('You said: and now');
  });

  it.each<[string, ScriptedAgentOrders, RegExp]>([
    ['says nothing of a session', { errors: {}, sessionId: '' }, /without a name/],
    ['has no answer to initialize', { errors: { initialize: { code: 1, message: 'No' } } }, /No/],
    ['has no version', { initialize: { protocolVersion: null } }, /version/],
    ['hangs at session/new', { before: { 'session/new': [{ hold: true }] } }, /120 seconds/],
    ['floods at the start and dies', { noise: 'x'.repeat(1_000_000), dies: 'start' }, /exit code/],
  ])('at its start: %s', async (_name, orders, reason) => {
    const talk = await begin(orders, 20);
    talk.send('hello');
    const detail = await talk.watch.until(
      'the reason',
      ({ conversation }) => conversation.summary.agent.detail,
    );
    expect(detail).toMatch(reason);
    await talk.watch.until('the draft', ({ record }) => record.draft.text === 'hello');
  });
});
