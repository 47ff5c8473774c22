import { describe, expect, test } from 'vitest';
import { type TaskTraits, taskTraits } from '../../../../src/cli/translate/calls/taskTraits';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import type { Conversation, ToolItem } from '../../../../src/contract/conversation';
import type { ConversationEvent, TurnOutcome } from '../../../../src/contract/events';
import type { ToolCall } from '../../../../src/contract/tools';
import { readFrame } from '../../../../src/protocol/frames';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';

const cwd = '/home/me/project';

/** A CLI that sends single frames; the resulting events are folded. */
class Cli {
  readonly translator: FrameTranslator;
  readonly events: ConversationEvent[] = [];
  conversation: Conversation = emptyConversation;
  private now = 1000;

  constructor(options: { costBase?: number; costStored?: number; traits?: TaskTraits } = {}) {
    this.translator = new FrameTranslator({ cwd, ...options });
  }

  says(...wires: object[]): this {
    for (const wire of wires) {
      const line = readFrame({ session_id: 's1', ...wire });
      if (line.kind !== 'frame') {
        throw new Error(`Not a frame: ${JSON.stringify(wire)}`);
      }
      this.take(this.translator.translate(line.frame, this.now));
    }
    return this;
  }

  take(events: readonly ConversationEvent[]): this {
    this.now += 10;
    this.events.push(...events);
    for (const event of events) {
      this.conversation = fold(this.conversation, event);
    }
    return this;
  }

  get items() {
    const { open, turns } = this.conversation;
    return (open ?? turns.at(-1))?.items ?? [];
  }

  get texts() {
    return this.items.flatMap(item =>
      item.kind === 'text' || item.kind === 'thinking' ? [item.text] : [],
    );
  }

  tool(id: string): ToolItem {
    const { open, turns } = this.conversation;
    const all = [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
    const item = all.find(one => one.key === `tool:${id}`);
    if (item?.kind !== 'tool') {
      throw new Error(`No call ${id}`);
    }
    return item;
  }

  call(id: string): ToolCall {
    return this.tool(id).call;
  }
}

const init = (more: object = {}) => ({ type: 'system', subtype: 'init', uuid: 'turn-1', ...more });
const stream = (event: object, more: object = {}) => ({ type: 'stream_event', event, ...more });
const begin = (id: string, usage: object = {}) =>
  stream({ type: 'message_start', message: { id, usage } });
const block = (index: number, content_block: object) =>
  stream({ type: 'content_block_start', index, content_block });
const textDelta = (index: number, text: string) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
const inputDelta = (index: number, partial_json: string) =>
  stream({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } });
const stop = (index: number) => stream({ type: 'content_block_stop', index });
const assistant = (id: string, content: object[], more: object = {}) => ({
  type: 'assistant',
  uuid: `frame-${id}-${JSON.stringify(content).length}`,
  message: { id, model: 'claude-x', content },
  parent_tool_use_id: null,
  ...more,
});
const text = (value: string) => ({ type: 'text', text: value });
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: object = {}, block: object = {}) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, ...block }] },
  parent_tool_use_id: null,
  ...more,
});
const failed = (id: string, content: unknown, more: object = {}) =>
  result(id, content, more, { is_error: true });
const end = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  ...more,
});
const userText = (content: string, more: object = {}) => ({
  type: 'user',
  message: { content },
  ...more,
});

describe('text', () => {
  test('is shown once, whichever of its two forms ends first', () => {
    const parts = [
      begin('m1'),
      block(0, { type: 'text', text: '' }),
      textDelta(0, 'Hel'),
      textDelta(0, 'lo'),
    ];
    const whole = assistant('m1', [text('Hello')]);
    expect(new Cli().says(init(), ...parts, whole, stop(0)).texts).toEqual(['Hello']);
    expect(new Cli().says(init(), ...parts, stop(0), whole).texts).toEqual(['Hello']);
  });

  test('keeps the order of blocks whose frames follow all of them', () => {
    const cli = new Cli().says(
      init(),
      begin('m1'),
      ...['a', 'b', 'a'].flatMap((value, index) => [
        block(index, { type: 'text', text: '' }),
        textDelta(index, value),
        stop(index),
      ]),
      ...['a', 'b', 'a'].map(value => assistant('m1', [text(value)])),
      end(),
    );
    expect(cli.texts).toEqual(['a', 'b', 'a']);
  });

  test('is not shifted by an empty block without a frame', () => {
    const cli = new Cli().says(
      init(),
      begin('m1'),
      block(0, { type: 'text', text: '' }),
      stop(0),
      block(1, { type: 'text', text: '' }),
      textDelta(1, 'here'),
      assistant('m1', [text('here')]),
      end(),
    );
    expect(cli.texts).toEqual(['here']);
    expect(cli.items[0]?.key).toBe('block:m1:1');
  });

  test('disappears if its attempt failed, with the next attempt or the result', () => {
    const dead = [begin('m1'), block(0, { type: 'text', text: '' }), textDelta(0, 'dead')];
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1 };
    expect(new Cli().says(init(), ...dead, retry).texts).toEqual([]);
    expect(new Cli().says(init(), ...dead, begin('m2')).texts).toEqual([]);
    expect(new Cli().says(init(), ...dead, assistant('m2', [text('whole')])).texts).toEqual([
      'whole',
    ]);
    expect(new Cli().says(init(), ...dead, end()).texts).toEqual([]);
  });

  test('stays if its block was finished before the stream broke', () => {
    const cli = new Cli().says(
      init(),
      begin('m1'),
      block(0, { type: 'text', text: '' }),
      textDelta(0, 'first'),
      assistant('m1', [text('first')]),
      stop(0),
      block(1, { type: 'text', text: '' }),
      textDelta(1, 'dead'),
      begin('m2'),
    );
    expect(cli.texts).toEqual(['first']);
  });

  test('stays as shown if it is interrupted', () => {
    const cli = new Cli().says(
      init(),
      begin('m1'),
      block(0, { type: 'text', text: '' }),
      textDelta(0, 'half an ans'),
      userText('[Request interrupted by user]'),
      end({ subtype: 'error_during_execution' }),
    );
    expect(cli.texts).toEqual(['half an ans']);
    expect(cli.conversation.turns[0]?.outcome).toEqual({ kind: 'interrupted' });
  });

  test('stays if it was finished and the turn completed, although no frame repeated it', () => {
    const parts = [
      begin('m1'),
      block(0, { type: 'text', text: '' }),
      textDelta(0, 'whole'),
      stop(0),
      block(1, { type: 'text', text: '' }),
      textDelta(1, 'half'),
    ];
    expect(new Cli().says(init(), ...parts, end({ result: 'whole' })).texts).toEqual(['whole']);
    const failed = end({ is_error: true, result: 'API Error: 500' });
    expect(new Cli().says(init(), ...parts, failed).texts).toEqual([]);
  });

  test('disappears if another frame supersedes its own', () => {
    const old = assistant('m1', [text('old')], { uuid: 'u-old' });
    const cli = new Cli().says(
      init(),
      old,
      assistant('m2', [text('new')], { supersedes: ['u-old', 'u-none'] }),
    );
    expect(cli.texts).toEqual(['new']);
  });
});

