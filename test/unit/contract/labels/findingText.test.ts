import { describe, expect, it } from 'vitest';
import { type CallFinding, findingKinds } from '../../../../src/contract/inspector/overview';
import { findingLink, findingText } from '../../../../src/contract/labels/findingText';

const finding = (more: Partial<CallFinding>): CallFinding => ({
  ...{ id: 'x', kind: 'cacheChanged', weight: 'info', calls: ['a'] },
  ...more,
});

const texts: readonly (readonly [Partial<CallFinding>, string, string])[] = [
  [
    { kind: 'cacheChanged', subject: 'tools', name: 'Bash', tokens: 38_000, usd: 0.14 },
    'The tool list changed at Bash',
    'As a result, 38,000 tokens were written to the cache again. Cost: $0.14.',
  ],
  [
    { kind: 'cacheChanged', subject: 'option', name: 'thinking', tokens: 9_000, times: 3 },
    'The option thinking changed',
    'As a result, 9,000 tokens were written to the cache again, in 3 calls.',
  ],
  [
    { kind: 'cacheExpired', tokens: 5_000, times: 1, ms: 725_000, usd: 0.00123 },
    'The cache expired during a pause',
    'After a pause of 12 min 5 s, 5,000 tokens were written to the cache again. Cost: $0.0012.',
  ],
  [
    { kind: 'unusedServer', subject: 'jira', tokens: 21_000, times: 7 },
    'The MCP server jira was not used',
    'Its tools add an estimated 21,000 tokens to each call, for 7 calls so far.',
  ],
  [
    { kind: 'repeatedRead', subject: '/a.ts', times: 6 },
    'The same file was read 6 times',
    'No change to /a.ts is known in between.',
  ],
  [
    { kind: 'retryWait', ms: 40_000, times: 2, turn: 3 },
    'A turn waited 40 s for retries',
    '2 calls failed and were retried after pauses.',
  ],
  [
    { kind: 'largeResult', subject: 'Read', name: '/a', tokens: 30_000, times: 4, usd: 0.00001 },
    'A large result stays in the context',
    'The result of Read (/a) has an estimated 30,000 tokens; it was sent with 4 calls. Cost: <$0.0001.',
  ],
  [
    { kind: 'sideCalls', share: 0.333, tokens: 50_000, times: 1 },
    'Calls outside the conversation account for 33% of usage',
    '1 call for titles, suggestions and the like used 50,000 tokens.',
  ],
  [
    { kind: 'failedCalls', subject: 'overloaded_error', times: 2 },
    '2 calls failed',
    'Error: overloaded_error. Each call was retried.',
  ],
  [
    { kind: 'compaction', tokens: 150_000, tokensAfter: 27_000 },
    'The conversation was compacted',
    'A summary replaced it: 150,000 tokens before, 27,000 after.',
  ],
  [
    { kind: 'contextFull', tokens: 170_000, share: 0.85 },
    'The context is 85% full',
    'The last call sent 170,000 tokens.',
  ],
];

describe('The sentence of a finding', () => {
  it.each(texts)('%j', (more, title, detail) => {
    expect(findingText(finding(more))).toEqual({ title, detail });
  });

  it('makes sense of any finding, however little it holds, with bounded names', () => {
    for (const kind of findingKinds) {
      const { title, detail } = findingText(finding({ kind }));
      expect(`${title} ${detail}`).not.toMatch(/undefined|NaN|\{\d\}/);
      const long = findingText(finding({ kind, subject: 'x'.repeat(1e5), name: 'y'.repeat(1e5) }));
      expect(`${long.title} ${long.detail}`.length).toBeLessThan(1_000);
    }
  });

  it('leads to a comparison, to a turn, or to calls', () => {
    expect(findingLink(finding({ calls: ['b', 'a'] }))).toBe('compare');
    expect(findingLink(finding({}))).toBe('calls');
    expect(findingLink(finding({ kind: 'retryWait', turn: -1 }))).toBe('turn');
    expect(findingLink(finding({ kind: 'retryWait' }))).toBe('calls');
    expect(findingLink(finding({ kind: 'failedCalls', turn: 2 }))).toBe('calls');
  });
});
