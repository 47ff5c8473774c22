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

it('is working from a message to its result', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  for (const one of [init, result()]) tracker.read(one);
  expect(seen).toEqual(['working', 'idle']);
});

it('is working when the agent starts a turn on its own', () => {
  const { tracker, seen } = setUp();
  for (const one of [init, result()]) tracker.read(one);
  expect(seen).toEqual(['working', 'idle']);
});

it("does not become idle when the agent's own turn ends before that of a message", () => {
  const { tracker, seen } = setUp();
  tracker.read(init);
  tracker.sent(id('a'), 'turn');
  tracker.read(result({ user_message_uuids: [] }));
  expect(seen).toEqual(['working']);
  tracker.read(init);
  tracker.read(result({ user_message_uuids: ['a'] }));
  expect(seen).toEqual(['working', 'idle']);
});

it('stays working from an interrupted turn to the urgent message', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'now');
  tracker.read(result());
  expect(seen).toEqual(['working']);
  tracker.read(result());
  expect(seen).toEqual(['working', 'idle']);
});

it('expects no separate result for a message that joined a turn', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'next');
  tracker.read(result({ user_message_uuids: ['a', 'b'], queued_turn_count: 0 }));
  expect(seen).toEqual(['working', 'idle']);
});

it('stays working while turns are queued', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(result({ user_message_uuids: ['a'], queued_turn_count: 1 }));
  expect(seen).toEqual(['working']);
  tracker.read(result({ queued_turn_count: 0 }));
  expect(seen).toEqual(['working', 'idle']);
});

it('ignores an "idle" state that is older than the message', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  for (const one of [init, result()]) tracker.read(one);
  tracker.sent(id('b'), 'turn');
  tracker.read(allIdle);
  expect(seen).toEqual(['working', 'idle', 'working']);
  for (const one of [init, result()]) tracker.read(one);
  expect(seen.at(-1)).toBe('idle');
});

it("trusts the CLI's idle state when messages were merged into one turn", () => {
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

it('stays idle while a subagent goes on after the turn', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  const message = { role: 'assistant', content: [] };
  const assistant = (parent: string | null) =>
    frame({ type: 'assistant', message, parent_tool_use_id: parent });
  for (const one of [init, assistant(null), result(), assistant('toolu_1')]) tracker.read(one);
  expect(seen).toEqual(['working', 'idle']);
  tracker.read(assistant(null));
  expect(seen.at(-1)).toBe('working');
});

it('owes no turn to a message that was taken back', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(init);
  tracker.sent(id('b'), 'now');
  tracker.cancelled(id('b'));
  tracker.read(result({ user_message_uuids: ['a'] }));
  expect(seen).toEqual(['working', 'idle']);
});

it('becomes idle when the CLI drops a message it has seen before', () => {
  const { tracker, seen } = setUp();
  tracker.sent(id('a'), 'turn');
  tracker.read(frame({ type: 'command_lifecycle', command_uuid: 'a', state: 'completed' }));
  expect(seen).toEqual(['working', 'idle']);
});
