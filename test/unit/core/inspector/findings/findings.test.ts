import { describe, expect, it } from 'vitest';
import { type CallFinding, findingKinds } from '../../../../../src/contract/inspector/overview';
import type { CallHistory } from '../../../../../src/contract/inspector/recordedCall';
import { findingText } from '../../../../../src/contract/labels/findingText';
import { findings } from '../../../../../src/core/inspector/findings/findings';
import { testInFull } from '../../../../support/inFull';
import { MadeConversation, sizes, tokens } from '../../../../support/inspector/madeConversation';

const changed = (part: 'tools' | 'system' | 'messages', name?: string) => ({
  cause: 'changed' as const,
  change: {
    how: 'added' as const,
    place: { part, index: 3, ...(name === undefined ? {} : { name }) },
    wasCached: true,
  },
});
const expired = { cause: 'expired' as const, expired: ['5m' as const] };
const minutes = 60_000;

type Expected = Partial<Omit<CallFinding, 'usd'>> & { readonly usd?: number | undefined };

interface Case {
  readonly what: string;
  readonly make: (c: MadeConversation) => CallHistory;
  /** All findings in their order; only these members are compared. */
  readonly found: readonly Expected[];
  readonly model?: string;
}

/** Prices of Sonnet 4.5 in dollars a token. */
const [read, written] = [0.3e-6, 3.75e-6];

