import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PromptId } from '../../../../src/contract/ids';
import { testInFull } from '../../../support/inFull';
import { Agent, call, callUpdate, cwd, message, said, thought, userMessage } from './agent';

describe('a turn that writes a file, as an adapter of Claude Code sends it', () => {
  const diff = { type: 'diff', path: `${cwd}/hello.txt`, oldText: null, newText: 'hello\nworld\n' };
  const rawInput = { file_path: `${cwd}/hello.txt`, content: 'hello\nworld\n' };
  const meta = { claudeCode: { toolName: 'Write' } };
  let agent: Agent;

  beforeEach(() => {
    agent = new Agent().asked().says(
      thought('pondering', 'msg_2'),
      message('I ', 'msg_2'),
      message('write.', 'msg_2'),
      call('toolu_2', {
        ...{ _meta: meta, name: 'Write', rawInput: {}, title: 'Preparing file…', kind: 'edit' },
        ...{ content: [], locations: [] },
      }),
      callUpdate('toolu_2', {
        ...{ rawInput, title: 'Write hello.txt', content: [diff] },
        locations: [{ path: `${cwd}/hello.txt` }],
      }),
    );
  });

  test('the call waits with a diff', () => {
    expect(agent.shown).toEqual(['(pondering)', 'I write.', '[Write: pending]']);
    expect(agent.call).toMatchObject({
      family: 'write',
      tool: 'Write',
      target: 'hello.txt',
      input: { path: `${cwd}/hello.txt`, content: 'hello\nworld\n' },
      content: [{ type: 'diff', change: 'create', added: 2, removed: 0 }],
      locations: [{ path: `${cwd}/hello.txt` }],
    });
  });

  test('permission, its answer and the end of the call change one card', () => {
    const asked = agent.translator.permissionAsked(
      {
        toolCall: { toolCallId: 'toolu_2', status: 'pending', title: 'Write hello.txt' },
        options: [
          { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
          { optionId: 'always', name: 'Yes, all edits', kind: 'allow_always' },
          { optionId: 'reject', name: 'No', kind: 'reject_once' },
        ],
      },
      'p1' as PromptId,
    );
    agent.take(asked?.events ?? []);
    expect(asked?.optionIds).toEqual(['allow-once', 'always', 'reject']);
    agent.take(agent.translator.permissionAnswered('toolu_2', 'allowed'));
    expect(agent.call.status).toBe('running');
    agent
      .says(
        callUpdate('toolu_2', {
          _meta: { claudeCode: { toolName: 'Write', toolResponse: { type: 'create' } } },
        }),
        callUpdate('toolu_2', { status: 'completed', rawOutput: 'File created successfully' }),
        {
          ...{ sessionUpdate: 'usage_update', used: 35, size: 1_000_000 },
          cost: { amount: 0.000_89, currency: 'USD' },
        },
      )
      .stops('end_turn', {
        usage: { inputTokens: 20, outputTokens: 40, cachedReadTokens: 10, totalTokens: 70 },
      });
    expect(agent.shown).toEqual(['(pondering)', 'I write.', '[Write: done]']);
    const [turn] = agent.turns;
    expect(turn).toMatchObject({
      origin: 'person',
      outcome: { kind: 'completed' },
      costUsd: 0.000_89,
      usage: { main: { input: 20, output: 40, cacheRead: 10, cacheWritten: 0 } },
    });
    expect(agent.conversation.summary.usage).toEqual({
      ...{ contextTokens: 35, contextWindow: 1_000_000, costUsd: 0.000_89 },
    });
  });
});

describe('text', () => {
  test('is a new block after a call, and in another message', () => {
    const agent = new Agent()
      .asked()
      .says(message('a', 'm1'), call('1'), message('b', 'm1'), message('c', 'm2'))
      .says(message('d'), message('e'));
    expect(agent.shown).toEqual(['a', '[Something: pending]', 'b', 'c', 'de']);
  });

  test('keeps its place while an update of a known call arrives', () => {
    const agent = new Agent()
      .asked()
      .says(call('1'), message('a'), callUpdate('1', { status: 'completed' }), message('b'));
    expect(agent.shown).toEqual(['[Something: done]', 'ab']);
  });

  test('and calls have ids that no other process of the conversation uses', () => {
    const idsOf = (now: number) => {
      const agent = new Agent({ now }).asked().says(message('a', 'm'), call('call_1'));
      return agent.items.map(({ key }) => key);
    };
    const ids = [...idsOf(1_000), ...idsOf(2_000)];
    expect(new Set(ids).size).toBe(4);
  });

  test('a link in it can be followed, an image is mentioned', () => {
    const link = { type: 'resource_link', uri: 'https://example.com/a', name: 'A page' };
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const agent = new Agent()
      .asked()
      .says({ ...message(''), content: link }, { ...message(''), content: image });
    expect(agent.shown).toEqual([
      '[A page](https://example.com/a)*An image, which cannot be shown here*',
    ]);
  });
});

describe('odd calls', () => {
  test('a call that is announced twice is one card', () => {
    const agent = new Agent()
      .asked()
      .says(call('1'), call('1', { title: 'Other', status: 'in_progress' }));
    expect(agent.shown).toEqual(['[Other: running]']);
  });

  test('an update of an unseen call shows it', () => {
    const agent = new Agent().asked().says(callUpdate('1', { title: 'New', status: 'completed' }));
    expect(agent.shown).toEqual(['[New: done]']);
  });

  test('permission may come before the call', () => {
    const agent = new Agent().asked();
    const asked = agent.translator.permissionAsked(
      {
        toolCall: { toolCallId: '1', title: 'npm test', kind: 'execute' },
        options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
      },
      'p1' as PromptId,
    );
    agent.take(asked?.events ?? []).says(call('1', { title: 'npm test', kind: 'execute' }));
    expect(agent.shown).toEqual(['[Run: pending]']);
    expect(asked?.request.prompt.call.input).toEqual({ command: 'npm test' });
  });

  test('null and absent members are as before, content replaces', () => {
    const agent = new Agent()
      .asked()
      .says(
        call('1', { kind: 'fetch', rawInput: { url: 'https://a.b/c' }, content: [said('one')] }),
        callUpdate('1', { title: null, kind: null, status: null, content: null, rawInput: null }),
      );
    const before = agent.call;
    expect(before).toMatchObject({ family: 'webFetch', target: 'a.b/c', status: 'pending' });
    expect(before.content).toEqual([{ type: 'markdown', text: 'one' }]);
    agent.says(callUpdate('1', { content: [said('two')] }));
    expect(agent.call.content).toEqual([{ type: 'markdown', text: 'two' }]);
  });

  test('an id that a later turn uses again is another call', () => {
    const agent = new Agent()
      .asked('m1')
      .says(call('call_1', { status: 'completed' }))
      .stops()
      .asked('m2')
      .says(call('call_1', { title: 'Again' }));
    expect(agent.turns.map(({ items }) => items.length)).toEqual([1, 1]);
    expect(agent.shown).toEqual(['[Something: done]', '[Again: pending]']);
  });

  test('an update after the turn still reaches its card', () => {
    const agent = new Agent()
      .asked()
      .says(call('1', { status: 'in_progress' }))
      .stops();
    expect(agent.shown).toEqual(['[Something: interrupted]']);
    agent.says(callUpdate('1', { status: 'completed' }));
    expect(agent.shown).toEqual(['[Something: done]']);
    expect(agent.turns).toHaveLength(1);
  });

  test.each([
    ['denied', 'denied'],
    ['cancelled', 'interrupted'],
  ] as const)(
    'a call that was %s stays %s when the agent reports its failure',
    (answer, status) => {
      const agent = new Agent().asked().says(call('1'));
      agent.take(agent.translator.permissionAnswered('1', answer));
      agent.says(callUpdate('1', { status: 'failed' })).stops();
      expect(agent.shown).toEqual([`[Something: ${status}]`]);
    },
  );

  test('a call that fails after Stop was interrupted', () => {
    const agent = new Agent().asked().says(call('1', { status: 'in_progress' }));
    agent.translator.cancelled();
    agent.says(callUpdate('1', { status: 'failed' })).stops('cancelled');
    expect(agent.shown).toEqual(['[Something: interrupted]']);
    expect(agent.turns[0]?.outcome).toEqual({ kind: 'interrupted' });
  });
});

describe('the end of a turn', () => {
  test('an API error that was said as text is shown once', () => {
    const agent = new Agent()
      .asked()
      .says(message('Working on it.', 'a'), message('API Error: 529 Overloaded', 'b'));
    agent.take(
      agent.translator.turnEnded({
        kind: 'failed',
        error: {
          code: -32_603,
          message: 'Internal error: API Error: 529 Overloaded',
          data: { errorKind: 'overloaded' },
        },
      }),
    );
    expect(agent.shown).toEqual(['Working on it.']);
    expect(agent.turns[0]?.outcome).toMatchObject({ kind: 'error', reason: 'overloaded' });
  });

  test('an error at the end of a longer text is cut off', () => {
    const agent = new Agent()
      .asked()
      .says(message('Working. '), message('API Error: 529 Overloaded'));
    const error = { code: -32_603, message: 'API Error: 529 Overloaded' };
    agent.take(agent.translator.turnEnded({ kind: 'failed', error }));
    expect(agent.shown).toEqual(['Working.']);
  });

  test('other text before an error stays', () => {
    const agent = new Agent().asked().says(message('The tests pass.'));
    const error = { code: -32_603, message: 'process exited unexpectedly' };
    agent.take(agent.translator.turnEnded({ kind: 'failed', error }));
    expect(agent.shown).toEqual(['The tests pass.']);
  });
});

describe("a turn of the agent's own", () => {
  test('begins with text after the answer, and ends before the next message', () => {
    const agent = new Agent().asked('m1').says(message('a')).stops().says(message('later'));
    expect(agent.translator.isInOwnTurn).toBe(true);
    agent.take(agent.translator.ownTurnEnded());
    expect(agent.translator.isInOwnTurn).toBe(false);
    agent.asked('m2').says(message('b')).stops();
    expect(agent.turns.map(({ origin }) => origin)).toEqual(['person', 'agent', 'person']);
    expect(agent.shown).toEqual(['a', 'later', 'b']);
  });

  test('does not begin with a title, usage, commands or options', () => {
    const agent = new Agent().asked().says(message('a')).stops();
    agent.says(
      { sessionUpdate: 'session_info_update', title: 'A\nname' },
      { sessionUpdate: 'usage_update', used: 1, size: 2 },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'x', description: 'y' }],
      },
      { sessionUpdate: 'current_mode_update', currentModeId: 'z' },
    );
    expect(agent.turns).toHaveLength(1);
    expect(agent.conversation.open).toBeUndefined();
    expect(agent.conversation.summary.title).toBe('A name');
    expect(agent.conversation.summary.choices.commands).toHaveLength(1);
  });
});

