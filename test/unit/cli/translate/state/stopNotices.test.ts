import { describe, expect, it } from 'vitest';
import { answer, begin, end, stop, translated } from './turnEnds';

/** Returns notices and texts, in order. */
function said(frames: readonly object[]): readonly string[] {
  return translated(frames).flatMap(event => {
    if (event.type === 'notice' && 'text' in event.notice) {
      return [`${event.notice.kind}: ${event.notice.text}`];
    }
    return event.type === 'block.ended' && event.text ? [event.text] : [];
  });
}
const note = { type: 'system', subtype: 'informational', content: 'Safeguards stopped it.' };
const synthetic = answer('s', { model: '<synthetic>' });

describe('an answer that ends early', () => {
  it.each([
    ['max_tokens', 'cut off at the output token limit. Ask for the rest'],
    ['model_context_window_exceeded', 'the context window is full. Compact'],
    ['refusal', 'refused to finish this answer. Change'],
    ['pause_turn', 'paused in its answer. Ask it to continue'],
  ])('by %s is said at its end', (reason, words) => {
    const streamed = said([begin('a'), answer('a'), stop(reason), end()]);
    expect(streamed).toEqual(['a', expect.stringContaining(words)]);
    // As 2.0.36 reports it, and as all versions store it.
    expect(said([answer('a', { stop_reason: reason }), end()])).toEqual(streamed);
  });

  it.each(['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn'])(
    'by %s and goes on is said in between, once',
    reason => {
      const cut = [answer('a', { stop_reason: reason }), answer('a', { stop_reason: reason })];
      const texts = said([...cut, begin('b'), answer('b'), stop('end_turn'), end()]);
      expect(texts.filter(text => text.startsWith('warning: '))).toHaveLength(1);
      expect(texts.at(-1)).toBe('b');
      expect(texts.at(-2)).toMatch(/^warning: .*(continue|went on)/);
    },
  );

  it.each(['end_turn', 'tool_use', 'stop_sequence', 'something_new'])('does not by %s', reason => {
    expect(said([begin('a'), answer('a'), stop(reason), end()])).toEqual(['a']);
  });

  it('is not said twice where the CLI says it itself', () => {
    expect(
      said([begin('a'), answer('a'), stop('refusal'), note, begin('b'), answer('b'), end()]),
    ).toEqual(['a', 'info: Safeguards stopped it.', 'b']);
    const error = end({ is_error: true, result: 'API Error: the maximum was exceeded' });
    expect(said([begin('a'), answer('a'), stop('max_tokens'), error])).toEqual(['a']);
    expect(said([synthetic, answer('a', { stop_reason: 'max_tokens' }), end()])).toEqual([
      'commandOutput: s',
      'a',
    ]);
  });

  it('is not said of subagents, whose result says it', () => {
    const sub = answer('a', { stop_reason: 'max_tokens' }, { parent_tool_use_id: 't1' });
    expect(said([sub, end()]).filter(text => text.startsWith('warning'))).toEqual([]);
  });
});