const cases: readonly Case[] = [
  {
    what: 'a quiet one: tools, subagents, a title, short pauses',
    make: c =>
      c
        .turn(() => {
          c.call({ kind: 'title', usage: tokens({ input: 400, output: 12 }) });
          c.uses('Read', { path: '/a.ts', range: '1:50', resultLength: 9_000 });
          c.uses('Read', { path: '/a.ts', range: '50:50', resultLength: 9_000 });
          c.uses('Read', { path: '/a.ts', range: '100:50', resultLength: 9_000 });
          c.uses('Agent');
          c.call({ kind: 'subagent', agent: { name: 'Explore' }, usage: tokens({ input: 900 }) });
          c.main();
        })
        .pause(3 * minutes)
        .turn(() => {
          c.uses('mcp__github__list', { server: 'github' }, { sizes: withServer });
          c.main({ loses: { lost: 2_000, ...changed('messages') }, sizes: withServer });
        })
        .history({ contextWindow: 200_000 }),
    found: [],
  },
  {
    what: 'a tool that was added, so that all was written again',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ cacheRead: 50_000 }) });
          c.main({ loses: { lost: 38_000, ...changed('tools', 'mcp__db__query') } });
        })
        .history(),
    found: [
      {
        ...{ kind: 'cacheChanged', subject: 'tools', name: 'mcp__db__query', tokens: 38_000 },
        ...{ turn: 0, calls: ['k2', 'k1'], weight: 'warning', usd: 38_000 * (written - read) },
      },
    ],
  },
  {
    what: 'a system prompt that changes with each call: one finding',
    make: c =>
      c
        .turn(() => {
          c.main();
          for (let call = 0; call < 3; call += 1) {
            c.main({ loses: { lost: 9_000 + call, ...changed('system') } });
          }
        })
        .history(),
    found: [
      {
        ...{ kind: 'cacheChanged', subject: 'system', times: 3, tokens: 27_003 },
        calls: ['k4', 'k3'],
      },
    ],
  },
  {
    what: 'another model, and another thinking budget',
    make: c =>
      c
        .turn(() => {
          c.main();
          c.main({
            loses: { lost: 18_000, ...changed('tools'), options: ['thinking', 'model'] },
            model: 'claude-opus-4-5',
          });
          c.main({ loses: { lost: 6_000, cause: 'changed', options: ['thinking'] } });
        })
        .history(),
    found: [
      { kind: 'cacheChanged', subject: 'option', name: 'model', tokens: 18_000, weight: 'info' },
      { kind: 'cacheChanged', subject: 'option', name: 'thinking', tokens: 6_000 },
    ],
  },
  {
    what: 'two pauses longer than the cache lives',
    make: c =>
      c
        .turn(() => c.main())
        .pause(7 * minutes)
        .turn(() => c.main({ loses: { lost: 18_600, ...expired } }))
        .pause(40 * minutes)
        .turn(() => c.main({ loses: { lost: 19_000, ...expired } }))
        .history(),
    found: [{ kind: 'cacheExpired', times: 2, tokens: 37_600, calls: ['k3', 'k2'], ms: 2_423_010 }],
  },
  {
    what: 'lost tokens without a known cause',
    make: c =>
      c
        .turn(() => {
          c.main();
          c.main({ loses: { lost: 18_000, cause: 'unknown' } });
        })
        .history(),
    found: [],
  },
  {
    what: 'a server that is never used, beside one that is',
    make: c => {
      const both = sizes({ servers: { jira: 84_000, git_hub: 60_000, small: 4_000 } });
      const unknown = { blocks: {}, tools: {}, citations: 0, pings: 0 };
      return c
        .turn(() => {
          for (let call = 0; call < 5; call += 1) c.main({ sizes: both });
          c.uses('list', { server: 'git.hub' }, { sizes: both, answer: unknown });
          c.main({ sizes: both });
        })
        .history();
    },
    found: [{ kind: 'unusedServer', subject: 'jira', tokens: 21_000, times: 7 }],
  },
  {
    what: 'a server that is used by a subagent only, and one that was disconnected',
    make: c =>
      c
        .turn(() => {
          const both = sizes({ servers: { jira: 84_000, gone: 84_000 } });
          for (let call = 0; call < 6; call += 1) c.main({ sizes: both });
          c.call({
            kind: 'subagent',
            usage: tokens({ input: 5 }),
            answer: { blocks: {}, tools: { mcp__jira__get: 1 }, citations: 0, pings: 0 },
          });
          c.main({ sizes: sizes({ servers: { jira: 84_000 } }) });
        })
        .history(),
    found: [],
  },
  {
    what: 'a file that is read four times, and once more after an edit',
    make: c =>
      c
        .turn(() => {
          const part = { path: '/src/long.ts', range: '::', resultLength: 28_000 };
          for (let time = 0; time < 4; time += 1) c.uses('Read', part);
          c.uses('Edit', { changed: ['/src/long.ts'] });
          c.uses('Read', part);
          c.uses('Read', part);
          c.main();
        })
        .history(),
    found: [
      {
        ...{ kind: 'repeatedRead', subject: '/src/long.ts', times: 4, tokens: 24_000, turn: 0 },
        ...{ calls: ['k1', 'k2', 'k3', 'k4'], weight: 'warning' },
      },
    ],
  },
  {
    what: 'reads by different subagents, failed ones, and some before a compaction',
    make: c =>
      c
        .turn(() => {
          const part = { path: '/b.ts', range: '::', resultLength: 100 };
          c.uses('Read', part);
          c.uses('Read', part);
          c.uses('Read', { ...part, isFailed: true });
          c.uses('Read', { ...part, parent: 'a1' });
          c.uses('Read', { ...part, parent: 'a2' });
          c.call({ kind: 'compaction', usage: tokens({ input: 9, output: 9 }) });
          c.uses('Read', part);
          c.main();
        })
        .history(),
    found: [],
  },
  {
    what: 'a turn that waits 40 s for retries',
    make: c =>
      c
        .turn(() => c.main())
        .turn(() => {
          c.failed(12_000);
          c.failed(28_000, { retry: 1 });
          c.main({ retry: 2 });
        })
        .history(),
    found: [
      {
        ...{ kind: 'retryWait', turn: 1, ms: 40_000, times: 2, weight: 'info' },
        calls: ['k3', 'k2', 'k4'],
      },
      { kind: 'failedCalls', subject: 'overloaded_error', times: 2, turn: 1, weight: 'info' },
    ],
  },
  {
    what: 'a call that fails for good',
    make: c =>
      c
        .turn(() => {
          c.main();
          c.failed(0, { status: 400, error: { where: 'http', type: 'invalid_request_error' } });
        })
        .history(),
    found: [{ kind: 'failedCalls', subject: 'invalid_request_error', times: 1, weight: 'warning' }],
  },
  {
    what: 'a call that the user has stopped',
    make: c =>
      c
        .turn(() => {
          c.main();
          c.main({ end: 'clientClosed' });
        })
        .history(),
    found: [],
  },
  {
    what: 'a result of 30,000 tokens that four calls carry until a compaction',
    make: c =>
      c
        .turn(() => {
          c.uses('Bash', { resultLength: 105_000 });
          for (let call = 0; call < 4; call += 1) {
            c.main({ usage: tokens({ cacheRead: 60_000 }) });
          }
          c.call({ kind: 'compaction', usage: tokens({ cacheRead: 60_000, output: 900 }) });
          c.main({ usage: tokens({ cacheWritten5m: 20_000 }) });
        })
        .history(),
    found: [
      {
        ...{ kind: 'largeResult', subject: 'Bash', tokens: 30_000, times: 4, weight: 'warning' },
        ...{ calls: ['k2', 'k1'], usd: 4 * 30_000 * read },
      },
      {
        ...{ kind: 'compaction', tokens: 60_000, tokensAfter: 20_000 },
        ...{ calls: ['k6', 'k5', 'k7'], usd: 60_000 * read + 900 * 15e-6 },
      },
    ],
  },
  {
    what: 'suggestions and titles that take a third of the cost',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ input: 100_000 }) });
          c.call({ kind: 'promptSuggestion', usage: tokens({ input: 30_000 }) });
          c.call({ kind: 'title', usage: tokens({ input: 20_000 }) });
        })
        .history(),
    found: [{ kind: 'sideCalls', times: 2, usd: 0.15, share: 1 / 3, calls: ['k2', 'k3'] }],
  },
  {
    what: 'the same of a model whose price nobody knows: by tokens, without dollars',
    model: 'claude-next-9',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ input: 100_000 }) });
          c.call({ kind: 'recap', usage: tokens({ input: 50_000 }) });
          c.main({ loses: { lost: 38_000, ...changed('tools') } });
        })
        .history(),
    found: [
      { kind: 'cacheChanged', usd: undefined, tokens: 38_000 },
      { kind: 'sideCalls', usd: undefined, tokens: 50_000 },
    ],
  },
  {
    what: 'answers that were cut off, and a quota check that may have one token only',
    make: c =>
      c
        .turn(() => {
          c.call({ kind: 'quota', stopReason: 'max_tokens', usage: tokens({ output: 1 }) });
          c.main({ stopReason: 'max_tokens', usage: tokens({ input: 9, output: 32_000 }) });
          c.main();
        })
        .history(),
    found: [{ kind: 'cutOff', times: 1, tokens: 32_000, calls: ['k2'], turn: 0 }],
  },
  {
    what: 'one first token that is far slower than the others',
    make: c =>
      c
        .turn(() => {
          for (let call = 0; call < 9; call += 1) {
            c.main(call === 4 ? { firstToken: 30_000, takes: 33_000 } : {});
          }
        })
        .history(),
    found: [{ kind: 'slowFirstToken', ms: 30_000, times: 1, calls: ['k5'], turn: 0 }],
  },
  {
    what: 'slow first tokens where all are slow',
    make: c =>
      c
        .turn(() => {
          for (let call = 0; call < 9; call += 1) c.main({ firstToken: 25_000, takes: 26_000 });
        })
        .history(),
    found: [],
  },
  {
    what: 'a compaction whose new messages are no change of their own',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ cacheRead: 150_000 }) });
          c.call({ kind: 'compaction', usage: tokens({ cacheRead: 150_000 }) });
          c.main({
            loses: { lost: 120_000, ...changed('messages') },
            usage: tokens({ cacheRead: 18_000, cacheWritten5m: 9_000 }),
          });
        })
        .history({ contextWindow: 200_000 }),
    found: [{ kind: 'compaction', tokens: 150_000, tokensAfter: 27_000 }],
  },
  {
    what: 'a compaction that failed',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ cacheRead: 150_000 }) });
          c.call({
            ...{ kind: 'compaction', usage: tokens({ cacheRead: 150_000 }) },
            error: { where: 'stream', type: 'api_error' },
          });
          c.main({ usage: tokens({ cacheRead: 140_000 }) });
        })
        .history(),
    found: [{ kind: 'failedCalls', subject: 'api_error', weight: 'warning' }],
  },
  {
    what: 'titles whose price is known, of a conversation whose price is not: by tokens',
    model: 'claude-next-9',
    make: c =>
      c
        .turn(() => {
          c.main({ usage: tokens({ input: 100_000 }) });
          c.call({
            ...{ kind: 'title', model: 'claude-haiku-4-5', usage: tokens({ input: 30_000 }) },
          });
        })
        .history(),
    found: [{ kind: 'sideCalls', share: 3 / 13, usd: 0.03 }],
  },
  {
    what: 'a context that is nearly full, with large memory files',
    make: c =>
      c
        .turn(() =>
          c.main({
            usage: tokens({ cacheRead: 170_000 }),
            sizes: sizes({ reminders: 48_000, messages: 600_000 }),
          }),
        )
        .history({ contextWindow: 200_000 }),
    found: [
      { kind: 'largeMemory', tokens: 12_000, times: 1, usd: 12_000 * read },
      { kind: 'contextFull', tokens: 170_000, share: 0.85, calls: ['k1'] },
    ],
  },
  {
    what: 'one that stays just below each threshold, but for a failure',
    make: c =>
      c
        .turn(() => {
          const most = sizes({ servers: { jira: 7_900 }, reminders: 39_900 });
          c.failed(9_900);
          c.main({ retry: 1, usage: tokens({ cacheRead: 50_000 }) });
          c.main({ loses: { lost: 4_095, ...changed('tools') } });
          c.main({ loses: { lost: 4_095, ...expired } });
          for (let call = 0; call < 6; call += 1) c.main({ sizes: most });
          c.main({ firstToken: 14_900, takes: 15_000, sizes: most });
          const part = { path: '/c.ts', range: '::', resultLength: 34_900 };
          c.uses('Read', part, { sizes: most });
          c.uses('Read', part, { sizes: most });
          c.call({ kind: 'title', usage: tokens({ input: 9_000 }) });
          c.main({ usage: tokens({ cacheRead: 159_000 }), sizes: most });
        })
        .history({ contextWindow: 200_000 }),
    found: [{ kind: 'failedCalls', times: 1, weight: 'info' }],
  },
  {
    what: 'a server whose tools went with four calls only',
    make: c =>
      c
        .turn(() => {
          const both = sizes({ servers: { jira: 84_000 } });
          for (let call = 0; call < 4; call += 1) c.main({ sizes: both });
        })
        .history(),
    found: [],
  },
  {
    what: 'a full context whose window the agent has not reported',
    make: c => c.turn(() => c.main({ usage: tokens({ cacheRead: 990_000 }) })).history(),
    found: [],
  },
];

