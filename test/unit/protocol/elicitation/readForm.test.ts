import { describe, expect, it } from 'vitest';
import { readForm } from '../../../../src/protocol/elicitation/readForm';

const form = (properties: unknown, more: object = {}) =>
  readForm({ type: 'object', properties, ...more });

/** Returns the field that a property becomes, or undefined if it is left out. */
const field = (schema: unknown) => form({ one: schema }).fields[0];

const base = { name: 'one', title: 'one', isRequired: false };

describe('A property', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text' }],
    [
      { type: 'string', minLength: 2, maxLength: 5, pattern: '^x', format: 'date', default: 'x' },
      { kind: 'text', minLength: 2, maxLength: 5, pattern: '^x', format: 'date', initial: 'x' },
    ],
    [{ type: 'string', format: 'hostname' }, { kind: 'text' }],
    [{ type: 'string', minLength: -1, maxLength: 1.5 }, { kind: 'text' }],
    [
      { type: 'number', minimum: 0.5, maximum: 2, default: 1 },
      { kind: 'number', isInteger: false, minimum: 0.5, maximum: 2, initial: 1 },
    ],
    [
      { type: 'integer', default: 'many' },
      { kind: 'number', isInteger: true },
    ],
    [
      { type: 'boolean', default: false },
      { kind: 'flag', initial: false },
    ],
    [
      { type: 'string', enum: ['a', 'b'], enumNames: ['A'], default: 'b' },
      {
        kind: 'choice',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'b' },
        ],
        initial: 'b',
      },
    ],
    [
      { type: 'string', oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }], default: 'c' },
      {
        kind: 'choice',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      { type: 'array', minItems: 1, items: { type: 'string', enum: ['a'] }, default: ['a', 'z'] },
      { kind: 'choices', options: [{ value: 'a', label: 'a' }], minItems: 1, initial: ['a'] },
    ],
  ])('%j becomes a field', (schema, expected) => {
    expect(field(schema)).toEqual({ ...base, ...expected });
  });

  it.each([
    ['null'],
    [{ type: 'object', properties: {} }],
    [{ type: 'array', items: { type: 'object' } }],
    [{ type: 'array' }],
    [{ type: 'string', enum: [] }],
    [{ type: 'string', enum: ['a', 1] }],
    [{ type: 'string', oneOf: 'a' }],
    [{ enum: Array.from({ length: 201 }, (_, index) => `${index}`) }],
    [{ type: ['string', 'null'] }],
    [{}],
  ])('%j is left out, and named', schema => {
    expect(form({ one: schema })).toEqual({ mode: 'form', fields: [], leftOut: ['one'] });
    expect(form({ one: schema }, { required: ['one'] })).toEqual({
      ...{ mode: 'form', fields: [] },
      obstacle: { kind: 'unknownFields', names: ['one'] },
    });
  });

  it('has texts of bounded length', () => {
    const long = 'x'.repeat(100_000);
    const cut = field({ type: 'string', title: long, description: `${'y'.repeat(999)}🙂${long}` });
    expect(cut?.title).toBe(`${'x'.repeat(200)}…`);
    // No half of a character is left.
    expect(cut?.description).toBe(`${'y'.repeat(999)}…`);
    expect(field({ type: 'string', pattern: long, default: long })).toEqual({
      ...{ ...base, kind: 'text' },
    });
    expect(form({ [long]: { type: 'string' } })).toMatchObject({ fields: [] });
    expect(field({ enum: [long] })).toBeUndefined();
  });
});

describe('A form', () => {
  it('keeps the order of the server and marks required fields', () => {
    const properties = { 1: { type: 'string' }, b: { type: 'string' }, a: { type: 'string' } };
    const read = readForm({ properties, required: ['a'] }, ['b', '1', 'gone', 'b']);
    expect(read.fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['b', false],
      ['1', false],
      ['a', true],
    ]);
  });

  it.each([[undefined], [null], ['form'], [[]], [{}], [{ properties: [] }]])(
    'that is %j cannot be read',
    schema => {
      expect(readForm(schema)).toMatchObject({ fields: [], obstacle: { kind: 'unreadable' } });
    },
  );

  it('takes a name of the language as any other name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"toString":{"type":"boolean"}}');
    expect(form(properties).fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['__proto__', 'text'],
      ['toString', 'flag'],
    ]);
    expect(form({}, { required: ['constructor'] })).toMatchObject({
      obstacle: { kind: 'unknownFields', names: ['constructor'] },
    });
  });

  it('shows up to 100 fields, and no part of a longer form', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }]));
    expect(form(fields(100)).fields).toHaveLength(100);
    expect(form(fields(101))).toEqual({
      ...{ mode: 'form', fields: [] },
      obstacle: { kind: 'tooMany', count: 101 },
    });
  });

  it('shows no part of a form whose texts are too long', () => {
    const options = Array.from({ length: 200 }, (_, at) => `${'o'.repeat(900)}${at}`);
    expect(form({ a: { enum: options } })).toEqual({
      ...{ mode: 'form', fields: [] },
      obstacle: { kind: 'tooLong' },
    });
  });

  it('names only some of many unknown fields', () => {
    const names = Array.from({ length: 50 }, (_, index) => `${'n'.repeat(300)}${index}`);
    const { leftOut = [] } = form(Object.fromEntries(names.map(name => [name, {}])));
    expect(leftOut).toHaveLength(6);
    expect(leftOut.join('').length).toBeLessThan(1_100);
  });
});