describe('history that is replayed', () => {
  test('becomes closed turns', () => {
    const agent = new Agent();
    agent.translator.replayStarted();
    agent.says(
      userMessage('Look at ', 'u1'),
      {
        ...userMessage('', 'u1'),
        content: { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' },
      },
      thought('hm'),
      call('1', { kind: 'read' }),
      callUpdate('1', { status: 'completed' }),
      message('Done.'),
      userMessage('[@b.ts](file:///b.ts)<context ref="file:///b.ts">\nlet b;\n</context>', 'u2'),
      message('Yes.'),
    );
    agent.take(agent.translator.replayEnded());
    expect(agent.conversation.open).toBeUndefined();
    expect(agent.turns.map(({ items }) => items.map(({ kind }) => kind))).toEqual([
      ['prompt', 'thinking', 'tool', 'text'],
      ['prompt', 'text'],
    ]);
    expect(agent.shown[0]).toBe('> Look at @a.txt');
    expect(agent.items[4]).toMatchObject({
      text: '@b.ts',
      context: [{ title: 'b.ts', text: 'let b;' }],
    });
  });

  test('an echo of the message that is being answered is not shown again', () => {
    const agent = new Agent().asked().says(userMessage('hello'), message('hi'));
    expect(agent.shown).toEqual(['hi']);
  });
});

describe('subagents with sessions of their own', () => {
  const announced = { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Reviewer' };

  test('are calls that hold what their sessions say', () => {
    const agent = new Agent().asked().says({ ...announced, state: { state: 'running' } });
    expect(agent.translator.hasChild('child')).toBe(true);
    agent.take(agent.translator.update(message('inside'), 'child'));
    agent.says(message('outside'), {
      ...announced,
      state: { state: 'idle', stopReason: 'end_turn' },
    });
    expect(agent.shown).toEqual(['[Reviewer: done]', 'inside', 'outside']);
    expect(agent.items[1]).toMatchObject({ parentToolId: agent.call.id });
    expect(agent.conversation.summary.tasks).toMatchObject([{ status: 'completed' }]);
  });

  test('end with the process', () => {
    const agent = new Agent().asked().says({ ...announced, state: { state: 'running' } });
    agent.take(agent.translator.processEnded());
    expect(agent.conversation.summary.tasks).toMatchObject([{ status: 'lost' }]);
  });

  test('calls of a subagent of Qwen Code lie under its own call', () => {
    const inner = call('inner', { _meta: { toolName: 'read_file', parentToolCallId: 'outer' } });
    const agent = new Agent().asked().says(call('outer'), inner);
    expect(agent.tools[1]?.call.parentToolId).toBe(agent.call.id);
  });

  test('calls of a subagent that Claude Code reports lie under its own call', () => {
    const meta = { claudeCode: { toolName: 'Read', parentToolUseId: 'outer' } };
    const agent = new Agent()
      .asked()
      .says(
        call('outer', { _meta: { claudeCode: { toolName: 'Agent' } } }),
        call('inner', { _meta: meta }),
      );
    const [outer, inner] = agent.tools;
    expect(inner?.call.parentToolId).toBe(outer?.call.id);
    agent.says({ ...message('Looking.'), _meta: meta });
    expect(agent.items.at(-1)).toMatchObject({ parentToolId: outer?.call.id, text: 'Looking.' });
    expect(agent.translator.toolUse('inner')?.isSubagent).toBe(true);
  });
});

describe('plans, notices and compactions', () => {
  test('a plan replaces the to-dos', () => {
    const agent = new Agent().asked().says({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Read', priority: 'high', status: 'completed' },
        { content: 'Write', priority: 'low', status: 'in_progress' },
        { content: 7 },
        'odd',
      ],
    });
    expect(agent.conversation.summary.todos).toEqual([
      { id: '1', text: 'Read', status: 'completed' },
      { id: '2', text: 'Write', status: 'in_progress' },
    ]);
    agent.says({ sessionUpdate: 'plan', entries: [] });
    expect(agent.conversation.summary.todos).toEqual([]);
  });

  test('named plans stand beside it until they are removed', () => {
    const agent = new Agent().says(
      { sessionUpdate: 'plan', entries: [{ content: 'Own' }] },
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'items', planId: 'p', entries: [{ content: 'One' }] },
      },
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'markdown', planId: 'q', content: '# Q\n- [x] Two\n1. Three' },
      },
    );
    const texts = () =>
      agent.conversation.summary.todos.map(({ text, status }) => `${text} ${status}`);
    expect(texts()).toEqual(['Own pending', 'One pending', 'Two completed', 'Three pending']);
    expect(new Set(agent.conversation.summary.todos.map(({ id }) => id)).size).toBe(4);
    agent.says({ sessionUpdate: 'plan_removed', planId: 'p' });
    expect(texts()).toEqual(['Own pending', 'Two completed', 'Three pending']);
  });

  test('notices and compactions are shown', () => {
    const agent = new Agent().asked().says(
      { sessionUpdate: 'notice', severity: 'error', title: 'Slow', description: 'Wait.' },
      { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' },
      {
        sessionUpdate: 'compaction_summary_chunk',
        compactionId: 'c',
        content: { type: 'text', text: 'Short' },
      },
      { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' },
    );
    expect(agent.items).toMatchObject([
      { notice: { kind: 'warning', text: 'Slow\nWait.' } },
      { notice: { kind: 'compacted', summary: 'Short' } },
    ]);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'agent_message_chunk'],
    ['a list', []],
    ['no type', { content: 1 }],
    ['an unknown type', { sessionUpdate: 'async_task_started', id: 1 }],
    ['a name of the prototype', { sessionUpdate: 'constructor' }],
    ['a call without an id', { sessionUpdate: 'tool_call', title: 'x' }],
    ['a chunk without content', { sessionUpdate: 'agent_message_chunk' }],
    [
      'a chunk of an unknown block',
      { sessionUpdate: 'agent_message_chunk', content: { type: 'video' } },
    ],
  ])('%s is shown as unknown', (_name, update) => {
    const agent = new Agent().asked().says(update);
    expect(agent.items).toMatchObject([{ kind: 'unknown' }]);
  });

  test('a flood of one kind is shown once, and of many kinds in bounds', () => {
    const agent = new Agent().asked();
    for (let index = 0; index < 200; index++) {
      agent.says({ sessionUpdate: 'x' }, { sessionUpdate: `y${index}${'z'.repeat(5_000)}` });
    }
    expect(agent.items.length).toBeLessThanOrEqual(20);
    expect(agent.shown.every(text => text.length < 400)).toBe(true);
  });
});

