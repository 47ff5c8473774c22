import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';
import { ControlClient, type IncomingHandlers } from '../../../../src/cli/control/controlClient';
import { ControlSupport, ControlSupportMemory } from '../../../../src/cli/control/controlSupport';
import { FakeClock } from '../../node/fakeClock';

function setUp(handlers: Partial<IncomingHandlers> = {}, version = '2.1.329') {
  const written: JsonObject[] = [];
  const clock = new FakeClock();
  const support = new ControlSupport(version);
  const client = new ControlClient({
    write: async frame => void written.push(frame),
    handlers: {
      can_use_tool: async () => ({}),
      hook_callback: async () => ({}),
      mcp_message: async () => ({}),
      elicitation: async () => ({}),
      ...handlers,
    },
    support,
    clock,
    log: silentLog,
  });
  const lastId = () => String(written.at(-1)?.request_id);
  const reply = (response: JsonObject) => client.receive({ type: 'control_response', response });
  return { client, clock, written, lastId, reply, support };
}

const permission = {
  type: 'control_request',
  request_id: 'r1',
  request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {}, tool_use_id: 't1', new: 1 },
};

const settled = () => new Promise(resolve => setImmediate(resolve));

describe('requests to the CLI', () => {
  it('resolve with the response that has their id', async () => {
    const { client, reply, lastId, clock } = setUp();
    const answer = client.request('set_model', { model: 'opus' });
    reply({ subtype: 'success', request_id: 'someone else', response: { model: 'x' } });
    reply({ subtype: 'success', request_id: lastId(), response: { model: 'claude-opus' } });
    expect((await answer)?.model).toBe('claude-opus');
    expect(clock.waiting).toEqual([]);
  });

  it('accept a success without a body, and ignore a second response', async () => {
    const { client, reply, lastId } = setUp();
    const answer = client.request('set_permission_mode', { mode: 'plan' });
    reply({ subtype: 'success', request_id: lastId() });
    reply({ subtype: 'error', request_id: lastId(), error: 'late' });
    expect((await answer)?.mode).toBeUndefined();
  });

  it.each([
    ['initialize', {}, 60_000],
    ['interrupt', {}, 10_000],
  ] as const)('time out on %s', async (subtype, params, limit) => {
    const { client, clock } = setUp();
    const answer = expect(client.request(subtype, params)).rejects.toMatchObject({
      code: 'cli.timeout',
    });
    expect(clock.waiting).toEqual([limit]);
    clock.advance(limit);
    await answer;
  });

  it("reject with the CLI's error message", async () => {
    const { client, reply, lastId } = setUp();
    const answer = client.request('set_permission_mode', { mode: 'nonsense' });
    reply({ subtype: 'error', request_id: lastId(), error: 'must be one of plan' });
    await expect(answer).rejects.toMatchObject({
      code: 'cli.refused',
      detail: 'must be one of plan',
    });
  });

  it('are not repeated to a binary that does not support them', async () => {
    const { client, reply, lastId, written } = setUp();
    const answer = client.request('get_context_usage', {});
    const error = 'Unsupported control request subtype: get_context_usage';
    reply({ subtype: 'error', request_id: lastId(), error });
    await expect(answer).rejects.toMatchObject({ code: 'cli.unsupported' });
    await expect(client.request('get_context_usage', {})).rejects.toMatchObject({
      code: 'cli.unsupported',
    });
    expect(written).toHaveLength(1);
  });

  it('are not sent to a version that would never answer', async () => {
    const { client, written } = setUp({}, '2.1.7');
    await expect(client.request('stop_task', { task_id: 'x' })).rejects.toMatchObject({
      code: 'cli.unsupported',
    });
    expect(written).toEqual([]);
  });

  it('are rejected when the process ends', async () => {
    const { client, clock } = setUp();
    const answer = client.request('interrupt', {});
    client.close(new UserError('cli.ended', 'It exited with code 1.'));
    await expect(answer).rejects.toMatchObject({ code: 'cli.ended' });
    await expect(client.request('interrupt', {})).rejects.toMatchObject({ code: 'cli.ended' });
    expect(clock.waiting).toEqual([]);
  });
});

describe('requests from the CLI', () => {
  it('get the response of their handler', async () => {
    const { client, written } = setUp({ can_use_tool: async () => ({ behavior: 'allow' }) });
    expect(client.receive(permission)).toBe(true);
    await settled();
    expect(written).toEqual([
      {
        type: 'control_response',
        response: { subtype: 'success', request_id: 'r1', response: { behavior: 'allow' } },
      },
    ]);
  });

  it.each([
    ['is unknown', { subtype: 'request_user_dialog' }],
    ['cannot be read', { subtype: 'can_use_tool' }],
    ['is not an object', 'x'],
  ])('get an error if the request %s', async (_name, request) => {
    const { client, written } = setUp();
    client.receive({ type: 'control_request', request_id: 'r1', request });
    await settled();
    expect(written).toMatchObject([{ response: { subtype: 'error', request_id: 'r1' } }]);
  });

  it('get an error if the handler fails', async () => {
    const { client, written } = setUp({
      can_use_tool: () => Promise.reject(new Error('the host is gone')),
    });
    client.receive(permission);
    await settled();
    expect(written).toMatchObject([
      { response: { subtype: 'error', request_id: 'r1', error: 'the host is gone' } },
    ]);
  });

  it('get no response once cancelled, and abort their handler', async () => {
    let aborted = false;
    const { client, written } = setUp({
      can_use_tool: (_request, signal) =>
        new Promise(resolve => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve({ behavior: 'deny' });
          });
        }),
    });
    client.receive(permission);
    client.receive({ type: 'control_cancel_request', request_id: 'r1' });
    client.receive({ type: 'control_cancel_request', request_id: 'unknown' });
    await settled();
    expect(aborted).toBe(true);
    expect(written).toEqual([]);
  });

  it('are handled once if an id is repeated', async () => {
    let served = 0;
    const { client, written } = setUp({
      can_use_tool: async () => {
        served += 1;
        return {};
      },
    });
    client.receive(permission);
    client.receive(permission);
    await settled();
    expect(served).toBe(1);
    expect(written).toHaveLength(1);
  });
});

it('ignores other frames', () => {
  expect(setUp().client.receive({ type: 'assistant' })).toBe(false);
});

it.each([
  ['Unsupported control request subtype: get_task_output', false],
  ['get_task_output: no shell or Monitor task with that task_id', true],
])('learns from the answer of a version that is not in the table: %s', async (error, isKnown) => {
  const { client, written, support } = setUp({}, '2.1.250');
  expect(support.has('get_task_output')).toBeUndefined();
  const asked = client.request('get_task_output', { task_id: '' });
  const request_id = written.at(-1)?.request_id;
  client.receive({ type: 'control_response', response: { subtype: 'error', request_id, error } });
  await expect(asked).rejects.toMatchObject({ code: isKnown ? 'cli.refused' : 'cli.unsupported' });
  expect(support.has('get_task_output')).toBe(isKnown);
  // Versions that leave unknown requests unanswered are not asked.
  expect(new ControlSupport('2.1.20').mayAsk('get_task_output')).toBe(false);
});

it('remembers unsupported requests per build of a binary', () => {
  const memory = new ControlSupportMemory();
  memory.of({ key: 'a', version: '2.1.329' }).learn('stop_task', false);
  expect(memory.of({ key: 'a', version: '2.1.329' }).has('stop_task')).toBe(false);
  expect(memory.of({ key: 'b', version: '2.1.329' }).has('stop_task')).toBe(true);
});
