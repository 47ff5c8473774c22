import type { ConversationEvent } from '../../../../src/contract/events';
import { arrived, reported } from '../../harness/reports';
import { bashCall, endTurn, say, startBlock, startTurn } from '../../harness/story';

export const at = Date.UTC(2026, 10, 20, 9, 31);

/** Markdown with everything that replies often have. */
export const reply = `Here is what I found:

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
| test/parse.test.ts | 48 |
`;

export const titled: ConversationEvent = {
  ...{ type: 'session.changed', cwd: '/home/ada/shop', title: 'Add a flag' },
};

/** A finished turn with a thought, a command and a reply. */
export const talk: readonly ConversationEvent[] = [
  ...arrived,
  titled,
  reported({ mode: 'acceptEdits', usualEffort: 'high' }),
  {
    type: 'usage.changed',
    usage: { contextTokens: 45_200, contextWindow: 200_000, costUsd: 0.42 },
  },
  ...startTurn('1', 'Where is the parser?\n\nPlease be brief.'),
  startBlock('k1', 'thinking'),
  { type: 'block.ended', blockId: 'k1', text: 'Let me look at the files.', durationMs: 4_200 },
  { type: 'tool.updated', call: bashCall('t1', 'rg "parse" src', 'done'), at },
  ...say('b1', reply),
  ...endTurn(),
];

/** A turn that has begun. */
export const working: readonly ConversationEvent[] = startTurn(
  '2',
  'And document the flag, please',
);