const names = [
  ...['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk', 'tool_call'],
  ...['tool_call_update', 'plan', 'plan_update', 'plan_removed', 'available_commands_update'],
  ...['current_mode_update', 'config_option_update', 'session_info_update', 'usage_update'],
  ...['notice', 'compaction_update', 'compaction_summary_chunk', 'subagent_update'],
  ...['session_message', 'session_message_chunk'],
];
const members = [
  ...['content', 'messageId', 'toolCallId', 'title', 'name', 'kind', 'status', 'locations'],
  ...['rawInput', 'rawOutput', '_meta', 'entries', 'plan', 'planId', 'availableCommands'],
  ...['currentModeId', 'configOptions', 'used', 'size', 'cost', 'severity', 'compactionId'],
  ...['summary', 'sessionId', 'state', 'type', 'text', 'path', 'oldText', 'newText', 'uri'],
];
const leaf = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(
    ...['text', 'diff', 'terminal', 'content', 'resource', 'execute', 'edit', 'failed'],
  ),
);
const anything = fc.letrec(tie => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string()), tie('node'), { maxKeys: 6 }),
  ),
})).node;
const anyUpdate = fc.oneof(
  fc.jsonValue(),
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom('1', '2', '3'),
      fc.dictionary(fc.constantFrom(...members), anything, { maxKeys: 8 }),
    )
    .map(([sessionUpdate, id, rest]) => ({ toolCallId: id, ...rest, sessionUpdate })),
);

