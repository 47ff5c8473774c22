import { expect, test } from 'vitest';
import { playFrames } from './playFrames';

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
