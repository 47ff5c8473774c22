import { describe, expect, it } from 'vitest';
import { timeline } from '../../../../../src/core/inspector/timeline/timeline';
import { MadeConversation, made, tokens } from '../../../../support/inspector/madeConversation';

describe('The time axis of a turn', () => {
  it('has its calls, tools, subagents and waits, in order of time', () => {
    const c = new MadeConversation();
    c.turn(() => {
      c.failed(1_000);
      c.uses('Agent', {}, { retry: 1 });
      const at = c.now;
      for (const id of ['a', 'b']) {
        c.call({ kind: 'subagent', agent: { id, name: `Agent ${id}` }, startedAt: at });
      }
    });
    const found = timeline(c.history());
    const start = made + 10;
    expect(found).toEqual({
      ...{ turn: 0, from: made, to: start + 7_650, omitted: 0 },
      spans: [
        {
          kind: 'call',
          key: 'k1',
          label: 'Conversation',
          from: start,
          to: start + 200,
          isFailed: true,
        },
        { kind: 'retryWait', key: 'k2', from: start + 200, to: start + 1_200 },
        {
          ...{ kind: 'call', key: 'k2', label: 'Conversation', isFailed: false },
          ...{ from: start + 1_200, firstToken: start + 2_100, to: start + 4_200 },
        },
        {
          ...{ kind: 'tool', id: 't1', label: 'Agent', isFailed: false },
          ...{ from: start + 4_180, to: start + 4_600 },
        },
        ...['a', 'b'].map((id, at) => ({
          ...{ kind: 'call', key: `k${3 + at}`, label: `Agent ${id}`, agent: `Agent ${id}` },
          ...{ from: start + 4_650, firstToken: start + 5_550, to: start + 7_650 },
          isFailed: false,
        })),
      ],
    });
  });

  it('leads to the turns with calls before and after it', () => {
    const c = new MadeConversation().from(-3);
    c.turn(() => c.main());
    c.turn(() => undefined);
    c.turn(() => c.main());
    c.turn(() => c.main());
    const history = c.history();
    expect(timeline(history)).toMatchObject({ turn: 0, previous: -1 });
    expect(timeline(history)).not.toHaveProperty('next');
    expect(timeline(history, -1)).toMatchObject({ turn: -1, previous: -3, next: 0 });
    expect(timeline(history, -3)).not.toHaveProperty('previous');
    expect(timeline(history, -2)).toBeUndefined();
    expect(timeline(history, 99)).toBeUndefined();
    expect(timeline({ calls: [], turns: [], tools: [] })).toBeUndefined();
  });

  it('has no end where a call still runs', () => {
    const c = new MadeConversation();
    c.turn(() => c.main());
    const history = c.history();
    const calls = history.calls.map(inspected => {
      const { endedAt: _, end: __, ...call } = inspected.call;
      return { ...inspected, call };
    });
    const [span] = timeline({ ...history, calls })?.spans ?? [];
    expect(span).toMatchObject({ kind: 'call', from: made + 10 });
    expect(span).not.toHaveProperty('to');
  });

  it('keeps the longest spans and counts the others', () => {
    const c = new MadeConversation();
    c.turn(() => {
      for (let call = 0; call < 700; call += 1) {
        c.call({ usage: tokens(), takes: call === 699 || call < 300 ? 5_000 : 10 });
      }
    });
    const found = timeline(c.history());
    expect(found?.spans).toHaveLength(500);
    expect(found?.omitted).toBe(200);
    const keys = found?.spans.flatMap(span => (span.kind === 'call' ? [span.key] : []));
    expect(keys?.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, at) => `k${at + 1}`));
    expect(keys?.at(-1)).toBe('k700');
    const starts = found?.spans.map(({ from }) => from) ?? [];
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
  });
});
