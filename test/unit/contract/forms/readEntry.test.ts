import { describe, expect, it } from 'vitest';
import type {
  ChoiceField,
  ChoicesField,
  FieldEntry,
  FlagField,
  FormField,
  NumberField,
  TextField,
} from '../../../../src/contract/elicitation';
import { fieldHint } from '../../../../src/contract/forms/fieldHint';
import { initialEntry, readEntry } from '../../../../src/contract/forms/readEntry';

const base = { name: 'a', title: 'A', isRequired: false };
const text = (more: Partial<TextField> = {}): FormField => ({ ...base, kind: 'text', ...more });
const number = (more: Partial<NumberField> = {}): FormField => ({
  ...{ ...base, kind: 'number', isInteger: false },
  ...more,
});
const flag = (more: Partial<FlagField> = {}): FormField => ({ ...base, kind: 'flag', ...more });
const options = ['a', 'b', 'c'].map(value => ({ value, label: value.toUpperCase() }));
const choice = (more: Partial<ChoiceField> = {}): FormField => ({
  ...{ ...base, kind: 'choice', options },
  ...more,
});
const choices = (more: Partial<ChoicesField> = {}): FormField => ({
  ...{ ...base, kind: 'choices', options },
  ...more,
});
const required = { isRequired: true };
const missing = 'Fill in this field.';

type Row = readonly [field: FormField, entry: FieldEntry | null, expected: unknown];
const empty = {};
const ok = (value: unknown) => ({ value });
const bad = (problem: string) => ({ problem });

const rows: readonly Row[] = [
  [text(), null, empty],
  [text(), '', empty],
  [text(required), '', bad(missing)],
  [text({ initial: 'x' }), null, ok('x')],
  [text({ initial: 'x' }), '', empty],
  [text(), ' x ', ok(' x ')],
  [text({ minLength: 2 }), 'x', bad('Enter at least 2 characters.')],
  [text({ minLength: 2 }), '🙂', bad('Enter at least 2 characters.')],
  [text({ maxLength: 2 }), '🙂🙂', ok('🙂🙂')],
  [text({ maxLength: 1 }), 'xy', bad('Enter at most 1 character.')],
  [text(), true, bad('This is not a valid answer. Enter it again.')],
  [number(), '', empty],
  [number(required), ' ', bad(missing)],
  [number(), ' -1.5e2 ', ok(-150)],
  [number(), '.5', ok(0.5)],
  [number(), '0x10', bad('Enter a number, with a point before decimals.')],
  [number(), '1,5', bad('Enter a number, with a point before decimals.')],
  [number(), 'Infinity', bad('Enter a number, with a point before decimals.')],
  [number(), '1e999', bad('Enter a number, with a point before decimals.')],
  [number({ isInteger: true }), '1.0', bad('Enter a whole number.')],
  [number({ isInteger: true }), '9007199254740993', bad('Enter a whole number.')],
  [number({ isInteger: true, minimum: 1 }), '0', bad('Enter 1 or more.')],
  [number({ maximum: 1 }), '1.1', bad('Enter 1 or less.')],
  [number({ initial: 0 }), null, ok(0)],
  [flag(), null, empty],
  [flag(required), null, ok(false)],
  [flag({ initial: true }), null, ok(true)],
  [flag(), false, ok(false)],
  [flag(), 'true', bad('This is not a valid answer. Enter it again.')],
  [choice(), null, empty],
  [choice(required), null, bad('Choose an option.')],
  [choice(), 'b', ok('b')],
  [choice(), 'z', bad('This is not a valid answer. Enter it again.')],
  [choice({ initial: 'c' }), null, ok('c')],
  [choice({ options: [{ value: '', label: 'None' }] }), '', ok('')],
  [choices(), [], empty],
  [choices(required), [], bad('Choose at least 1 option.')],
  [choices(), ['c', 'a'], ok(['a', 'c'])],
  [choices({ maxItems: 1 }), ['a', 'b'], bad('Choose at most 1 option.')],
  [choices({ minItems: 2 }), ['a'], bad('Choose at least 2 options.')],
  [choices({ minItems: 2 }), [], empty],
  [choices(), ['a', 'z'], bad('This is not a valid answer. Enter it again.')],
  [choices({ initial: ['b'] }), null, ok(['b'])],
];

it.each(rows)('%j with the entry %j', (field, entry, expected) => {
  expect(readEntry(field, entry)).toEqual(expected);
});

describe('A format', () => {
  it.each([
    ['email', 'ada@example.com', 'a.b+c@x-y.example.com', "o'neil@example.org"],
    ['uri', 'https://example.com/', 'mailto:ada@example.com', 'urn:isbn:0'],
    ['date', '2024-02-29', '0001-01-01', '2026-12-31'],
    ['date-time', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+01:00'],
  ] as const)('"%s" takes what it should', (format, ...texts) => {
    for (const one of texts) {
      expect(readEntry(text({ format }), one), one).toEqual({ value: one });
    }
  });

  it.each([
    [
      'email',
      'ada',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'a..b@example.com',
      'a@-x.y',
    ],
    ['uri', 'example.com', '/path', 'https://a b', '1:x', `https://${'a'.repeat(9_000)}`],
    ['date', '2026-02-29', '2026-13-01', '2026-1-1', '01.02.2026', 'tomorrow'],
    ['date-time', '2026-01-02T03:04:05', '2026-01-02', '2026-01-02T25:00:00Z'],
  ] as const)('"%s" refuses the rest, and says what it takes', (format, ...texts) => {
    for (const one of texts) {
      expect(readEntry(text({ format }), one).problem, one).toMatch(/^Enter .*\.$/);
    }
  });
});

it.each([
  [text({ minLength: 2, maxLength: 3 }), '2 to 3 characters'],
  [text({ maxLength: 1 }), 'At most 1 character'],
  [text({ format: 'email' }), 'Email address'],
  [text(), undefined],
  [number({ isInteger: true, minimum: 1, maximum: 3 }), 'Whole number from 1 to 3'],
  [number({ minimum: 1 }), 'Number, 1 or more'],
  [choices({ minItems: 2, maxItems: 2 }), 'Choose exactly 2'],
  [choices({ maxItems: 2 }), 'Choose at most 2'],
  [flag(), undefined],
])('%j says "%s" before it is filled in', (field, hint) => {
  expect(fieldHint(field)).toBe(hint);
});

it('begins with the default of the server', () => {
  expect([text(), number({ initial: 2 }), flag(), choice(), choices()].map(initialEntry)).toEqual([
    '',
    '2',
    false,
    '',
    [],
  ]);
});
