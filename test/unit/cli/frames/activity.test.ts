import { expect, it } from 'vitest';
import { ActivityTracker } from '../../../../src/cli/frames/activity';
import type { MessageId } from '../../../../src/contract/ids';
import type { Frame } from '../../../../src/protocol/frames';
import { readFrame } from '../../../../src/protocol/frames';

const id = (name: string) => name as MessageId;

function frame(wire: Record<string, unknown>): Frame {
  const parsed = readFrame({ session_id: 's', ...wire });
  if (parsed.kind !== 'frame') throw new Error(`no frame: ${JSON.stringify(parsed)}`);
  return parsed.frame;
}

const init = frame({ type: 'system', subtype: 'init' });
const allIdle = frame({ type: 'system', subtype: 'session_state_changed', state: 'idle' });
const result = (more: object = {}) => frame({ type: 'result', subtype: 'success', ...more });

function setUp() {
  const seen: string[] = [];
  const tracker = new ActivityTracker(activity => seen.push(activity));
  return { tracker, seen };
}

it('works from a message to its result', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  for (const one of [init, result()]) tracker.read(one);
  expect(seen).toEqual(['working', 'idle']);
});

it('works when the agent begins a turn by itself', () => {
  const { tracker, seen } = setUp();
  for (const one of [init, result()]) tracker.read(one);
  expect(seen).toEqual(['working', 'idle']);
});

it('is not idle when a turn of the agent ends before that of a message', () => {
  const { tracker, seen } = setUp();
  tracker.read(init);
  tracker.sent(id('a'), 'turn');
  tracker.read(result({ user_message_uuids: [] }));
  expect(seen).toEqual(['working']);
  tracker.read(init);
  tracker.read(result({ user_message_uuids: ['a'] }));
  expect(seen).toEqual(['working', 'idle']);
});

it('stays at work from an interrupted turn to the urgent message', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'now');
  tracker.read(result());
  expect(seen).toEqual(['working']);
  tracker.read(result());
  expect(seen).toEqual(['working', 'idle']);
});

it('waits for no result of a message that joined a turn', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'next');
  tracker.read(result({ user_message_uuids: ['a', 'b'], queued_turn_count: 0 }));
  expect(seen).toEqual(['working', 'idle']);
});

it('stays at work while turns are queued', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(result({ user_message_uuids: ['a'], queued_turn_count: 1 }));
  expect(seen).toEqual(['working']);
  tracker.read(result({ queued_turn_count: 0 }));
  expect(seen).toEqual(['working', 'idle']);
});

it('does not believe an "idle" that is older than the message', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  for (const one of [init, result()]) tracker.read(one);
  tracker.sent(id('b'), 'turn');
  tracker.read(allIdle);
  expect(seen).toEqual(['working', 'idle', 'working']);
  for (const one of [init, result()]) tracker.read(one);
  expect(seen.at(-1)).toBe('idle');
});

it('believes the CLI when messages were joined into one turn', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'now');
  tracker.sent(id('c'), 'now');
  for (const one of [result(), init, result()]) tracker.read(one);
  expect(seen.at(-1)).toBe('working');
  tracker.read(allIdle);
  expect(seen.at(-1)).toBe('idle');
});

it('is idle when the CLI drops a message that it has seen before', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(frame({ type: 'command_lifecycle', command_uuid: 'a', state: 'completed' }));
  expect(seen).toEqual(['working', 'idle']);
});
