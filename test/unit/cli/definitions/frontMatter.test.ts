import { describe, expect, it } from 'vitest';
import { readFrontMatter, writeFrontMatter } from '../../../../src/cli/definitions/frontMatter';

const fields = async (head: string) => (await readFrontMatter(`---\n${head}\n---\nBody`)).fields;

describe('the head of a Markdown file', () => {
  it.each([
    ['name: reviewer', { name: 'reviewer' }],
    ['name: "a: b"\ndescription: >\n  two\n  lines', { name: 'a: b', description: 'two lines\n' }],
    ['tools: [Read, Grep]', { tools: ['Read', 'Grep'] }],
    ['tools:\n  - Read\n  - Grep', { tools: ['Read', 'Grep'] }],
    // No YAML, but Claude Code reads it.
    ['name: x\ndescription: Use this: always', { name: 'x', description: 'Use this: always' }],
    ['name: [a\ndescription: b', { name: '[a', description: 'b' }],
    ['a: "x\nb: y', { a: '"x', b: 'y' }],
    ['- a\n- b', {}],
    ['', {}],
  ])('is read from %j', async (head, expected) => {
    expect(await fields(head)).toEqual(expected);
  });

  it.each([
    ['YAML', 'name: a', undefined],
    ['a colon in a value', 'description: Use this: always', undefined],
    ['no lines', '', undefined],
    ['what no reader of YAML takes', 'a: "x\nb: y', true],
    ['more than is read as YAML', `name: ${'a'.repeat(50_000)}`, true],
  ])('says whether it had to be guessed: %s', async (_, head, isGuessed) => {
    expect((await readFrontMatter(`---\n${head}\n---\nBody`)).isGuessed).toBe(isGuessed);
  });

  it.each([
    ['---\r\nname: a\r\n---\r\nText\r\n', { name: 'a' }, 'Text\r\n'],
    ['\uFEFF---\nname: a\n---\nText', { name: 'a' }, 'Text'],
    ['---\n---\nText', {}, 'Text'],
    ['No head', {}, 'No head'],
    ['---\nname: a\nnever closed', {}, '---\nname: a\nnever closed'],
    ['---\nname: a --- b\n---', { name: 'a --- b' }, ''],
  ])('is told from the body of %j', async (text, expected, body) => {
    expect(await readFrontMatter(text)).toEqual({ fields: expected, body });
  });

  it.each([
    'yes',
    '123',
    'a: b',
    '# no comment',
    '"quoted"',
    'two\nlines',
    '',
    '🦀 é',
    '- x',
    '1.0',
  ])('is read back as it was written: %j', async value => {
    const text = await writeFrontMatter({ name: value, tools: ['Read', value] }, 'Body');
    const read = await readFrontMatter(text);
    expect(read).toEqual({ fields: { name: value, tools: ['Read', value] }, body: '\nBody\n' });
  });

  it.each([
    ['blanks in a line that is no YAML', `bad: [\nname: a${' '.repeat(900_000)}b`],
    [
      'aliases of a long list',
      `a: &a [${'x,'.repeat(150_000)}x]\nb:\n${'  - ? *a\n'.repeat(60_000)}`,
    ],
    [
      'merges of a long map',
      `a: &a\n${'  k: 1\n'.repeat(1)}${Array.from({ length: 30_000 }, (_, i) => `  k${i}: 1`).join('\n')}\nb:\n${'  - <<: *a\n'.repeat(30_000)}`,
    ],
    ['a list in lists without end', `a: ${'['.repeat(900_000)}`],
  ])('is read at once, whatever is in it: %s', async (_name, head) => {
    expect(typeof (await fields(`${head}\ndescription: last`)).description).toBe('string');
  });

  it('cannot name the prototype of what was read', async () => {
    const read = await fields('__proto__:\n  polluted: true\nname: a');
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});
