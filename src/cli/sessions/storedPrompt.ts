import type { Image } from '../../contract/content';
import type { SentContext } from '../../contract/mentions';
import { blocksOf, type ContentBlock, type ResultContent, textOf } from '../../protocol/blocks';
import { noWords, readContextText } from '../frames/contextText';
import { toImage } from '../translate/tools/resultBlocks';

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
    context: blocks.slice(0, lastText(blocks)).flatMap(contextOf),
  };
}

/** Returns the user's own words, without the content that went with them. */
export function ownText(content: ResultContent): string {
  if (typeof content === 'string') {
    return content;
  }
  const last = lastText(content);
  const own = content.filter((block, index) => index >= last || contextOf(block).length === 0);
  const text = textOf(own);
  return text === noWords && own.length < content.length ? '' : text;
}

/** Content comes before the user's text: at the end, our marks are words like any others. */
function lastText(blocks: readonly ContentBlock[]): number {
  return blocks.findLastIndex(({ type }) => type === 'text');
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
