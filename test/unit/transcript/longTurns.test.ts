import { expect, test } from 'vitest';
import { FrameTranslator } from '../../../src/cli/translate/frameTranslator';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ToolCallId } from '../../../src/contract/ids';
import { parseLine } from '../../../src/protocol/frames';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { useCallCounts } from '../../support/useCallCounts';

const countCalls = useCallCounts();

const common = {
  session_id: 'c1907671-c6c6-42f8-9c79-a6c0a35ba722',
  uuid: '5a247d21-a609-46b8-b1f1-000000000000',
  parent_tool_use_id: null,
};

const ids = (count: number) => Array.from({ length: count }, (_, index) => `call${index}`);

/** Translates a frame as the CLI would write it. */
function eventsOf(translator: FrameTranslator, frame: object): ConversationEvent[] {
  const parsed = parseLine(JSON.stringify(frame));
  if (parsed.kind !== 'frame') {
    throw new Error(parsed.kind);
  }
  return translator.translate(parsed.frame, 1);
}

function foldAll(events: readonly ConversationEvent[], start: Conversation = emptyConversation) {
  return events.reduce((conversation, event) => fold(conversation, event), start);
}

/** Counts the calls of functions for one frame with these calls and one with their results. */
async function costOfResults(count: number): Promise<number> {
  const translator = new FrameTranslator({ cwd: '/workspace' });
  const calls = ids(count).map(id => ({
    type: 'tool_use',
    id,
    name: 'Read',
    input: { file_path: `/workspace/${id}` },
  }));
  const results = ids(count).map(id => ({
    type: 'tool_result',
    tool_use_id: id,
    content: `1\t${id}`,
  }));
  let conversation = emptyConversation;
  const { total } = await countCalls(['/src/transcript/', '/src/cli/translate/'], () => {
    const message = { id: 'msg', role: 'assistant', model: 'model', content: calls, usage: {} };
    const asked = eventsOf(translator, { type: 'assistant', ...common, message });
    const answered = eventsOf(translator, {
      type: 'user',
      ...common,
      tool_result_meta: ids(count).map(id => ({ id })),
      message: { role: 'user', content: results },
    });
    conversation = foldAll([...asked, ...answered]);
  });
  const items = conversation.open?.items ?? [];
  expect(items.map(({ key }) => key)).toEqual(ids(count).map(id => `tool:${id}`));
  expect(items.every(item => item.kind === 'tool' && item.call.status === 'done')).toBe(true);
  return total;
}

/** Counts the calls of functions for one call that changes these files, twice each. */
async function costOfUpdates(count: number): Promise<number> {
  const toolId = 'call0' as ToolCallId;
  const start = foldAll([
    {
      type: 'tool.updated',
      at: 1,
      call: {
        id: toolId,
        tool: 'Bash',
        family: 'bash',
        title: 'Bash',
        status: 'running',
        locations: [],
        content: [],
      },
    },
  ]);
  const updates = [...ids(count), ...ids(count)].map(
    (path): ConversationEvent => ({
      type: 'file.updated',
      update: { toolId, path, status: 'updated', added: 1, removed: 1 },
    }),
  );
  let conversation = start;
  const { total } = await countCalls(['/src/transcript/'], () => {
    conversation = foldAll(updates, start);
  });
  const [item] = conversation.open?.items ?? [];
  expect(item?.kind === 'tool' && item.files?.map(({ path }) => path)).toEqual(ids(count));
  return total;
}

test('a frame with many results costs as much for each as a frame with few', async () => {
  const few = await costOfResults(100);
  expect((await costOfResults(1_000)) / few).toBeLessThan(11);
});

test('a call that changes many files costs as much for each as one that changes few', async () => {
  const few = await costOfUpdates(100);
  expect((await costOfUpdates(1_000)) / few).toBeLessThan(11);
});

test('an earlier state can be folded again', () => {
  const notice = (at: number, text: string): ConversationEvent => ({
    type: 'notice',
    at,
    notice: { kind: 'info', text },
  });
  const first = foldAll([notice(1, 'one')]);
  const left = foldAll([notice(2, 'left')], first);
  const right = foldAll([notice(2, 'right'), notice(2, 'again')], first);
  const keysOf = ({ open }: Conversation) => open?.items.map(({ key }) => key);
  expect(keysOf(left)).toEqual(['notice:1', 'notice:2']);
  expect(keysOf(right)).toEqual(['notice:1', 'notice:2', 'notice:2:2']);
  expect(keysOf(foldAll([notice(2, 'more')], left))).toEqual([
    'notice:1',
    'notice:2',
    'notice:2:2',
  ]);
});
