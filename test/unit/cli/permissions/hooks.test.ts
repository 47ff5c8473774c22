import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { FolderTaking } from '../../../../src/cli/permissions/folderTaking';
import { HookResponder, hookRegistrations } from '../../../../src/cli/permissions/hooks';
import type { AgentHost, PermissionAnswer, ToolUse } from '../../../../src/protocol/agentSource';
import { hookCallback } from '../../../../src/protocol/control';
import { EventBatch } from '../../../../src/protocol/eventBatch';
import { FakeClock } from '../../node/fakeClock';

const signal = new AbortController().signal;

function setUp(
  host: Partial<AgentHost>,
  answer?: PermissionAnswer,
  refusal?: () => Promise<string | undefined>,
  mayEnter?: (path: string) => Promise<boolean>,
) {
  const clock = new FakeClock();
  const responder = new HookResponder({
    host: { beforeTool: async () => undefined, afterTool: async () => undefined, ...host },
    cwd: '/w',
    plansFolder: '/config/plans',
    clock,
    log: silentLog,
    translator: { toolResponded: () => [], toolFailed: () => [] },
    batch: new EventBatch(clock, () => undefined),
    ...(refusal ? { refusal } : {}),
    taking: new FolderTaking({ mayEnter }, {}),
    ask: async () => answer,
  });
  return { clock, responder };
}

function callback(event: keyof typeof hookRegistrations, position: number, more: object = {}) {
  const id = hookRegistrations[event]?.[position]?.hookCallbackIds[0] ?? '';
  return hookCallback.parse({
    subtype: 'hook_callback',
    callback_id: id,
    tool_use_id: 't1',
    input: {
      hook_event_name: event,
      tool_name: 'Write',
      tool_input: { file_path: 'a.txt', content: '' },
      ...more,
    },
  });
}

it('lets the tool run if the preparation takes too long', async () => {
  const { clock, responder } = setUp({ beforeTool: () => new Promise(() => undefined) });
  const answer = responder.answer(callback('PreToolUse', 0), signal);
  const [limit = 0] = clock.waiting;
  const ofTheCli = (hookRegistrations.PreToolUse?.[0]?.timeout ?? 0) * 1_000;
  expect(limit).toBeLessThan(ofTheCli);
  clock.advance(limit);
  expect(await answer).toEqual({});
});

it('lets the tool run if the host fails', async () => {
  const { responder } = setUp({ beforeTool: () => Promise.reject(new Error('disk full')) });
  expect(await responder.answer(callback('PreToolUse', 0), signal)).toEqual({});
});

it.each([
  [{ path: '/w/tree' }, '/w/tree'],
  [{ path: '../tree' }, '/w/tree'],
  [{ name: 'tree' }, '/w/part/.claude/worktrees/tree'],
  [{ name: 'a/tree' }, '/w/part/.claude/worktrees/a+tree'],
])('lets the agent enter the work tree %j only if it may enter %s', async (input, path) => {
  const { responder } = setUp({}, undefined, undefined, async one => one !== path);
  const position = hookRegistrations.PreToolUse?.findIndex(
    ({ matcher }) => matcher === 'EnterWorktree',
  );
  const more = { tool_name: 'EnterWorktree', tool_input: input, cwd: '/w/part' };
  expect(
    await responder.answer(callback('PreToolUse', position ?? -1, more), signal),
  ).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  });
});

it('passes on context for the agent after the tool call', async () => {
  const seen: unknown[] = [];
  const { responder } = setUp({
    afterTool: async (use, outcome) => {
      seen.push(use.toolId, use.edits, outcome);
      return 'The user changed it.';
    },
  });
  const more = { tool_response: { type: 'create' }, duration_ms: 3 };
  expect(await responder.answer(callback('PostToolUse', 0, more), signal)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PostToolUse',
      additionalContext: 'The user changed it.',
    },
  });
  expect(seen).toEqual([
    't1',
    ['/w/a.txt'],
    { kind: 'succeeded', response: { type: 'create' }, durationMs: 3 },
  ]);
});