const withServer = sizes({ servers: { github: 60_000 } });

/** Leaves the members that a case names, so that the others may be as they are. */
function only(finding: CallFinding | undefined, expected: Expected) {
  return Object.fromEntries(
    Object.keys(expected).map(name => [name, finding?.[name as keyof CallFinding]]),
  );
}

describe('Findings', () => {
  it.each(cases)('of $what', ({ make, found, model }) => {
    const all = findings(make(new MadeConversation(model)));
    expect(all.map(({ kind }) => kind)).toEqual(found.map(({ kind }) => kind));
    for (const [index, expected] of found.entries()) {
      const { usd, share, ...exact } = expected;
      expect(only(all[index], exact)).toEqual(exact);
      if ('usd' in expected) {
        usd === undefined
          ? expect(all[index]?.usd).toBeUndefined()
          : expect(all[index]?.usd).toBeCloseTo(usd, 8);
      }
      if (share !== undefined) expect(all[index]?.share).toBeCloseTo(share, 8);
    }
  });

  it('are each shown by a case, say something, and have an id of their own', () => {
    const all = cases.flatMap(({ make, model }) => findings(make(new MadeConversation(model))));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(findingKinds));
    for (const finding of all) {
      const { title, detail } = findingText(finding);
      expect(`${title} ${detail}`).not.toMatch(/undefined|NaN|\{\d\}/);
    }
    for (const { make, model } of cases) {
      const ids = findings(make(new MadeConversation(model))).map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it('name only calls that exist, in random histories', () => {
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    let count = 0;
    for (let round = 0; round < 60; round += 1) {
      const c = new MadeConversation(random(3) === 0 ? 'claude-next-9' : undefined);
      for (let turn = 0; turn < 6; turn += 1) c.turn(() => randomTurn(c, random));
      const full = c.history({ contextWindow: 30_000 });
      // Parts of a history have tools without their calls, and calls without previous ones.
      const from = random(full.calls.length);
      const part = { ...full, calls: full.calls.slice(from) };
      for (const history of [full, part]) {
        const keys = new Set(history.calls.map(({ key }) => key));
        for (const { calls, usd } of findings(history)) {
          count += 1;
          expect(calls.length).toBeGreaterThan(0);
          expect(calls.filter(key => !keys.has(key))).toEqual([]);
          expect(usd === undefined || usd >= 0).toBe(true);
        }
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  testInFull(
    'take time that grows with the calls only, whatever a log says of servers and ids',
    () => {
      const c = new MadeConversation();
      const servers = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`s${at}`, 10]));
      c.turn(() => {
        for (let at = 0; at < 20_000; at += 1) {
          const change = {
            how: 'changed',
            place: { part: 'messages', index: 1 },
            wasCached: true,
          } as const;
          c.main({ loses: { lost: 5_000, cause: 'changed', change, previous: 1 } });
          if (at % 2 === 0) c.call({ kind: 'compaction', usage: tokens({ output: 1 }) });
        }
        c.main({ sizes: sizes({ servers }) });
      });
      const { calls, ...rest } = c.history();
      const same = calls.map(inspected => ({ ...inspected, call: { ...inspected.call, id: 1 } }));
      expect(findings({ ...rest, calls: same }).length).toBeLessThanOrEqual(100);
    },
  );

  it('are bounded', () => {
    const c = new MadeConversation();
    for (let turn = 0; turn < 150; turn += 1) {
      c.turn(() => {
        c.failed(20_000);
        c.main({ retry: 1 });
      });
    }
    expect(findings(c.history())).toHaveLength(100);
    const failing = new MadeConversation().turn(() => undefined);
    for (let call = 0; call < 30; call += 1) failing.failed(0);
    expect(findings(failing.history())).toMatchObject([{ kind: 'failedCalls', times: 30 }]);
    expect(findings(failing.history())[0]?.calls).toHaveLength(20);
  });
});

function randomTurn(c: MadeConversation, random: (below: number) => number): void {
  for (let step = 0; step < 5; step += 1) {
    const deeds: (() => unknown)[] = [
      () => c.main(),
      () => c.uses('Read', { path: `/f${random(2)}`, resultLength: random(120_000) }),
      () => c.main({ loses: { lost: random(40_000), ...changed('tools', 'x') } }),
      () => c.pause(random(9) * minutes).main({ loses: { lost: 9_000, ...expired } }),
      () => c.main({ sizes: sizes({ servers: { a: 60_000 }, reminders: random(90_000) }) }),
      () => c.call({ kind: 'compaction', usage: tokens({ input: 90 }) }),
      () => c.call({ kind: 'title', usage: tokens({ input: random(90_000) }) }),
      () => c.main({ stopReason: 'max_tokens' }),
      () => {
        c.failed(random(90_000));
        c.main({ retry: 1, firstToken: random(90_000), takes: 90_000 });
      },
    ];
    deeds[random(deeds.length)]?.();
  }
}
