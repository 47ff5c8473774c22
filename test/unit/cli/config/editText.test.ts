import { describe, expect, it } from 'vitest';
import { editText } from '../../../../src/cli/config/editText';
import type { SettingsEdit } from '../../../../src/cli/config/settingsEdit';
import { parseSettings, type SettingsText } from '../../../../src/cli/config/settingsText';
import { isFull } from '../../../support/extent';

const allow = ['permissions', 'allow'];
const append = (value: unknown, path: readonly (string | number)[] = allow): SettingsEdit => ({
  ...{ kind: 'append', path, value },
});
const drop = (value: unknown, path: readonly (string | number)[] = allow): SettingsEdit => ({
  ...{ kind: 'drop', path, value },
});
const set = (path: readonly (string | number)[], value: unknown): SettingsEdit => ({
  ...{ kind: 'set', path, value },
});
const remove = (...path: (string | number)[]): SettingsEdit => ({ kind: 'remove', path });

function parsed(text: string | Uint8Array): SettingsText {
  const content = parseSettings(Buffer.from(text));
  if (content.kind === 'broken') {
    throw new Error(`line ${content.trouble.line}: ${content.trouble.reason}`);
  }
  return content;
}

function edited(text: string, ...edits: SettingsEdit[]): string | undefined {
  const result = editText(parsed(text), edits);
  return result && Buffer.from(result.bytes).toString();
}

interface Row {
  readonly name: string;
  readonly before: string;
  readonly edit: SettingsEdit;
  readonly after: string;
}

const big = `{\n${Array.from({ length: 60_000 }, (_, at) => `  "key${at}": "${'x'.repeat(58)}"`).join(',\n')}\n}\n`;