it.each([
  ['Read', { file_path: 'a.txt' }, { edits: [], reads: ['/w/a.txt'] }],
  ['Edit', { file_path: '/b.txt' }, { edits: ['/b.txt'], reads: ['/b.txt'] }],
  ['NotebookEdit', { notebook_path: 'n.ipynb' }, { edits: ['/w/n.ipynb'], reads: ['/w/n.ipynb'] }],
  ['Bash', { command: 'true' }, { edits: [], reads: [], command: { isBackground: false } }],
  ['PowerShell', { run_in_background: true }, { reads: [], command: { isBackground: true } }],
])('reports to the host what %s is about to do', async (tool, input, expected) => {
  const seen: ToolUse[] = [];
  const { responder } = setUp({ beforeTool: async use => void seen.push(use) });
  const registered = hookRegistrations.PreToolUse?.[0]?.matcher?.split('|');
  expect(registered).toContain(tool);
  const more = { tool_name: tool, tool_input: input };
  await responder.answer(callback('PreToolUse', 0, more), signal);
  expect(seen).toMatchObject([expected]);
  expect('command' in (seen[0] ?? {})).toBe('command' in expected);
});

it('answers a question that the CLI would not have asked', async () => {
  const input = { answers: { a: 'b' } };
  const { responder } = setUp({}, { kind: 'allow', input, apply: [] });
  expect(await responder.answer(callback('PreToolUse', 1), signal)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'allow', updatedInput: input },
  });
  const denied = setUp({}, { kind: 'deny', message: 'not now' });
  expect(await denied.responder.answer(callback('PreToolUse', 1), signal)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not now' },
  });
});

it('makes no decision if the CLI asks itself, or for foreign callbacks', async () => {
  const { responder } = setUp({});
  expect(await responder.answer(callback('PreToolUse', 1), signal)).toEqual({});
  const other = { ...callback('PreToolUse', 0), callback_id: 'another' };
  expect(await responder.answer(other, signal)).toEqual({});
});

describe("an edit by one of the editor's tools", () => {
  const input = { patch: '*** Update File: a.txt\n-x\n+y' };
  const edit = (more: object = {}) =>
    callback('PreToolUse', 0, {
      ...{ tool_name: 'mcp__tandem__apply_patch', tool_input: input },
      ...more,
    });
  const denied = (reason: unknown) => ({
    hookSpecificOutput: {
      ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny' },
      permissionDecisionReason: reason,
    },
  });

  it('is tracked like an edit by the agent itself', async () => {
    const seen: ToolUse[] = [];
    const { responder } = setUp({ beforeTool: async use => void seen.push(use) });
    expect(await responder.answer(edit(), signal)).toEqual({});
    expect(seen).toMatchObject([{ edits: ['/w/a.txt'], reads: ['/w/a.txt'] }]);
    const matcher = new RegExp(`^(?:${hookRegistrations.PostToolUse?.[0]?.matcher})$`);
    expect('mcp__tandem__apply_patch').toMatch(matcher);
    expect('mcp__tandem__read_file').not.toMatch(matcher);
  });

  it('is denied with the reason why it cannot be written, once its file is saved', async () => {
    const order: string[] = [];
    const host = { beforeTool: async () => void order.push('saved') };
    const { responder } = setUp(host, undefined, async () => {
      order.push('checked');
      return 'It does not fit.';
    });
    expect(await responder.answer(edit(), signal)).toEqual(denied('It does not fit.'));
    expect(order).toEqual(['saved', 'checked']);
  });

  it('is denied in plan mode, whatever would become of it', async () => {
    const { responder } = setUp({}, undefined, async () => undefined);
    const answer = await responder.answer(edit({ permission_mode: 'plan' }), signal);
    expect(answer).toEqual(denied(expect.stringContaining('plan mode')));
    expect(await responder.answer(edit({ permission_mode: 'default' }), signal)).toEqual({});
  });

  it('waits for no check that hangs, as the tool checks again', async () => {
    const { clock, responder } = setUp({}, undefined, () => new Promise(() => undefined));
    const answer = responder.answer(edit(), signal);
    await new Promise(resolve => setImmediate(resolve));
    clock.advance(clock.waiting.at(-1) ?? 0);
    expect(await answer).toEqual({});
  });
});