describe('thinking', () => {
  test('has the duration reported by the CLI, else the measured one', () => {
    const start = [begin('m1'), block(0, { type: 'thinking', thinking: '' })];
    const frame = (more: object) => assistant('m1', [{ type: 'thinking', thinking: '' }], more);
    const told = new Cli().says(init(), ...start, frame({ thinking_duration_ms: 4321 }));
    expect(told.items).toMatchObject([
      { kind: 'thinking', text: '', durationMs: 4321, isStreaming: false },
    ]);
    const measured = new Cli().says(init(), ...start, stop(0), frame({}));
    expect(measured.items).toMatchObject([{ durationMs: 10 }]);
  });

  test('is marked as redacted', () => {
    const cli = new Cli().says(
      init(),
      begin('m1'),
      block(0, { type: 'redacted_thinking', data: 'x' }),
      assistant('m1', [{ type: 'redacted_thinking', data: 'x' }]),
      end(),
    );
    expect(cli.items).toMatchObject([{ kind: 'thinking', isRedacted: true, text: '' }]);
  });
});

describe('a tool call', () => {
  const start = [init(), begin('m1'), block(0, use('t1', 'Write', {}))];

  test('is shown once its input begins, with its target as soon as that is complete', () => {
    const cli = new Cli().says(...start);
    expect(cli.call('t1')).toMatchObject({ status: 'pending', tool: 'Write', family: 'write' });
    cli.says(inputDelta(0, '{"file_path":"/home/me/project/src/a'));
    expect(cli.call('t1').target).toBeUndefined();
    cli.says(inputDelta(0, '.ts","content":"let'));
    expect(cli.call('t1').target).toBe('src/a.ts');
    cli.says(inputDelta(0, ' x = \\"1\\";'));
    expect(cli.tool('t1').draft).toEqual({ argument: 'content', text: 'let x = "1";' });
    expect(cli.call('t1').input).toBeUndefined();
  });

  test('takes its input from the frame, not from the stream', () => {
    const input = { file_path: '/home/me/project/b.ts', content: 'final' };
    const cli = new Cli().says(
      ...start,
      inputDelta(0, '{"file_path":"/x"'),
      assistant('m1', [use('t1', 'Write', input)]),
    );
    expect(cli.call('t1')).toMatchObject({
      status: 'running',
      target: 'b.ts',
      input: { path: '/home/me/project/b.ts', content: 'final' },
      locations: [{ path: '/home/me/project/b.ts' }],
    });
    expect(cli.tool('t1').draft).toBeUndefined();
  });

  test('disappears with a failed attempt, whose later parts have no effect', () => {
    const cli = new Cli().says(...start, begin('m2'), inputDelta(0, '{"file_path":"/x"}'));
    expect(cli.items).toEqual([]);
  });

  test("is pending while permission is asked, and runs with the user's input", () => {
    const cli = new Cli().says(init(), assistant('m1', [use('t1', 'Bash', { command: 'rm a' })]));
    cli.take(cli.translator.permissionAsked('t1', 'Bash', { command: 'rm a' }, 1));
    expect(cli.call('t1').status).toBe('pending');
    cli.take(cli.translator.permissionGiven('t1', { command: 'rm b' }, 2));
    expect(cli.call('t1')).toMatchObject({
      status: 'running',
      input: { command: 'rm b' },
      target: 'rm b',
    });
    expect(cli.translator.callOf('t1')).toEqual(cli.call('t1'));
  });

  test('is created from the permission request if it was never announced', () => {
    const cli = new Cli();
    cli.take(cli.translator.permissionAsked('t9', 'Bash', { command: 'ls' }, 1));
    expect(cli.call('t9')).toMatchObject({ status: 'pending', input: { command: 'ls' } });
  });

  test.each<[string, object[], string]>([
    ['succeeded', [result('t1', 'ok')], 'done'],
    ['failed', [failed('t1', 'Exit code 2\nno such file')], 'failed'],
    [
      'was interrupted',
      [failed('t1', 'Exit code 137\n[Request interrupted by user for tool use]')],
      'interrupted',
    ],
    [
      'was interrupted while awaiting permission',
      [failed('t1', 'Tool permission request failed: AbortError')],
      'interrupted',
    ],
    [
      'was stopped in 2.1.329',
      [failed('t1', "The user doesn't want to proceed with this tool use. x")],
      'interrupted',
    ],
    [
      'reports its interruption',
      [result('t1', '', { tool_use_result: { stdout: '', stderr: '', interrupted: true } })],
      'interrupted',
    ],
    [
      'was denied by a hook in 2.0.36',
      [failed('t1', 'Hook PreToolUse:Bash denied this tool')],
      'denied',
    ],
    [
      'was denied by a rule',
      [
        failed('t1', 'no', {
          tool_result_meta: [{ id: 't1', permission_decision: { decision: 'reject' } }],
        }),
      ],
      'denied',
    ],
    [
      'was denied without asking',
      [
        { type: 'system', subtype: 'permission_denied', tool_use_id: 't1', message: 'no' },
        failed('t1', 'no'),
      ],
      'denied',
    ],
    [
      'is listed as denied',
      [failed('t1', 'no'), end({ permission_denials: [{ tool_use_id: 't1' }] })],
      'denied',
    ],
    ['has no result when its turn ends', [end()], 'interrupted'],
  ])('gets its final status if it %s', (_, frames, status) => {
    const cli = new Cli().says(
      init(),
      assistant('m1', [use('t1', 'Bash', { command: 'x' })]),
      ...frames,
    );
    expect(cli.call('t1').status).toBe(status);
  });

  test('is denied if the user refused it, whatever text the CLI returns', () => {
    const cli = new Cli().says(init(), assistant('m1', [use('t1', 'Bash', { command: 'x' })]));
    cli.take(cli.translator.permissionDenied('t1', 1));
    cli.says(failed('t1', "The user doesn't want to proceed with this tool use."));
    expect(cli.call('t1')).toMatchObject({ status: 'denied', content: [] });
  });

  test.each([
    ['The user wants to go on planning.', []],
    ['The user wants to go on planning and says: smaller', [{ type: 'error' }]],
  ])('tells of a plan that was sent back only the words of the user: %s', (text, content) => {
    const cli = new Cli().says(init(), assistant('m1', [use('t1', 'ExitPlanMode', { plan: 'x' })]));
    cli.take(cli.translator.permissionDenied('t1', 1));
    cli.says(failed('t1', text));
    expect(cli.call('t1').status).toBe('denied');
    expect(cli.call('t1').content.filter(({ type }) => type === 'error')).toMatchObject(content);
  });

  test('is interrupted if its command was killed when the user stopped the turn', () => {
    const calls = ['killed', 'failed'].map(id => use(id, 'Bash', { command: id }));
    const results = [failed('killed', 'Exit code 137'), failed('failed', 'Exit code 1')];
    const states = (more: object) => {
      const cli = new Cli().says(init(), assistant('m1', calls), ...results, end(more));
      return [cli.call('killed').status, cli.call('failed').status];
    };
    const aborted = { subtype: 'error_during_execution', terminal_reason: 'aborted_tools' };
    expect(states(aborted)).toEqual(['interrupted', 'failed']);
    expect(states({})).toEqual(['failed', 'failed']);
  });

  test('does not take an exit code from program output', () => {
    const cli = new Cli().says(
      init(),
      assistant('m1', [use('t1', 'Bash', { command: 'x' }), use('t2', 'Bash', { command: 'y' })]),
      result('t1', 'Exit code 3\nprinted'),
      failed('t2', 'oh\nExit code 3'),
    );
    expect(cli.call('t1').content).toEqual([
      { type: 'terminal', stdout: 'Exit code 3\nprinted', stderr: '' },
    ]);
    expect(cli.call('t2').content).toEqual([{ type: 'error', text: 'oh\nExit code 3' }]);
  });

  test('shows the diff reported by a hook if its result has none', () => {
    const structuredPatch = [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] },
    ];
    const cli = new Cli().says(
      init(),
      assistant('m1', [
        use('t1', 'Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }),
      ]),
    );
    const response = { filePath: 'a.txt', structuredPatch, originalFile: 'a' };
    expect(cli.translator.toolResponded('t1', response, 1)).toEqual([]);
    cli.says(result('t1', 'The file a.txt has been updated.'));
    expect(cli.call('t1').content).toMatchObject([
      {
        type: 'diff',
        path: `${cwd}/a.txt`,
        change: 'update',
        hunks: structuredPatch,
        added: 1,
        removed: 1,
      },
    ]);
  });

  test('keeps input members that its family does not define', () => {
    const cli = new Cli().says(
      init(),
      assistant('m1', [use('t1', 'Bash', { command: 'x', mood: 'good' })]),
    );
    expect(cli.call('t1')).toMatchObject({ input: { command: 'x' }, otherInput: { mood: 'good' } });
  });

  test('has the display names that the CLI gives to an MCP tool', () => {
    const meta = [{ id: 't1', display_name: 'Ping', server_display_name: 'Tester' }];
    const frame = assistant('m1', [use('t1', 'mcp__my_srv__ping', { a: 1 })], {
      tool_use_meta: meta,
    });
    const cli = new Cli().says(init(), frame, result('t1', [text('{"pong":{"at":7}}')]));
    expect(cli.call('t1')).toMatchObject({
      family: 'mcp',
      title: 'Tester: Ping',
      input: { server: 'my_srv', tool: 'ping', arguments: { a: 1 } },
      content: [{ type: 'fields', fields: [{ name: 'pong', value: '{\n  "at": 7\n}' }] }],
    });
  });

  test("is named by its action if it uses one of the editor's own tools", () => {
    const meta = [{ id: 't1', display_name: 'References', server_display_name: 'The editor' }];
    const input = { symbol: 'useDraft' };
    const frame = assistant('m1', [use('t1', 'mcp__tandem__references', input)], {
      tool_use_meta: meta,
    });
    const cli = new Cli().says(init(), frame);
    expect(cli.call('t1')).toMatchObject({ title: 'Find references', target: 'useDraft' });
  });

  test('is shown as unknown if only its result arrives', () => {
    const cli = new Cli().says(init(), result('t9', 'lost and found'));
    expect(cli.items).toMatchObject([
      { kind: 'unknown', what: expect.stringContaining('lost and found') },
    ]);
  });
});

