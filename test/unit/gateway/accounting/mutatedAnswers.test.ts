import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inFull } from '../../../support/extent';
import { answered, events, StrictLog } from '../../../support/gateway/observedExchange';
import { recordedCalls } from '../../../support/gateway/recordedCalls';

/** Repeatable random numbers below a bound. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const whole = Buffer.from(
  answered({ input_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 3 } }) +
    events(
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', name: 'Task', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"prompt":"ä👋"}' },
      },
      { type: 'content_block_stop', index: 1 },
      { type: 'error', error: { type: 'overloaded_error', message: 'x' } },
    ),
);
const eventCount = whole.toString().match(/\n\n/g)?.length ?? 0;
const scraps = ['\n', '\r', '"', '\\', '{', '[', 'data:', 'null', '\u0000', '\u00ff', '-1', ':'];

/** Removes, repeats, swaps and overwrites some bytes. */
function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = bytes;
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const [from, length] = [random(result.length + 1), random(40)];
    const middle = result.subarray(from, from + length);
    const scrap = Buffer.from(scraps[random(scraps.length)] ?? '', 'latin1');
    const replacements = [Buffer.alloc(0), Buffer.concat([middle, middle]), scrap];
    const replacement = replacements[random(replacements.length)] ?? scrap;
    result = Buffer.concat([result.subarray(0, from), replacement, result.subarray(from + length)]);
  }
  return result;
}

/** Feeds so many mutated events, cut anywhere, and returns the errors of the accounting. */
async function feed(wanted: number, seed: number): Promise<unknown[]> {
  const random = generator(seed);
  const log = new StrictLog(10);
  for (let fed = 0; fed < wanted; fed += eventCount) {
    const answer = mutated(whole, random);
    const recorded = recordedCalls[random(recordedCalls.length)];
    const body = Buffer.from(JSON.stringify(recorded?.body ?? {}));
    const isZipped = random(4) === 0;
    const bytes = isZipped ? mutated(gzipSync(answer), random) : answer;
    const cut = random(bytes.length + 1);
    await log.exchange({
      body: random(2) === 0 ? body : mutated(body, random),
      answer: [bytes.subarray(0, cut), bytes.subarray(cut)],
      responseHeaders: {
        'content-type': random(5) === 0 ? 'application/json' : 'text/event-stream',
        ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
      },
      end: random(5) === 0 ? 'upstreamFailed' : 'complete',
      stride: 1 + random(2_000),
    });
  }
  const { calls, usage } = log.sums.total;
  expect(calls).toBe(Math.ceil(wanted / eventCount));
  for (const tokens of Object.values(usage)) expect(tokens).toBeGreaterThanOrEqual(0);
  return log.errors;
}

it('no mutated event makes the accounting throw', async () => {
  expect(await feed(4_000, 7)).toEqual([]);
});

inFull(() => {
  it.each([1, 2, 3, 4])('no mutated event of 25,000 does, seed %i', async seed => {
    expect(await feed(25_000, seed)).toEqual([]);
  });
});
