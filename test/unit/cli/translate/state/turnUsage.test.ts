import { describe, expect, it } from 'vitest';
import { answer, end, translated } from './turnEnds';

const usage = (output: number) => ({
  ...{ input_tokens: 1, output_tokens: output },
  ...{ cache_creation_input_tokens: 2, cache_read_input_tokens: 3 },
});
const counts = (output: number) => ({ input: 1, output, cacheWritten: 2, cacheRead: 3 });
const models = (output: number) => ({
  opus: {
    ...{ inputTokens: 1, outputTokens: output },
    ...{ cacheCreationInputTokens: 2, cacheReadInputTokens: 3 },
  },
});
const sub = { parent_tool_use_id: 't1' };

/** Returns the usage of each turn. */
function used(frames: readonly object[], options = {}) {
  return translated(frames, options).flatMap(event =>
    event.type === 'turn.ended' ? [event.usage] : [],
  );
}

describe('the usage of a turn', () => {
  it('is what the result reports, without what earlier turns have used', () => {
    const turns = used([
      answer('a', { usage: usage(0) }),
      answer('a', { usage: usage(0) }),
      answer('b', {}, sub),
      end({ usage: usage(5), duration_api_ms: 100, modelUsage: models(9) }),
      answer('c'),
      end({ usage: usage(6), duration_api_ms: 150, modelUsage: models(15) }),
    ]);
    expect(turns).toEqual([
      { main: counts(5), all: counts(9), apiMs: 100, calls: 2 },
      { main: counts(6), apiMs: 50, calls: 1 },
    ]);
  });

  it('is taken from the newest versions, which name that of the turn', () => {
    const options = { costStored: 0.5 };
    const own = { usage: usage(5), model_usage_since_last_result: models(7) };
    const turns = used([end({ ...own, duration_api_ms: 900, modelUsage: models(70) })], options);
    expect(turns).toEqual([{ main: counts(5), all: counts(7) }]);
  });

  it('has no time of a process that counts on from what the session has stored', () => {
    const frames = [1, 2].map(turn =>
      end({ usage: usage(5), duration_api_ms: 1_000 * turn, modelUsage: models(50 * turn) }),
    );
    const [first, second] = used(frames, { costStored: 0.5 });
    expect(first).toEqual({ main: counts(5) });
    expect(second?.apiMs).toBe(1_000);
  });

  it('begins anew where the agent counts anew', () => {
    const [, second, third] = used([
      end({ usage: usage(5), duration_api_ms: 100, modelUsage: models(50) }),
      end({ usage: usage(5), duration_api_ms: 10, modelUsage: models(5) }),
      { type: 'conversation_reset', new_conversation_id: 's2' },
      end({ usage: usage(5), duration_api_ms: 30, modelUsage: models(60) }),
    ]);
    expect(second).toEqual({ main: counts(5) });
    expect(third).toEqual({ main: counts(5) });
  });

  it('is that of the messages where there is no result, as in stored sessions', () => {
    const turns = used([
      answer('a', { usage: usage(1) }),
      answer('a', { usage: usage(4) }),
      answer('b', { usage: usage(2) }, sub),
      end(),
    ]);
    const all = { input: 2, output: 6, cacheWritten: 4, cacheRead: 6 };
    expect(turns).toEqual([{ main: counts(4), all, calls: 2 }]);
  });

  it('is absent where nothing is known, or nothing was used', () => {
    const zeros = { input_tokens: 0, output_tokens: 0 };
    expect(used([answer('a'), end(), end({ usage: zeros, modelUsage: {} })])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