describe('subagents', () => {
  const agent = use('a1', 'Agent', { description: 'look', prompt: 'Look around' });
  const inner = assistant('m2', [text('found it')], { parent_tool_use_id: 'a1' });

  test('are within their call, even in versions that name it Task', () => {
    const cli = new Cli().says(init(), assistant('m1', [{ ...agent, name: 'Task' }]), inner);
    expect(cli.call('a1')).toMatchObject({ family: 'agent', title: 'Agent', target: 'look' });
    expect(cli.items.at(-1)).toMatchObject({ kind: 'text', text: 'found it', parentToolId: 'a1' });
  });

  test('do not repeat their prompt', () => {
    const prompt = userText('Look around', { parent_tool_use_id: 'a1' });
    expect(new Cli().says(init(), assistant('m1', [agent]), prompt).items).toHaveLength(1);
  });

  test('run on in the background after their turn, until the CLI reports their end', () => {
    const launch = result('a1', [text('Async agent launched')], {
      tool_use_result: { isAsync: true, status: 'async_launched' },
    });
    const child = assistant('m2', [use('c1', 'Bash', { command: 'x' })], {
      parent_tool_use_id: 'a1',
    });
    const cli = new Cli().says(init(), assistant('m1', [agent]), launch, end(), child);
    expect(cli.call('a1')).toMatchObject({ status: 'running', content: [] });
    expect(cli.call('c1').status).toBe('running');
    const notification = {
      type: 'system',
      subtype: 'task_notification',
      task_id: 'k',
      tool_use_id: 'a1',
    };
    const done = {
      ...notification,
      status: 'completed',
      summary: 'All good',
      usage: { total_tokens: 5 },
    };
    cli.says(result('c1', 'ok', { parent_tool_use_id: 'a1' }), done);
    expect(cli.call('a1')).toMatchObject({
      status: 'done',
      content: [{ type: 'markdown', text: 'All good' }],
    });
    expect(cli.tool('a1').progress).toEqual({ status: 'completed', tokens: 5 });
  });

  test.each(['completed', 'failed', 'stopped'])(
    'may have %s before the result that says that they run',
    status => {
      const command = { command: 'echo x', run_in_background: true };
      const task = { type: 'system', task_id: 'k', tool_use_id: 't1', task_type: 'local_bash' };
      const cli = new Cli().says(
        ...[init(), assistant('m1', [use('t1', 'Bash', command)])],
        { ...task, subtype: 'task_started', is_backgrounded: true },
        { ...task, subtype: 'task_notification', status, summary: 'exit code 0' },
        result('t1', 'Command running in background with ID: k.', {
          tool_use_result: { stdout: '', stderr: '', backgroundTaskId: 'k' },
        }),
        end(),
      );
      const ends = { completed: 'done', failed: 'failed', stopped: 'interrupted' };
      expect(cli.call('t1').status).toBe(ends[status as keyof typeof ends]);
    },
  );

  test('take their calls with them when stopped', () => {
    const launch = result('a1', '', { tool_use_result: { isAsync: true } });
    const child = assistant('m2', [use('c1', 'Bash', { command: 'x' })], {
      parent_tool_use_id: 'a1',
    });
    const stopped = {
      type: 'system',
      subtype: 'task_notification',
      task_id: 'k',
      tool_use_id: 'a1',
      status: 'stopped',
    };
    const cli = new Cli().says(init(), assistant('m1', [agent]), launch, end(), child, stopped);
    expect([cli.call('a1').status, cli.call('c1').status]).toEqual(['interrupted', 'interrupted']);
  });

  test('that leave the list are lost, unless the CLI then says how they ended', () => {
    const listed = (...ids: string[]) => ({
      type: 'system',
      subtype: 'background_tasks_changed',
      tasks: ids.map(task_id => ({ task_id })),
    });
    const started = (task_id: string) => ({
      type: 'system',
      subtype: 'task_started',
      task_id,
      description: task_id,
      is_backgrounded: true,
    });
    const stopped = {
      type: 'system',
      subtype: 'task_notification',
      task_id: 'k1',
      status: 'stopped',
    };
    const cli = new Cli().says(listed('k1', 'k2'), started('k1'), started('k2'), listed(), stopped);
    const states = cli.conversation.summary.tasks.map(({ id, status }) => `${id} ${status}`);
    expect(states).toEqual(['k1 stopped', 'k2 lost']);
  });

  test('are stopped once the CLI has said so, even if no frame follows', () => {
    const started = {
      type: 'system',
      subtype: 'task_started',
      task_id: 'k1',
      tool_use_id: 'a1',
      task_type: 'local_agent',
      is_backgrounded: true,
    };
    const launch = result('a1', '', { tool_use_result: { isAsync: true } });
    const cli = new Cli().says(init(), assistant('m1', [agent]), started, launch, end());
    cli.take(cli.translator.taskStopped('k1', 1));
    expect(cli.conversation.summary.tasks.map(({ status }) => status)).toEqual(['stopped']);
    expect(cli.call('a1').status).toBe('interrupted');
    expect(cli.translator.taskStopped('k1', 2)).toEqual([]);
  });

  test('are those of calls in versions that report no tasks, until their process ends', () => {
    const look = use('t1', 'Task', { description: 'Look', prompt: 'p', subagent_type: 'x' });
    const serve = use('b1', 'Bash', { command: 'serve', run_in_background: true });
    const answer = { stdout: '', stderr: '', backgroundTaskId: 's1' };
    const frames = [
      init(),
      assistant('m1', [look, serve]),
      result('b1', 'Command running in background', { tool_use_result: answer }),
    ];
    const tasks = ({ conversation }: Cli) =>
      conversation.summary.tasks.map(({ title, status }) => `${title} ${status}`);
    const old = new Cli({ traits: taskTraits('2.0.36', () => false) }).says(...frames);
    expect(tasks(old)).toEqual(['Look running', 'serve running']);
    old.take(old.translator.processEnded(2_000));
    expect(tasks(old).filter(one => one.endsWith('running'))).toEqual([]);
    // Others report them in frames of their own.
    expect(tasks(new Cli().says(...frames))).toEqual([]);
  });

  test('of a third level show the calls that they ask about, although the CLI sends no frames', () => {
    const task = (task_id: string, tool_use_id: string, more: object = {}) => ({
      type: 'system',
      subtype: 'task_started',
      task_id,
      tool_use_id,
      task_type: 'local_agent',
      ...more,
    });
    const second = assistant('m2', [{ ...agent, id: 'a2' }], { parent_tool_use_id: 'a1' });
    const cli = new Cli().says(
      ...[init(), assistant('m1', [agent]), task('k1', 'a1'), second],
      ...[task('k2', 'a2', { parent_task_id: 'k1' }), task('k3', 'a3', { parent_task_id: 'k2' })],
    );
    const { translator } = cli;
    for (const id of ['t1', 't2', 't3']) {
      cli.take(translator.permissionAsked(id, 'Bash', { command: 'ls' }, 1, 'k3'));
      cli.take(translator.permissionGiven(id, undefined, 1));
    }
    cli.take(translator.toolResponded('t1', { stdout: 'seen', stderr: '' }, 1));
    cli.take(translator.toolFailed('t2', 'Exit code 3', 1));
    expect(cli.call('t1')).toMatchObject({
      status: 'done',
      parentToolId: 'a2',
      content: [{ type: 'terminal', stdout: 'seen' }],
    });
    expect(cli.call('t2').status).toBe('failed');
    expect(cli.call('t3').status).toBe('running');
    const ended = { subtype: 'task_notification', task_id: 'k3', status: 'completed' };
    cli.says({ type: 'system', ...ended }, end());
    expect(cli.call('t3').status).toBe('done');
  });

  test('end with the process if they run in the background', () => {
    const launch = result('a1', '', { tool_use_result: { isAsync: true } });
    const cli = new Cli().says(init(), assistant('m1', [agent]), launch, end());
    cli.take(cli.translator.processEnded(1));
    expect(cli.call('a1').status).toBe('interrupted');
  });

  test('are not confused with a heartbeat, which names the call twice', () => {
    const beat = {
      type: 'tool_progress',
      tool_use_id: 't1-heartbeat-0',
      parent_tool_use_id: 't1',
      elapsed_time_seconds: 30,
    };
    const cli = new Cli().says(
      init(),
      assistant('m1', [use('t1', 'Bash', { command: 'x' })]),
      beat,
    );
    expect(cli.tool('t1').elapsedMs).toBe(30_000);
    expect(cli.items).toHaveLength(1);
  });
});

