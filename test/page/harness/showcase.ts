import type { ConversationEvent } from '../../../src/contract/events';
import type { MessageId, ToolCallId } from '../../../src/contract/ids';
import { arrived } from './reports';
import { bashCall, endTurn, opened, permissionFor, say, startBlock, startTurn } from './story';

const at = Date.UTC(2026, 10, 20, 9, 31);
const reply = `Here is what I found:

1. The parser is in \`src/parse.ts\`.
2. A **flag** needs two changes, see [the docs](https://example.com/docs).

\`\`\`ts
export function parse(args: readonly string[]): Options {
  return { json: args.includes('--json') };
}
\`\`\`

| file | lines |
| --- | --: |
| src/parse.ts | 120 |
`;

/** An example of everything that the page shows apart from tool cards. */
export const showcase: readonly ConversationEvent[] = [
  ...arrived,
  { type: 'session.changed', cwd: '/home/me/project', title: 'Add a flag' },
  ...startTurn('1', 'Where is the parser?\n\nPlease be brief.'),
  startBlock('k1', 'thinking'),
  { type: 'block.delta', blockId: 'k1', text: 'Let me look at the files.' },
  { type: 'block.ended', blockId: 'k1', durationMs: 4200 },
  { type: 'tool.updated', call: bashCall('t1', 'rg "parse" src', 'done'), at },
  ...say('b1', reply),
  {
    type: 'file.updated',
    update: {
      toolId: 't1' as ToolCallId,
      path: 'src/parse.ts',
      status: 'updated',
      added: 120,
      removed: 33,
    },
  },
  ...endTurn(),
  ...startTurn('2', 'مرحبا، أضف الخيار --json'),
  startBlock('k2', 'thinking'),
  { type: 'block.ended', blockId: 'k2', isRedacted: true },
  { type: 'notice', notice: { kind: 'commandOutput', command: '/cost', text: 'Total: $1' }, at },
  { type: 'notice', notice: { kind: 'warning', text: 'The disk is nearly full.' }, at: at + 1 },
  { type: 'notice', notice: { kind: 'compacted', summary: 'Short.', tokensBefore: 150_000 }, at },
  { type: 'unknown', what: 'frame of type "hologram"', at },
  ...endTurn({ kind: 'error', reason: 'overloaded', message: 'Overloaded', status: 529 }, at + 9),
  ...startTurn('3', 'Run the tests'),
  ...say('b3', 'I will run them.'),
  ...opened(permissionFor('p1', 'npm test')),
  {
    type: 'queue.changed',
    queue: [
      { id: 'q1' as MessageId, text: 'then commit the change with a good message', images: [] },
    ],
  },
  {
    type: 'usage.changed',
    usage: { contextTokens: 145_200, contextWindow: 200_000, costUsd: 0.4242 },
  },
];
