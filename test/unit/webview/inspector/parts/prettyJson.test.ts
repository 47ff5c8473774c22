import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from '../../../../../webview/inspector/parts/prettyJson';

describe('JSON with a line for each member', () => {
  it('has the form that is usual', () => {
    const value = { a: [1, { b: 'x, {y}: "z"' }], none: {}, empty: [], deep: [[[]]] };
    expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
    expect(prettyJson(JSON.stringify(value, undefined, 3))).toBe(
      JSON.stringify(value, undefined, 2),
    );
  });

  it('keeps the meaning of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(prettyJson(text)))).toBe(text);
      }),
    );
  });

  it('keeps digits that a number would lose, members of prototypes, and repeated ones', () => {
    const text = '{"__proto__":{"a":1},"id":12345678901234567890,"a":1,"a":2}';
    expect(prettyJson(text).replace(/\s/g, '')).toBe(text);
  });

  it('takes cut texts, and what is no JSON', () => {
    expect(prettyJson('{"a":"unfinished')).toBe('{\n  "a": "unfinished');
    expect(prettyJson('{"a":"back\\')).toBe('{\n  "a": "back\\');
    expect(prettyJson(']]}}')).not.toContain(' ');
    fc.assert(
      fc.property(fc.string(), text => {
        expect(typeof prettyJson(text)).toBe('string');
      }),
    );
  });

  it('indents deep values no further than they can be seen', () => {
    const depth = 20_000;
    const pretty = prettyJson('['.repeat(depth) + ']'.repeat(depth));
    expect(pretty.length).toBeLessThan(depth * 2 * 90);
    expect(pretty.replace(/\s/g, '')).toHaveLength(depth * 2);
  });
});