describe('a turn', () => {
  test("is the user's if a prompt is pending or named, else the agent's own", () => {
    const origin = (cli: Cli) => cli.conversation.open?.origin;
    expect(origin(new Cli().says(init()))).toBe('agent');
    expect(origin(new Cli().says(init({ user_message_uuids: ['u1'] })))).toBe('person');
    const waiting = new Cli();
    waiting.translator.promptSent();
    expect(origin(waiting.says(init()))).toBe('person');
    const naming = new Cli().says({
      type: 'command_lifecycle',
      command_uuid: 'u',
      state: 'queued',
    });
    naming.translator.promptSent();
    expect(origin(naming.says(init()))).toBe('agent');
  });

  test("is the user's if the CLI has started one of their messages, in versions whose init names none", () => {
    const lifecycle = (state: string) => ({ type: 'command_lifecycle', command_uuid: 'u1', state });
    const turnOf = (cli: Cli) => cli.events.findLast(event => event.type === 'turn.started');
    const cli = new Cli();
    cli.translator.promptSent();
    cli.says(lifecycle('queued'), lifecycle('started'), init());
    expect(turnOf(cli)).toMatchObject({ origin: 'person', messageIds: ['u1'] });
    // The next turn is the agent's own: the message has had its turn.
    cli.says(end(), lifecycle('completed'), init({ uuid: 'turn-2' }));
    expect(turnOf(cli)).toMatchObject({ turnId: 'turn-2', origin: 'agent' });
  });

  test('that takes in a message leaves the next one to the agent', () => {
    const started = { type: 'command_lifecycle', command_uuid: 'u2', state: 'started' };
    const cli = new Cli().says(init(), started, end(), init({ uuid: 'turn-2' }));
    expect(cli.conversation.open?.origin).toBe('agent');
  });

  test('starts once, with the first answer if no init announces it', () => {
    const cli = new Cli().says(begin('m1'), assistant('m1', [text('x')]), init());
    expect(cli.events.filter(event => event.type === 'turn.started')).toHaveLength(1);
  });

  test.each<[string, object[], TurnOutcome]>([
    ['success', [end()], { kind: 'completed' }],
    ['the turn limit', [end({ subtype: 'error_max_turns', is_error: true })], { kind: 'maxTurns' }],
    [
      'the budget limit',
      [end({ subtype: 'error_max_budget_usd', is_error: true })],
      { kind: 'maxBudget' },
    ],
    ['a hook', [end({ terminal_reason: 'hook_stopped', result: '' })], { kind: 'hookStopped' }],
    [
      'a hook with a message',
      [end({ terminal_reason: 'hook_stopped', result: 'Enough' })],
      { kind: 'hookStopped', message: 'Enough' },
    ],
    [
      'an interruption',
      [
        end({
          subtype: 'error_during_execution',
          is_error: true,
          terminal_reason: 'aborted_tools',
        }),
      ],
      { kind: 'interrupted' },
    ],
    [
      'an interruption in 2.0.36',
      [
        userText('[Request interrupted by user]'),
        end({ subtype: 'error_during_execution', errors: [] }),
      ],
      { kind: 'interrupted' },
    ],
    [
      'a broken stream in 2.0.36',
      [end({ subtype: 'error_during_execution', errors: [] })],
      {
        kind: 'error',
        reason: 'connection',
        message:
          "The model's answer broke off. If that happens again, check for a proxy or gateway in between.",
      },
    ],
    [
      'an interruption up to 2.1.50',
      [
        userText('[Request interrupted by user]'),
        end({ subtype: 'error_during_execution', errors: ['x'] }),
      ],
      { kind: 'interrupted' },
    ],
    [
      'a missing session',
      [
        end({
          subtype: 'error_during_execution',
          is_error: true,
          errors: ['No conversation found with session ID: 1'],
        }),
      ],
      { kind: 'error', reason: 'execution', message: 'No conversation found with session ID: 1' },
    ],
    [
      'an unknown subtype',
      [end({ subtype: 'error_of_tomorrow', is_error: true })],
      { kind: 'error', reason: 'execution', message: 'error of tomorrow' },
    ],
    [
      'an error in an old version',
      [end({ is_error: true, result: 'Invalid API key · Please run /login' })],
      { kind: 'error', reason: 'authentication', message: 'Invalid API key · Please run /login' },
    ],
    [
      'a status code in the text',
      [end({ is_error: true, result: 'API Error: 529 {"type":"overloaded_error"}' })],
      {
        kind: 'error',
        reason: 'overloaded',
        message: 'API Error: 529 {"type":"overloaded_error"}',
        status: 529,
      },
    ],
    [
      'an error of the server',
      [end({ is_error: true, result: 'API Error: 500 Internal server error' })],
      {
        kind: 'error',
        reason: 'server',
        message: 'API Error: 500 Internal server error',
        status: 500,
      },
    ],
    [
      'a request that is too large',
      [end({ is_error: true, result: 'Request too large', api_error_status: 413 })],
      { kind: 'error', reason: 'requestTooLarge', message: 'Request too large', status: 413 },
    ],
    [
      'a usage limit',
      [
        end({
          is_error: true,
          result: "You've hit your 5-hour limit",
          api_error: 'usage_limit_reached',
          api_error_status: 429,
        }),
      ],
      { kind: 'error', reason: 'usageLimit', message: "You've hit your 5-hour limit", status: 429 },
    ],
  ])('reports its end by %s', (_, frames, outcome) => {
    const cli = new Cli().says(init(), assistant('m1', [text('x')]), ...frames);
    expect(cli.conversation.turns.at(-1)?.outcome).toEqual(outcome);
  });

  test('shows an error once, as its outcome', () => {
    const message = { id: 'm', model: '<synthetic>', content: [text('API Error: 500 x')] };
    const frame = { type: 'assistant', message, error: 'server_error' };
    const cli = new Cli().says(init(), frame, end({ is_error: true, result: 'API Error: 500 x' }));
    expect(cli.items).toEqual([]);
    expect(cli.conversation.turns[0]?.outcome).toMatchObject({
      kind: 'error',
      message: 'API Error: 500 x',
    });
  });

  test('shows the output of a command once, with its name', () => {
    const message = { id: 'm', model: '<synthetic>', content: [text('Total cost: $1')] };
    const cli = new Cli().says(
      init(),
      { type: 'assistant', message },
      end({ result: 'Total cost: $1', local_command: 'cost' }),
    );
    expect(cli.items).toMatchObject([
      { notice: { kind: 'commandOutput', command: 'cost', text: 'Total cost: $1' } },
    ]);
  });

  test('shows an answer that is only in the result', () => {
    const cli = new Cli().says(init(), end({ result: 'Unknown command: /x' }));
    expect(cli.items).toMatchObject([
      { notice: { kind: 'commandOutput', text: 'Unknown command: /x' } },
    ]);
  });

  test.each([
    '[Request interrupted by user]',
    'Stop hook feedback:\nkeep going',
    '<local-command-stdout>Set model to opus</local-command-stdout>',
    '<command-name>/x</command-name>',
    'Output token limit hit. Resume directly',
  ])("hides %j, which is not the user's", content => {
    expect(new Cli().says(init(), userText(content)).items).toEqual([]);
  });

  test('hides messages marked as replayed, synthetic or meta', () => {
    for (const mark of ['isReplay', 'isSynthetic', 'isMeta']) {
      expect(new Cli().says(init(), userText('anything', { [mark]: true })).items).toEqual([]);
    }
    expect(new Cli().says(init(), userText('anything')).items).toMatchObject([
      { notice: { kind: 'info' } },
    ]);
  });
});

