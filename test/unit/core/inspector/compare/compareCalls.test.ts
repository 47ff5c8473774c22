import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../../src/core/inspector/anatomy/requestBlocks';
import { compareCalls } from '../../../../../src/core/inspector/compare/compareCalls';
import { recording } from '../../../../support/inspector/recordings';

const mark = { cache_control: { type: 'ephemeral' } };
const tool = (name: string, more: object = {}) => ({
  name,
  description: `Does ${name}`,
  input_schema: {},
  ...more,
});
const said = (role: string, ...texts: readonly string[]) => ({
  role,
  content: texts.map(text => ({ type: 'text', text })),
});

interface Body {
  tools?: readonly object[];
  system?: unknown;
  messages?: readonly object[];
  [option: string]: unknown;
}

const base: Body = {
  model: 'claude-test-1',
  tools: [tool('Read'), tool('Bash'), tool('Write', mark)],
  system: [{ type: 'text', text: 'You are a test.', ...mark }],
  messages: [
    said('user', 'one'),
    said('assistant', 'two'),
    { role: 'user', content: [{ type: 'text', text: 'three', ...mark }] },
  ],
};

function compare(one: Body, other: Body) {
  return compareCalls(recording({ id: 1, body: one }), recording({ id: 2, body: other }));
}

it('takes each request apart once', () => {
  const { request = expect.fail() } = recording({ body: base });
  const blocks = blocksOf(request);
  expect(blocksOf(request)).toBe(blocks);
  expect(blocksOf({ ...request })).toEqual(blocks);
});

/** Changes in short: how, where, name. */
function changes(one: Body, other: Body) {
  return compare(one, other).changes.map(({ how, place, name, wasCached }) => [
    ...[how, place.part, place.index, name, wasCached],
  ]);
}

