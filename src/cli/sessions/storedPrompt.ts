import type { Image } from '../../contract/content';
import type { SentContext } from '../../contract/mentions';
import { type ShellText, writeShellText } from '../../contract/shell';
import { blocksOf, type ContentBlock, type ResultContent, textOf } from '../../protocol/blocks';
import { toImage } from '../../protocol/wireImage';
import { noWords, readContextText } from '../frames/contextText';
import { readShellTags } from '../frames/shellTags';

/** Message of the user as it was stored, taken apart again. */
export interface StoredPrompt {
  readonly text: string;
  readonly images: readonly Image[];
  readonly context: readonly SentContext[];
}

export function readPrompt(content: ResultContent): StoredPrompt {
  const blocks = blocksOf(content);
  const images = blocks.flatMap(
    block => (block.type === 'image' && toImage(block.source.media_type, block.source.data)) || [],
  );
  return {
    text: ownText(content),
    images,
    context: blocks.slice(0, lastText(blocks)).flatMap((_, index) => contextAt(blocks, index)),
  };
}

/** Returns the user's own words, without the content that went with them. */
export function ownText(content: ResultContent): string {
  if (typeof content === 'string') {
    return content;
  }
  const last = lastText(content);
  const own = content.filter((_, index) => index >= last || !isContext(content, index));
  const text = textOf(own);
  return text === noWords && own.length < content.length ? '' : text;
}

/** Content comes before the user's text: at the end, our marks are words like any others. */
function lastText(blocks: readonly ContentBlock[]): number {
  return blocks.findLastIndex(({ type }) => type === 'text');
}

/** The output of a shell line stands behind its command, and belongs to it. */
function isContext(blocks: readonly ContentBlock[], index: number): boolean {
  return contextAt(blocks, index).length > 0 || shellAt(blocks, index - 1) !== undefined;
}

function contextAt(blocks: readonly ContentBlock[], index: number): SentContext[] {
  const shell = shellAt(blocks, index);
  const block = blocks[index];
  return shell ? [shellContext(shell)] : block ? contextOf(block) : [];
}

function shellAt(blocks: readonly ContentBlock[], index: number): ShellText | undefined {
  const [first, second] = blocks.slice(Math.max(0, index), index + 2);
  return first?.type === 'text' && second?.type === 'text'
    ? readShellTags(first.text, second.text)
    : undefined;
}

/** Returns a shell line as content of a message. */
export function shellContext(line: ShellText): SentContext {
  const text = writeShellText(line);
  return { kind: 'shell', title: `!${line.command}`, size: text.length, text };
}

function contextOf(block: ContentBlock): SentContext[] {
  if (block.type === 'text') {
    const context = readContextText(block.text);
    return context ? [{ ...context, size: context.text.length }] : [];
  }
  if (block.type !== 'document' || block.source.data === undefined) {
    return [];
  }
  const { data } = block.source;
  const size = Buffer.byteLength(data, 'base64');
  return [{ kind: 'pdf', title: block.title ?? 'PDF', size, data }];
}