testInFull('no update makes the translation or the reducer throw', () => {
  fc.assert(
    fc.property(
      fc.array(anyUpdate, { maxLength: 12 }),
      fc.array(anything, { maxLength: 3 }),
      (updates, others) => {
        const agent = new Agent().asked().says(...updates);
        for (const other of others) {
          agent.take(agent.translator.adopt(other));
          const params = { toolCall: other, options: other };
          agent.take(agent.translator.permissionAsked(params, 'p' as PromptId)?.events ?? []);
          agent.take(agent.translator.turnEnded({ kind: 'failed', error: other }));
        }
        agent.translator.toolUse('1');
        agent.take(agent.translator.turnEnded({ kind: 'answered', result: others[0] }));
        agent.take(agent.translator.processEnded());
        expect(agent.unfit).toEqual([]);
        expect(agent.conversation.open).toBeUndefined();
        // All of it goes to the page as JSON.
        expect(JSON.parse(JSON.stringify(agent.events))).toEqual(agent.events);
      },
    ),
    { numRuns: 300 },
  );
});

test('a mode that Gemini CLI notes in its answer is a change of the mode, not a text', () => {
  const agent = new Agent();
  const availableModes = [
    { id: 'default', name: 'Default' },
    { id: 'autoEdit', name: 'Auto Edit' },
  ];
  agent.take(agent.translator.adopt({ modes: { currentModeId: 'default', availableModes } }));
  const note = (text: string) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
  agent.asked().says(note('[MODE_UPDATE] autoEdit'), note('Done. '), note('[MODE_UPDATE] mine'));
  expect(agent.conversation.summary.choices.options).toMatchObject([{ value: 'autoEdit' }]);
  const texts = agent.turns.at(-1)?.items.map(item => ('text' in item ? item.text : item.kind));
  expect(texts).toEqual(['Done. [MODE_UPDATE] mine']);
});
