import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonPart, JsonParts } from '../../../../../src/gateway/accounting/request/jsonParts';

const lists = new Set(['messages', 'tools']);

function partsOf(bytes: Buffer, cuts: readonly number[] = [], limit = 1e9) {
  const found: JsonPart[] = [];
  const parts = new JsonParts({ lists, limit, onPart: part => found.push(part) });
  const places = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b)];
  for (const [at, from] of places.entries()) {
    parts.push(bytes.subarray(from, places[at + 1] ?? bytes.length));
  }
  return { found, isComplete: parts.isComplete, isInvalid: parts.isInvalid };
}

/** Puts the parts together again. */
function assembled(parts: readonly JsonPart[], empty: readonly string[]): Record<string, unknown> {
  const members = new Map<string, unknown>(empty.map(name => [name, []]));
  for (const { name, index, content } of parts) {
    const value: unknown = JSON.parse(String(content));
    if (index === undefined) members.set(name, value);
    else members.set(name, [...((members.get(name) as unknown[]) ?? []), value]);
  }
  return Object.fromEntries(members);
}

const values = fc.jsonValue({ maxDepth: 4 });
const requests = fc.record(
  {
    messages: fc.array(values),
    tools: fc.oneof(fc.array(values), values),
    system: values,
    model: fc.string({ unit: 'binary' }),
    '\u{1f44b}': values,
  },
  { requiredKeys: [] },
);

describe('The parts of a request', () => {
  it('are those of its JSON, wherever the chunks are cut and however it is indented', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.nat()), fc.nat(3), (request, cuts, indent) => {
        const json = JSON.parse(JSON.stringify(request)) as Record<string, unknown>;
        const bytes = Buffer.from(JSON.stringify(json, undefined, indent));
        const { found, isComplete, isInvalid } = partsOf(bytes, cuts);
        expect({ isComplete, isInvalid }).toEqual({ isComplete: true, isInvalid: false });
        const empty = [...lists].filter(
          name => Array.isArray(json[name]) && (json[name] as unknown[]).length === 0,
        );
        expect(assembled(found, empty)).toEqual(json);
      }),
      { numRuns: 500 },
    );
  });

  it('have the same digest if their bytes are the same', () => {
    const { found } = partsOf(Buffer.from('{"messages":["a","b","a"],"system":"a"}'), [14, 20]);
    const [first, second, third, system] = found.map(({ digest }) => digest);
    expect([third, system]).toEqual([first, first]);
    expect(second).not.toBe(first);
  });

  it('are counted but not kept beyond the limit', () => {
    const long = JSON.stringify('x'.repeat(10_000));
    const { found } = partsOf(Buffer.from(`{"messages":[${long},"b"]}`), [5_000], 5_000);
    expect(found.map(({ bytes, content }) => [bytes, content?.toString()])).toEqual([
      [10_002, undefined],
      [3, '"b"'],
    ]);
  });

  it('end where the bytes are no JSON object', () => {
    for (const text of ['[1]', '7', '"a"', '}', '{"a":1]', '{"messages":[1}}', '']) {
      const { isComplete } = partsOf(Buffer.from(text));
      expect(isComplete).toBe(false);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), (bytes, cuts) => {
        partsOf(Buffer.from(bytes), cuts);
      }),
      { numRuns: 500 },
    );
  });
});
