import { describe, expect, it } from 'vitest';
import * as z from '../../../../../src/base/schema';
import type { InspectedCall } from '../../../../../src/contract/inspector/callRows';
import {
  inspectedCall,
  recordedCall,
} from '../../../../../src/core/inspector/schema/recordedCallSchema';
import { answered, StrictLog } from '../../../../support/gateway/observedExchange';
import { recordedCalls } from '../../../../support/gateway/recordedCalls';
import { recording } from '../../../../support/inspector/recordings';

const usage = { input_tokens: 3, output_tokens: 4, cache_creation_input_tokens: 900 };

describe('A stored call', () => {
  it('is read as it was written, whatever the gateway has counted', async () => {
    const log = new StrictLog();
    for (const { headers, body } of recordedCalls) {
      await log.exchange({
        headers,
        body,
        answer: [answered(usage)],
        responseHeaders: { 'content-type': 'text/event-stream', 'retry-after': '3' },
      });
      await log.exchange({
        headers,
        body,
        status: 529,
        answer: ['{"type":"error","error":{"type":"x","message":"y"}}'],
      });
      await log.exchange({ headers, body: Buffer.from('{"model":'), end: 'timedOut' });
    }
    expect(log.calls.length).toBeGreaterThan(60);
    for (const call of log.calls) {
      const inspected: InspectedCall = {
        ...{ key: 'k', source: 'gateway', call, unknown: ['timing'], turn: -3, hasBodies: false },
        cost: { usd: 0.5, basis: 'list' },
      };
      expect(z.parse(inspectedCall, JSON.parse(JSON.stringify(inspected)))).toEqual(inspected);
    }
  });

  it('loses members that nobody knows, and takes no value of another kind', () => {
    const { version, inspected, request, response } = recording();
    const read = (change: object) =>
      z.safeParse(recordedCall, { version, inspected, request, response, ...change });
    expect(read({ more: 1, inspected: { ...inspected, more: 1 } }).data).toEqual(recording());
    const tools = (list: unknown) => ({
      inspected: {
        ...inspected,
        call: {
          ...inspected.call,
          sizes: {
            system: 1,
            messages: 1,
            tokensPerByte: 1,
            basis: 'rule',
            tools: [{ bytes: 1, tools: list }],
            media: { count: 0, bytes: 0, estimatedTokens: 0 },
          },
        },
      },
    });
    expect(read(tools([{ name: 'a', bytes: 1 }])).success).toBe(true);
    const wrong: readonly object[] = [
      ...[
        { version: 2 },
        { inspected: null },
        { request: 'x' },
        { response: { ...response, times: [[1]] } },
      ],
      ...[
        { response: { ...response, times: Array(6_000).fill([1, 1]) } },
        { response: { ...response, status: -1 } },
      ],
      ...[{ request: { ...request, headers: { a: 1 } } }, { inspected: { ...inspected, key: '' } }],
      ...[{ inspected: { ...inspected, call: { ...inspected.call, usage: { input: 1 } } } }],
      ...[{ inspected: { ...inspected, call: { ...inspected.call, startedAt: '1' } } }],
      ...[
        tools([{ name: 1, bytes: 1 }]),
        tools([{ name: 'a', bytes: -1 }]),
        tools([null]),
        tools({}),
      ],
      ...[
        tools([{ name: 'n'.repeat(2_000), bytes: 1 }]),
        tools(Array(30_000).fill({ name: 'a', bytes: 1 })),
      ],
    ];
    for (const change of wrong) expect([change, read(change).success]).toEqual([change, false]);
  });
});