describe('the summary', () => {
  test('follows the session id of the latest frame', () => {
    const cli = new Cli().says(init(), end());
    expect(cli.translator.sessionId).toBe('s1');
    cli.says({ type: 'conversation_reset', session_id: 's1', new_conversation_id: 's2' });
    expect(cli.conversation.summary.sessionId).toBe('s2');
    cli.says(init({ session_id: 's3' }));
    expect(cli.translator.sessionId).toBe('s3');
  });

  test('adds up the cost over processes and restarts at /clear', () => {
    const cli = new Cli({ costBase: 1 }).says(init(), end({ total_cost_usd: 0.5 }));
    expect(cli.conversation.summary.usage.costUsd).toBe(1.5);
    expect(cli.events.at(-1)).toMatchObject({ type: 'turn.ended', costUsd: 0.5 });
    cli.says(init(), assistant('m', [text('x')]), end({ total_cost_usd: 0.75 }));
    expect(cli.events.at(-1)).toMatchObject({ costUsd: 0.25 });
    expect(cli.translator.costUsd).toBe(1.75);
    cli.says(
      { type: 'conversation_reset', new_conversation_id: 's2' },
      init(),
      end({ total_cost_usd: 0.25 }),
    );
    expect(cli.conversation.summary.usage.costUsd).toBe(0.25);
  });

  test.each([
    ['counts on from it', 0.75, 0.25],
    ['starts at zero', 0.25, 0.25],
  ])('adds the stored cost once when the resumed process %s', (_, total, turn) => {
    const cli = new Cli({ costBase: 2, costStored: 0.5 }).says(init());
    expect(cli.translator.costUsd).toBe(2);
    cli.says(end({ total_cost_usd: total }));
    expect(cli.events.at(-1)).toMatchObject({ type: 'turn.ended', costUsd: turn });
    expect(cli.translator.costUsd).toBe(2.25);
  });

  test('shows the cost of a stored session that another program has begun', () => {
    const cli = new Cli({ costStored: 0.5 }).says(init(), end({ total_cost_usd: 0.75 }));
    expect(cli.events.at(-1)).toMatchObject({ costUsd: 0.25 });
    expect(cli.translator.costUsd).toBe(0.75);
  });

  test('restarts the cost at /clear also for a process that counts on', () => {
    const cli = new Cli().says(init(), end({ total_cost_usd: 0.5 }));
    cli.says(
      { type: 'conversation_reset', new_conversation_id: 's2' },
      init(),
      end({ total_cost_usd: 0.5 }),
    );
    expect(cli.events.at(-1)).toMatchObject({ type: 'turn.ended', costUsd: 0 });
    cli.says(end({ total_cost_usd: 0.75 }));
    expect(cli.translator.costUsd).toBe(0.25);
  });

  test('counts a repeated result once', () => {
    const cli = new Cli().says(init(), end({ total_cost_usd: 0.5 }), end({ total_cost_usd: 0.5 }));
    expect(cli.translator.costUsd).toBe(0.5);
  });

  test('has the context size of the main thread and the window of its model', () => {
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 300,
      output_tokens: 9,
    };
    const inner = assistant('m2', [text('x')], { parent_tool_use_id: 'a1' });
    const side = { ...inner, message: { ...inner.message, usage: { input_tokens: 7 } } };
    const modelUsage = {
      'claude-small': { contextWindow: 1 },
      'claude-x': { contextWindow: 200_000 },
    };
    const cli = new Cli().says(
      init({ model: 'claude-x' }),
      begin('m1', usage),
      side,
      end({ modelUsage }),
    );
    expect(cli.conversation.summary.usage).toMatchObject({
      contextTokens: 321,
      contextWindow: 200_000,
    });
  });

  test('follows the permission mode under both of its names', () => {
    const cli = new Cli().says(init({ permissionMode: 'manual', model: 'm' }));
    expect(cli.conversation.summary.settings).toMatchObject({ mode: 'default', model: 'm' });
    cli.says({ type: 'system', subtype: 'status', status: null, permissionMode: 'plan' });
    expect(cli.conversation.summary.settings.mode).toBe('plan');
    cli.says(init({ permissionMode: 'of tomorrow' }));
    expect(cli.conversation.summary.settings.mode).toBe('plan');
  });

  test('has only the to-dos of successful calls in the main thread', () => {
    const write = (id: string, content: string) =>
      use(id, 'TodoWrite', { todos: [{ content, status: 'pending' }] });
    const cli = new Cli().says(
      init(),
      assistant('m1', [write('t1', 'mine'), write('t2', 'failed')]),
      assistant('m2', [write('t3', 'of a subagent')], { parent_tool_use_id: 'a' }),
      result('t1', 'ok'),
      failed('t2', 'No such tool'),
      result('t3', 'ok', { parent_tool_use_id: 'a' }),
    );
    expect(cli.conversation.summary.todos).toEqual([{ id: '1', text: 'mine', status: 'pending' }]);
  });

  test('has the title given to the session', () => {
    const cli = new Cli().says({
      type: 'system',
      subtype: 'session_title_changed',
      title: 'Apples',
    });
    expect(cli.conversation.summary.title).toBe('Apples');
  });
});

