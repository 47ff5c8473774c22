import { expect, test } from 'vitest';
import type { ToolItem, Turn } from '../../../../src/contract/conversation';
import type { ConversationEvent } from '../../../../src/contract/events';
import { RelatedUpdates } from '../../../../webview/tools/RelatedUpdates';
import { useCallCounts } from '../../../support/useCallCounts';
import { ask, foldAll, started, text, tool, toolId } from '../../transcript/events';

const countCalls = useCallCounts();

class Probe extends RelatedUpdates {
  override render() {
    return null;
  }
}

const inside = (parent: string) => ({ parentToolId: toolId(parent) });
/** Two subagents, one with a nested subagent, and an unrelated call. */
const before = foldAll([
  started('t'),
  tool('one', 'running', { family: 'agent' }),
  tool('two', 'running', { family: 'agent' }),
  tool('two.1', 'running', { family: 'agent', ...inside('two') }),
  tool('two.1.1', 'running', inside('two.1')),
  tool('alone', 'running'),
]);

/** Returns the call cards that are rendered again after these events. */
function drawnAgain(...events: ConversationEvent[]): string[] {
  const old = turnOf(before.open);
  const turn = turnOf(foldAll(events, before).open);
  return toolsOf(old).flatMap(item => {
    const next = toolsOf(turn).find(({ key }) => key === item.key);
    const probe = new Probe({ item, turn: old });
    return next && probe.shouldComponentUpdate({ item: next, turn }) ? [item.call.id] : [];
  });
}

function turnOf(turn: Turn | undefined): Turn {
  if (!turn) {
    throw new Error('There is no turn.');
  }
  return turn;
}

function toolsOf(turn: Turn): ToolItem[] {
  return turn.items.filter(item => item.kind === 'tool');
}

test("the agent's own text redraws no card", () => {
  expect(drawnAgain(...text('b', 'word'))).toEqual([]);
});

test('the work of a subagent redraws its own card and the enclosing ones', () => {
  expect(drawnAgain(tool('two.1.1', 'done', inside('two.1')))).toEqual(['two', 'two.1', 'two.1.1']);
  expect(drawnAgain(tool('one.1', 'running', inside('one')))).toEqual(['one']);
  const said = { blockId: 'b', source: 'm', kind: 'text', at: 4, ...inside('two.1') } as const;
  expect(drawnAgain({ type: 'block.started', ...said })).toEqual(['two', 'two.1']);
});

test('a prompt redraws the call it is about and the enclosing ones', () => {
  expect(drawnAgain({ type: 'prompt.opened', prompt: ask('p', 'alone'), at: 5 })).toEqual([
    'alone',
  ]);
  const inner = ask('p', 'two.1.1');
  expect(drawnAgain({ type: 'prompt.opened', prompt: inner, at: 5 })).toEqual([
    ...['two', 'two.1', 'two.1.1'],
  ]);
});

/** Counts the calls of functions when a word arrives in a turn with this many cards. */
async function costOfWord(count: number): Promise<number> {
  const names = Array.from({ length: count }, (_, index) => `call${index}`);
  const start = foldAll([started('t'), ...names.map(name => tool(name, 'running'))]);
  const [old, turn] = [turnOf(start.open), turnOf(foldAll(text('b', 'word'), start).open)];
  const probes = toolsOf(old).map(item => new Probe({ item, turn: old }));
  const { total } = await countCalls(['/webview/tools/'], () => {
    for (const probe of probes) {
      expect(probe.shouldComponentUpdate({ item: probe.props.item, turn })).toBe(false);
    }
  });
  return total;
}

test('a word costs each card the same, however many there are', async () => {
  const few = await costOfWord(100);
  expect((await costOfWord(1_000)) / few).toBeLessThan(11);
});