const rows: readonly Row[] = [
  {
    name: 'no content',
    before: '',
    edit: set(['model'], 'opus'),
    after: '{\n  "model": "opus"\n}\n',
  },
  { name: 'white space only', before: ' \n', edit: set(['a'], 1), after: ' \n{\n  "a": 1\n}\n' },
  { name: 'a mark only', before: '\uFEFF', edit: set(['a'], 1), after: '\uFEFF{\n  "a": 1\n}\n' },
  { name: 'an empty object', before: '{}', edit: set(['a'], 1), after: '{\n  "a": 1\n}' },
  {
    name: 'an empty object with a line inside',
    before: '{\n}\n',
    edit: set(['a'], 1),
    after: '{\n  "a": 1\n}\n',
  },
  {
    name: 'a missing array',
    before: '{}\n',
    edit: append('Bash'),
    after: '{\n  "permissions": {\n    "allow": [\n      "Bash"\n    ]\n  }\n}\n',
  },
  {
    name: 'an empty array',
    before: '{\n  "permissions": {\n    "allow": []\n  }\n}',
    edit: append('Bash'),
    after: '{\n  "permissions": {\n    "allow": [\n      "Bash"\n    ]\n  }\n}',
  },
  {
    name: 'an array on lines',
    before: '{\n  "permissions": {\n    "allow": [\n      "A"\n    ]\n  }\n}\n',
    edit: append('B'),
    after: '{\n  "permissions": {\n    "allow": [\n      "A",\n      "B"\n    ]\n  }\n}\n',
  },
  {
    name: 'an array on one line of many',
    before: '{\n  "permissions": { "allow": ["A", "B"] }\n}',
    edit: append('C'),
    after: '{\n  "permissions": { "allow": ["A", "B", "C"] }\n}',
  },
  {
    name: 'a minified file',
    before: '{"permissions":{"allow":["A"]},"model":"m"}',
    edit: append('B'),
    after: '{"permissions":{"allow":["A","B"]},"model":"m"}',
  },
  {
    name: 'a minified file that lacks the array',
    before: '{"model":"m"}',
    edit: append('B'),
    after: '{"model":"m","permissions":{"allow":["B"]}}',
  },
  {
    name: 'tabs',
    before: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    edit: set(['c'], { d: [1] }),
    after: '{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"c": {\n\t\t"d": [\n\t\t\t1\n\t\t]\n\t}\n}\n',
  },
  {
    name: 'four spaces',
    before: '{\n    "a": 1\n}\n',
    edit: set(['b'], { c: 2 }),
    after: '{\n    "a": 1,\n    "b": {\n        "c": 2\n    }\n}\n',
  },
  {
    name: 'CRLF',
    before: '{\r\n  "a": 1\r\n}\r\n',
    edit: set(['b'], { c: 2 }),
    after: '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 2\r\n  }\r\n}\r\n',
  },
  {
    name: 'CR alone',
    before: '{\r  "a": 1\r}\r',
    edit: set(['b'], 2),
    after: '{\r  "a": 1,\r  "b": 2\r}\r',
  },
  {
    name: 'mixed line ends',
    before: '{\n  "a": 1,\r\n  "b": 2\n}',
    edit: set(['b'], 3),
    after: '{\n  "a": 1,\r\n  "b": 3\n}',
  },
  {
    name: 'a byte order mark',
    before: '\uFEFF{"a":1}',
    edit: set(['a'], 2),
    after: '\uFEFF{"a":2}',
  },
  {
    name: 'a comment before all',
    before: '// mine\n{"a":1}',
    edit: set(['a'], 2),
    after: '// mine\n{"a":2}',
  },
  {
    name: 'a comment after all',
    before: '{"a":1}\n// end',
    edit: set(['a'], 2),
    after: '{"a":2}\n// end',
  },
  {
    name: 'comments only',
    before: '// later\n',
    edit: set(['a'], 2),
    after: '// later\n{\n  "a": 2\n}\n',
  },
  {
    name: 'a comment beside the last value',
    before: '{\n  "a": 1 // one\n}',
    edit: set(['b'], 2),
    after: '{\n  "a": 1, // one\n  "b": 2\n}',
  },
  {
    name: 'a block comment beside the last value',
    before: '{\n  "a": 1 /* one */\n}',
    edit: set(['b'], 2),
    after: '{\n  "a": 1, /* one */\n  "b": 2\n}',
  },
  {
    name: 'a comment on its own line at the end',
    before: '{\n  "a": 1\n  // more\n}',
    edit: set(['b'], 2),
    after: '{\n  "a": 1,\n  // more\n  "b": 2\n}',
  },
  {
    name: 'a line comment in one line of an array',
    before: '{"permissions":{"allow":["A" // x\n]}}',
    edit: append('B'),
    after: '{"permissions":{"allow":["A", // x\n"B"\n]}}',
  },
  {
    name: 'an object with a comment only',
    before: '{\n  // none yet\n}',
    edit: set(['a'], 1),
    after: '{\n  // none yet\n  "a": 1\n}',
  },
  {
    name: 'a comma after the last item',
    before: '{\n  "a": 1,\n}',
    edit: set(['b'], 2),
    after: '{\n  "a": 1,\n  "b": 2\n}',
  },
  {
    name: 'a comma and a comment at the end',
    before: '{\n  "a": 1, // one\n}',
    edit: set(['b'], 2),
    after: '{\n  "a": 1, // one\n  "b": 2\n}',
  },
  {
    name: 'a comma in an array of one line',
    before: '{"permissions":{"allow":["A",]}}',
    edit: append('B'),
    after: '{"permissions":{"allow":["A","B"]}}',
  },
  {
    name: 'a changed string',
    before: '{\n  "model" : "a" ,\n  "x": 1\n}',
    edit: set(['model'], 'ü"\n'),
    after: '{\n  "model" : "ü\\"\\n" ,\n  "x": 1\n}',
  },
  {
    name: 'a changed object on lines',
    before: '{\n  "a": {\n    "b": 1\n  }\n}',
    edit: set(['a'], { c: [2] }),
    after: '{\n  "a": {\n    "c": [\n      2\n    ]\n  }\n}',
  },
  {
    name: 'a changed array on one line',
    before: '{\n  "a": [1, 2]\n}',
    edit: set(['a'], [3, 4]),
    after: '{\n  "a": [3,4]\n}',
  },
  {
    name: 'a changed item',
    before: '{"a":[1, {"b":2}, 3]}',
    edit: set(['a', 1, 'b'], 5),
    after: '{"a":[1, {"b":5}, 3]}',
  },
  { name: 'null', before: '{"a":null}', edit: set(['a'], false), after: '{"a":false}' },
  {
    name: 'unknown keys and odd numbers',
    before: '{"zzz":1e400,"n":-0.10,"a":1}',
    edit: set(['a'], 2),
    after: '{"zzz":1e400,"n":-0.10,"a":2}',
  },
  { name: 'escaped keys', before: '{"\\u0061":1}', edit: set(['a'], 2), after: '{"\\u0061":2}' },
  {
    name: 'text outside of ASCII',
    before: '{"ä😀":"日本","a":1}',
    edit: set(['a'], 2),
    after: '{"ä😀":"日本","a":2}',
  },
  {
    name: 'a key twice: the last counts',
    before: '{"a":1,"b":0,"a":2}',
    edit: set(['a'], 3),
    after: '{"a":1,"b":0,"a":3}',
  },
  {
    name: 'a list twice',
    before: '{"permissions":{"allow":["A"]},"permissions":{"allow":["B"]}}',
    edit: append('C'),
    after: '{"permissions":{"allow":["A"]},"permissions":{"allow":["B","C"]}}',
  },
  {
    name: 'removal of a key that comes twice',
    before: '{"a":1,"b":0,"a":2}',
    edit: remove('a'),
    after: '{"b":0}',
  },
  {
    name: 'a key __proto__',
    before: '{"__proto__":{"x":1},"a":1}',
    edit: set(['a'], 2),
    after: '{"__proto__":{"x":1},"a":2}',
  },
  {
    name: 'a new key __proto__',
    before: '{"a":1}',
    edit: set(['__proto__'], 2),
    after: '{"a":1,"__proto__":2}',
  },
  {
    name: 'depth',
    before: `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
    edit: set(['b'], 1),
    after: `${'{"a":'.repeat(150)}1${'}'.repeat(149)},"b":1}`,
  },
  {
    name: '4 MB',
    before: big,
    edit: set(['key59999'], 'y'),
    after: big.replace(/x+"\n}\n$/, 'y"\n}\n'),
  },
  {
    name: 'removal of the first line',
    before: '{\n  "a": 1,\n  "b": 2\n}',
    edit: remove('a'),
    after: '{\n  "b": 2\n}',
  },
  {
    name: 'removal of a middle line',
    before: '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
    edit: remove('b'),
    after: '{\n  "a": 1,\n  "c": 3\n}',
  },
  {
    name: 'removal of the last line',
    before: '{\n  "a": 1,\n  "b": 2\n}',
    edit: remove('b'),
    after: '{\n  "a": 1\n}',
  },
  {
    name: 'removal of the only line',
    before: '{\n  "a": 1\n}\n',
    edit: remove('a'),
    after: '{}\n',
  },
  {
    name: 'removal with CRLF',
    before: '{\r\n  "a": 1,\r\n  "b": 2\r\n}',
    edit: remove('b'),
    after: '{\r\n  "a": 1\r\n}',
  },
  {
    name: 'removal beside comments',
    before: '{\n  "a": 1, // one\n  // two:\n  "b": 2, // two\n  "c": 3\n}',
    edit: remove('b'),
    after: '{\n  "a": 1, // one\n  // two:\n  // two\n  "c": 3\n}',
  },
  {
    name: 'removal of the last after a comment',
    before: '{\n  "a": 1, // one\n  "b": 2\n}',
    edit: remove('b'),
    after: '{\n  "a": 1 // one\n}',
  },
  {
    name: 'removal of the only value beside a comment',
    before: '{\n  // one\n  "a": 1\n}',
    edit: remove('a'),
    after: '{\n  // one\n}',
  },
  {
    name: 'removal of the last with a comma',
    before: '{\n  "a": 1,\n  "b": 2,\n}',
    edit: remove('b'),
    after: '{\n  "a": 1,\n}',
  },
  {
    name: 'removal before a closing brace on the line',
    before: '{ "a": 1,\n  "b": 2 }',
    edit: remove('b'),
    after: '{ "a": 1 }',
  },
  {
    name: 'removal of a value of many lines',
    before: '{\n  "a": {\n    "x": [\n      1\n    ]\n  },\n  "b": 2\n}',
    edit: remove('a'),
    after: '{\n  "b": 2\n}',
  },
  {
    name: 'removal of the first item',
    before: '{"permissions":{"allow":["A", "B", "C"]}}',
    edit: drop('A'),
    after: '{"permissions":{"allow":["B", "C"]}}',
  },
  {
    name: 'removal of a middle item',
    before: '{"permissions":{"allow":["A", "B", "C"]}}',
    edit: drop('B'),
    after: '{"permissions":{"allow":["A", "C"]}}',
  },
  {
    name: 'removal of the last item',
    before: '{"permissions":{"allow":["A", "B", "C"]}}',
    edit: drop('C'),
    after: '{"permissions":{"allow":["A", "B"]}}',
  },
  {
    name: 'removal of an item that comes twice',
    before: '{"permissions":{"allow":["A","B","A"]}}',
    edit: drop('A'),
    after: '{"permissions":{"allow":["B"]}}',
  },
  {
    name: 'removal of an item by its place',
    before: '{"a":[{"b":1}, {"b":2}]}',
    edit: remove('a', 0),
    after: '{"a":[{"b":2}]}',
  },
  {
    name: 'an item in between',
    before: '{\n  "a": [\n    1,\n    3\n  ]\n}',
    edit: { kind: 'insert', path: ['a'], index: 1, value: 2 },
    after: '{\n  "a": [\n    1,\n    2,\n    3\n  ]\n}',
  },
  {
    name: 'an item that is there',
    before: '{"permissions":{"allow":["A"]} }',
    edit: append('A'),
    after: '{"permissions":{"allow":["A"]} }',
  },
  {
    name: 'an item that is not there',
    before: '{"permissions":{"allow":["A"]} }',
    edit: drop('B'),
    after: '{"permissions":{"allow":["A"]} }',
  },
  {
    name: 'a key that is not there',
    before: '{"a": 1 }',
    edit: remove('b', 'c'),
    after: '{"a": 1 }',
  },
];

describe('an edit keeps every byte that it was not asked to change', () => {
  it.each(rows)('$name', ({ before, edit, after }) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each(rows.filter(({ before }) => isFull || before !== big))(
    'its inverse restores the value: $name',
    ({ before, edit }) => {
      const content = parsed(before);
      const result = editText(content, [edit]);
      const back = result && editText(parsed(result.bytes), result.inverse);
      const lists = { permissions: { allow: [] } };
      const restored = back && parsed(back.bytes).value;
      // Objects and lists that the edit made stay, empty.
      expect([content.value, lists, { ...content.value, ...lists }]).toContainEqual(restored);
    },
  );
});

it('makes several edits, each on the result of the one before', () => {
  expect(edited('{"a":[1,2]}', drop(1, ['a']), append(3, ['a']), set(['b'], true))).toBe(
    '{"a":[2,3],"b":true}',
  );
});

it('takes several edits back from the last to the first', () => {
  const before = '{"list":[1,2,3],"mode":"a"}';
  const edits = [set(['mode'], 'b'), remove('list', 1), set(['mode'], 'c'), remove('list', 1)];
  const result = editText(parsed(before), edits);
  if (!result) throw new Error('An edit does not fit');
  expect(parsed(result.bytes).value).toEqual({ list: [1], mode: 'c' });
  expect(edited(Buffer.from(result.bytes).toString(), ...result.inverse)).toBe(before);
});

describe('an edit that does not fit is refused', () => {
  it.each<{ name: string; text: string; edit: SettingsEdit }>([
    { name: 'a list that is an object', text: '{"permissions":{"allow":{}}}', edit: append('A') },
    { name: 'a parent that is a list', text: '{"permissions":[]}', edit: append('A') },
    { name: 'a parent that is text', text: '{"permissions":"x"}', edit: set(allow, []) },
    { name: 'an item that is gone', text: '{"a":[1]}', edit: set(['a', 1], 2) },
    {
      name: 'another value',
      text: '{"a":2}',
      edit: { ...set(['a'], 3), was: { value: 1 } } as SettingsEdit,
    },
    {
      name: 'a value where none was',
      text: '{"a":2}',
      edit: { kind: 'set', path: ['a'], value: 3, was: {} },
    },
    {
      name: 'another item',
      text: '{"a":[1]}',
      edit: { kind: 'remove', path: ['a', 0], was: { value: 2 } },
    },
  ])('$name', ({ text, edit }) => {
    expect(edited(text, edit)).toBeUndefined();
  });
});
