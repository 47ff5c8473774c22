import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { BlockStream } from '../../../../../webview/ui/markdown/blockStream';
import { appendToGroups, type Block, type Groups } from '../../../../../webview/ui/markdown/blocks';
import { trickyMarkdown } from '../../../../support/fixtures/trickyMarkdown';

function describeBlock(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `code ${block.info}: ${block.lines.flat().join('|')}${block.open ? ' …' : ''}`;
    case 'list':
      return `list ${block.first} ${block.loose ? 'loose' : 'tight'}: ${block.groups.flat().length}`;
    case 'token':
      return `${block.token.type}: ${block.token.raw.trim()}`;
  }
}

const describeAll = (blocks: Groups<Block>) => blocks.flat().map(describeBlock);

function streamed(text: string, size: number, stream = new BlockStream()): Groups<Block> {
  for (let length = size; length < text.length; length += size) {
    stream.update(text.slice(0, length), true);
  }
  return stream.update(text, true);
}

describe('BlockStream', () => {
  it.each(trickyMarkdown)('finds the same blocks incrementally and at once: $name', ({ text }) => {
    const whole = describeAll(new BlockStream().update(text, false));
    for (const size of [1, 3, 31]) {
      const stream = new BlockStream();
      streamed(text, size, stream);
      expect(describeAll(stream.update(text, false))).toEqual(whole);
    }
  });

  it('keeps frozen blocks, full chunks and groups as the same objects', () => {
    const stream = new BlockStream();
    const text = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.\n\n`).join('');
    const before = stream.update(text, true);
    const after = stream.update(`${text}More.`, true);
    expect(after).toHaveLength(3);
    expect(after.slice(0, 2).every((chunk, index) => chunk === before[index])).toBe(true);
    const last = stream.update(`${text}More.`, false).flat();
    expect(last.every((block, index) => block === after.flat()[index])).toBe(true);
  });

  it('lexes only text that may still change', () => {
    const stream = new BlockStream();
    const items = Array.from({ length: 500 }, (_, index) => `- item ${index}\n`).join('');
    streamed(`${'Text.\n\n'.repeat(100)}${items}`, 50, stream);
    expect(stream.openLength).toBeLessThan(100);
  });

  it.each([
    ['in an ordinary text', `**a** ${'a_'.repeat(1_000)}`, ['strong', 'text']],
    ['in a huge word', `**a** ${'a_'.repeat(1_500)}`, ['text']],
    ['in a huge paragraph', '**a** '.repeat(9_000), ['text']],
  ])('reads marks %s as the lexer can in linear time', (_, text, kinds) => {
    const [block] = new BlockStream().update(text, false).flat();
    const token = block?.kind === 'token' && 'tokens' in block.token ? block.token : undefined;
    expect(token?.tokens?.map(({ type }) => type)).toEqual(kinds);
  });

  it('reads nested emphasis as deep as anybody writes it', () => {
    const text = `${'**a '.repeat(200)}${'b** '.repeat(200)}`;
    const [block] = new BlockStream().update(text, false).flat();
    const depthOf = (token: Token): number =>
      1 + Math.max(0, ...('tokens' in token && token.tokens ? token.tokens.map(depthOf) : []));
    expect(block?.kind === 'token' && depthOf(block.token)).toBe(62);
  });

  it.each([
    ['near', 500, 'heading'],
    ['far', 1_500, 'paragraph'],
  ])('makes a heading of lines that are underlined %s below', (_, lines, type) => {
    const [block] = new BlockStream().update(`${'a\n'.repeat(lines)}===\n`, false).flat();
    expect(block?.kind === 'token' && block.token.type).toBe(type);
  });

  it('does not lex an open fence', () => {
    const stream = new BlockStream();
    const blocks = streamed(`\`\`\`ts\n${'const a = 1;\n'.repeat(1000)}`, 50, stream);
    expect(stream.openLength).toBe(0);
    expect(blocks.flat()).toHaveLength(1);
  });

  it('hides the start of a closing fence until it is certain', () => {
    const stream = new BlockStream();
    expect(describeAll(stream.update('```js\nx\n``', true))).toEqual(['code js: x …']);
    expect(describeAll(stream.update('```js\nx\n```', true))).toEqual(['code js: x']);
    expect(describeAll(stream.update('```js\nx\n```y', true))).toEqual(['code js: x|```y …']);
  });

  it('resolves references defined after their use once the text is complete', () => {
    const stream = new BlockStream();
    const text = 'See [one].\n\nOther.\n\n[one]: https://a.example\n';
    const before = streamed(text, 5, stream).flat();
    const after = stream.update(text, false).flat();
    expect(JSON.stringify(before[0])).not.toContain('"link"');
    expect(JSON.stringify(after[0])).toContain('"link"');
    expect(after[1]).toBe(before[1]);
  });

  it('starts over if the text is not a continuation', () => {
    const stream = new BlockStream();
    stream.update('# One\n\n```js\nx', true);
    expect(describeAll(stream.update('Two', true))).toEqual(['paragraph: Two']);
    expect(describeAll(stream.update('', true))).toEqual([]);
    stream.update('Three', false);
    expect(describeAll(stream.update('Three and more', true))).toEqual([
      'paragraph: Three and more',
    ]);
  });

  it('shows excessively nested text unchanged', () => {
    const text = '>'.repeat(50_000);
    expect(describeAll(new BlockStream().update(text, false))).toEqual([`paragraph: ${text}`]);
  });
});

describe('appendToGroups', () => {
  it('fills the last group, then adds others, without changing its argument', () => {
    const first = appendToGroups<number>([], [1, 2, 3], 2);
    expect(first).toEqual([[1, 2], [3]]);
    const second = appendToGroups(first, [4, 5], 2);
    expect(second).toEqual([[1, 2], [3, 4], [5]]);
    expect(second[0]).toBe(first[0]);
    expect(first).toEqual([[1, 2], [3]]);
    expect(appendToGroups(second, [], 2)).toBe(second);
  });
});