describe('Two calls of a conversation', () => {
  it('that only goes on have all of the first in common, wherever its cache marks are', () => {
    const next = {
      ...base,
      messages: [
        said('user', 'one'),
        said('assistant', 'two'),
        { role: 'user', content: 'three' },
        said('assistant', 'four'),
        { role: 'user', content: [{ type: 'text', text: 'five', ...mark }] },
      ],
    };
    const found = compare(base, next);
    expect(found.changes.map(({ how, place, after }) => [how, place.index, after])).toEqual([
      ['added', 3, 'four'],
      ['added', 4, 'five'],
    ]);
    expect(found.restOfOne).toBe(0);
    expect(found.sharedTokens).toBeGreaterThan(50);
    expect(found.restOfOther).toBe(
      found.changes.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0),
    );
    expect(found.changes.some(({ wasCached }) => wasCached)).toBe(false);
    expect(found.options).toEqual([]);
    expect([found.one.key, found.other.key]).toEqual(['k-1', 'k-2']);
  });

  it('that are equal differ in nothing', () => {
    const found = compare(base, structuredClone(base));
    expect([found.changes, found.restOfOne, found.restOfOther]).toEqual([[], 0, 0]);
  });

  it('have tools that came, went, moved or changed, each with what it cost', () => {
    const [read = {}, bash = {}, write = {}] = base.tools ?? [];
    expect(changes(base, { ...base, tools: [read, tool('Grep'), bash, write] })).toEqual([
      ['added', 'tools', 1, 'Grep', true],
    ]);
    expect(changes(base, { ...base, tools: [read, write] })).toEqual([
      ['removed', 'tools', 1, 'Bash', true],
    ]);
    expect(changes(base, { ...base, tools: [bash, write, read] })).toEqual([
      ['moved', 'tools', 2, 'Read', true],
    ]);
    const found = compare(base, {
      ...base,
      tools: [read, tool('Bash', { description: 'Does Bash now' }), write],
    });
    expect(found.changes).toMatchObject([{ how: 'changed', name: 'Bash', wasCached: true }]);
    const [change] = found.changes;
    const { before = '', after = '', character = -1 } = change ?? {};
    expect(before.slice(0, character)).toBe(after.slice(0, character));
    expect(before[character]).not.toBe(after[character]);
    expect(found.restOfOther).toBeGreaterThan(found.sharedTokens);
  });

  it('have the first difference first, in the order of the cache', () => {
    const other = {
      ...base,
      tools: [...(base.tools ?? []), tool('Late')],
      system: [{ type: 'text', text: 'You are a toast.', ...mark }],
      messages: [said('user', 'ONE'), ...(base.messages ?? []).slice(1)],
    };
    expect(changes(base, other)).toEqual([
      ['added', 'tools', 3, 'Late', true],
      ['changed', 'system', 0, undefined, true],
      ['changed', 'messages', 0, 'user', true],
    ]);
    expect(compare(base, other).changes[1]).toMatchObject({
      ...{ before: 'You are a test.', after: 'You are a toast.', character: 11 },
    });
  });

  it('shows the text around a difference in a long text, and cuts no character', () => {
    const text = (end: string) => `${'\u{1F98A}'.repeat(5_000)}${end}${'y'.repeat(5_000)}`;
    const [change] = compare(
      { messages: [said('user', text('a'))] },
      { messages: [said('user', text('b'))] },
    ).changes;
    expect(change?.character).toBe(10_000);
    expect([change?.before?.length, change?.after?.length]).toEqual([2_000, 2_000]);
    expect(change?.before?.indexOf('a')).toBe(200);
    expect(/\p{Surrogate}/u.test(`${change?.before}${change?.after}`)).toBe(false);
  });

  it('differ in options, which are shown short', () => {
    const found = compare(
      { ...base, thinking: { type: 'enabled' }, max_tokens: 1, gone: [1] },
      { ...base, thinking: { type: 'disabled' }, max_tokens: 1, stream: true },
    );
    expect(found.options).toEqual([
      { name: 'thinking', one: '{"type":"enabled"}', other: '{"type":"disabled"}' },
      { name: 'gone', one: '[1]' },
      { name: 'stream', other: 'true' },
    ]);
  });

  it('do not differ in the note for the maker, which changes with every call', () => {
    const note = (hash: string) => ({
      ...base,
      system: [
        { type: 'text', text: `x-anthropic-billing-header: cc=${hash}` },
        ...(base.system as object[]),
      ],
    });
    expect(compare(note('a'), note('b')).changes).toEqual([]);
  });

  it('cannot be compared without their contents', () => {
    const { version, inspected } = recording();
    for (const [one, other] of [
      [recording(), { version, inspected }],
      [{ version, inspected }, recording()],
    ] as const) {
      expect(() => compareCalls(one, other)).toThrow(
        expect.objectContaining({
          code: 'inspector.notRecorded',
          message: expect.stringContaining('Record model calls'),
        }),
      );
    }
  });

  it('may be anything: requests that break off, no JSON, thousands of other blocks', () => {
    const many = (from: number) => ({
      messages: Array.from({ length: 8_000 }, (_, at) => said('user', `${from + at}`)),
    });
    const found = compare(many(0), many(1_000_000));
    expect([found.changes.length, found.omitted, found.sharedTokens]).toEqual([500, 7_500, 0]);
    expect(found.changes.every(({ how }) => how === 'changed')).toBe(true);
    const moved = compare(many(0), many(1));
    expect(moved.changes.map(({ how }) => how)).toEqual(['removed', 'added']);
    const cut = recording({ body: JSON.stringify(base).slice(0, -20) });
    expect(compareCalls(recording({ body: base }), cut).changes).toMatchObject([
      { place: { part: 'messages', index: 2 } },
    ]);
    expect(
      compareCalls(cut, recording({ body: 'GET /' })).changes.every(({ how }) => how === 'removed'),
    ).toBe(true);
    const deep = `{"messages":[{"role":"user","content":[{"type":"x","v":${'['.repeat(1e5)}${']'.repeat(1e5)}}]}]}`;
    expect(compareCalls(recording({ body: deep }), recording({ body: deep })).changes).toEqual([]);
  });

  it('have changes that lead from one to the other, whatever they are', () => {
    const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(names, names, (one, other) => {
        const found = compare(
          { tools: one.map(name => tool(name)) },
          { tools: other.map(name => tool(name)) },
        );
        const of = (how: string) =>
          found.changes.filter(change => change.how === how).map(({ name }) => name);
        const result = new Set([
          ...one.filter(name => !of('removed').includes(name)),
          ...of('added'),
        ]);
        expect([...result].toSorted()).toEqual(other.toSorted());
        expect(
          of('moved').every(name => one.includes(name ?? '') && other.includes(name ?? '')),
        ).toBe(true);
        const isSame = one.join() === other.join();
        expect(found.changes.length === 0).toBe(isSame);
      }),
    );
  });
});