describe('notices', () => {
  test('report a compaction with its summary', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { pre_tokens: 170 },
    };
    const summary = 'This session is being continued from a previous conversation: apples';
    const cli = new Cli().says({ type: 'system', subtype: 'status', status: 'compacting' });
    expect(cli.items).toMatchObject([{ notice: { kind: 'compacting' } }]);
    cli.says(init(), boundary, userText(summary, { isSynthetic: true }), end());
    expect(cli.items.at(-1)).toMatchObject({
      notice: { kind: 'compacted', tokensBefore: 170, summary },
    });
  });

  test('report a compaction that the CLI began by itself, and the new size of the context', () => {
    const facts = { trigger: 'auto', pre_tokens: 95_051, post_tokens: 2_640 };
    const summary = `This session is being continued from a previous conversation that ran out of context.

<system-reminder>
<tools-used-before-summary>Bash</tools-used-before-summary>
</system-reminder>
Summary:
Apples keep longest in a cool, dark room.

If you need specific details from before compaction, read the full transcript at: /config/a.jsonl
Continue the conversation from where it left off without asking the user any further questions.`;
    const cli = new Cli().says(
      init(),
      { type: 'system', subtype: 'status', status: 'compacting' },
      { type: 'system', subtype: 'compact_boundary', compact_metadata: facts },
      userText(summary, { isSynthetic: true }),
    );
    expect(cli.items).toMatchObject([
      {
        notice: {
          kind: 'compacted',
          summary: 'Apples keep longest in a cool, dark room.',
          tokensBefore: 95_051,
          tokensAfter: 2_640,
          isAutomatic: true,
        },
      },
    ]);
    expect(cli.conversation.summary.usage.contextTokens).toBe(2_640);
  });

  test('explain in words that a conversation could not be compacted', () => {
    const reasonOf = (compact_error?: string) => {
      const status = { type: 'system', subtype: 'status', compact_result: 'failed', compact_error };
      const [item] = new Cli().says(init(), status).items;
      return item?.kind === 'notice' && item.notice.kind === 'warning' ? item.notice.text : '';
    };
    expect(reasonOf('too_few_groups')).toContain('too few messages');
    expect(reasonOf('no_idea')).toBe(
      'Claude Code could not compact the conversation. It continues as it is.',
    );
    expect(reasonOf('Not enough messages to compact.')).toBe('Not enough messages to compact.');
  });

  test('report a compaction without a summary', () => {
    const cli = new Cli().says(
      init(),
      { type: 'system', subtype: 'compact_boundary' },
      begin('m1'),
    );
    expect(cli.items).toMatchObject([{ notice: { kind: 'compacted' } }]);
  });

  test('report retries, hooks and limits', () => {
    const limit = {
      status: 'allowed_warning',
      rateLimitType: 'five_hour',
      utilization: 0.92,
      resetsAt: 3601,
    };
    const cli = new Cli().says(
      init(),
      { type: 'system', subtype: 'informational', content: 'hook failed', level: 'warning' },
      { type: 'rate_limit_event', rate_limit_info: limit },
      { type: 'rate_limit_event', rate_limit_info: limit },
      { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } },
      {
        type: 'system',
        subtype: 'api_retry',
        attempt: 2,
        max_retries: 10,
        retry_delay_ms: 500,
        error_status: 529,
      },
    );
    expect(cli.items).toMatchObject([
      { notice: { kind: 'warning', text: 'hook failed' } },
      {
        notice: {
          kind: 'warning',
          text: '92% of the 5-hour limit is used; it resets in 1 h 0 min.',
        },
      },
      { notice: { kind: 'retrying', attempt: 2, maxAttempts: 10, delayMs: 500, status: 529 } },
    ]);
  });

  test('show a malformed frame instead of dropping it', () => {
    const cli = new Cli();
    cli.take(cli.translator.malformed('result', 'subtype: Invalid input', 5));
    expect(cli.items).toMatchObject([{ kind: 'unknown', what: 'result: subtype: Invalid input' }]);
  });
});
