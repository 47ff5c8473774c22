import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';
import { ControlClient } from '../../../../src/cli/control/controlClient';
import { ControlSupport } from '../../../../src/cli/control/controlSupport';
import { ActivityTracker } from '../../../../src/cli/frames/activity';
import { FrameReader } from '../../../../src/cli/frames/frameReader';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import { EventBatch } from '../../../../src/protocol/eventBatch';
import { FakeClock } from '../../node/fakeClock';
import { playFrames } from './playFrames';

/** A reader that notes what is logged and what is written to the CLI. */
function reading(traces = false) {
  const logged: string[] = [];
  const written: JsonObject[] = [];
  const note = (line: string) => void logged.push(line);
  const log = { ...silentLog, traces, debug: note, warn: note, error: note };
  const clock = new FakeClock();
  const nothing = async () => ({});
  const client = new ControlClient({
    write: async frame => void written.push(frame),
    handlers: {
      can_use_tool: nothing,
      hook_callback: nothing,
      mcp_message: nothing,
      elicitation: nothing,
    },
    support: new ControlSupport('2.1.329'),
    clock,
    log,
  });
  const reader = new FrameReader({
    ...{ client, clock, log, batch: new EventBatch(clock, () => undefined) },
    translator: new FrameTranslator({ cwd: '/workspace' }),
    activity: new ActivityTracker(() => undefined),
    onPageFinished: () => undefined,
  });
  return { reader, client, logged, written };
}

test('lines that are no frames are logged up to a limit', () => {
  const { reader, logged } = reading();
  for (let line = 0; line < 5_000; line += 1) reader.read(`downloading ${line}`);
  expect(logged).toHaveLength(1_001);
  expect(logged.at(-1)).toContain('1000 lines were logged');
});

test('lines that are no frames may be left out once they are not logged', () => {
  const { reader } = reading();
  for (let line = 0; line < 1_001; line += 1) {
    expect(reader.leavesOutText).toBe(false);
    reader.read(`downloading ${line}`);
  }
  expect(reader.leavesOutText).toBe(true);
  const { reader: traced } = reading(true);
  for (let line = 0; line < 1_001; line += 1) traced.read(`downloading ${line}`);
  expect(traced.leavesOutText).toBe(false);
});

test.each([
  ['lacks its content', {}],
  ['has a text for content', { request: 'x' }],
])('a request that %s gets an error for an answer', async (_name, more) => {
  const { reader, written } = reading();
  reader.read(JSON.stringify({ type: 'control_request', request_id: 'r1', ...more }));
  await new Promise(resolve => setImmediate(resolve));
  expect(written).toMatchObject([{ response: { subtype: 'error', request_id: 'r1' } }]);
});

test('only an answer that is awaited counts as one, and only once', async () => {
  const { reader, client, written } = reading();
  const asked = client.request('get_settings', {});
  const line = (id: unknown) =>
    JSON.stringify({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response: {} },
    });
  const id = written[0]?.request_id;
  expect(['other', id, id].map(one => reader.read(line(one)))).toEqual([false, true, false]);
  await asked;
});

const answer = (uuid: string, content: unknown) =>
  JSON.stringify({
    type: 'assistant',
    uuid,
    session_id: 's',
    parent_tool_use_id: null,
    message: { id: `message-${uuid}`, role: 'assistant', content },
  });

test('a frame nested too deep is a row, and the frames after it are read', async () => {
  const depth = 200_000;
  const block = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const deep = answer('1', ['block']).replace('"block"', block);
  const next = answer('2', [{ type: 'text', text: 'And so on.' }]);
  const { conversation } = await playFrames([deep, next], 65_536);
  const items = conversation.turns.flatMap(turn => turn.items);
  expect(items).toMatchObject([
    { kind: 'unknown', what: expect.stringContaining('call stack') },
    { kind: 'text', text: 'And so on.' },
  ]);
});
