import { isObject } from '../../../base/json';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { blockText } from '../anatomy/blockText';
import { blocksOf, type RequestBlock } from '../anatomy/requestBlocks';
import { tokensBy } from '../anatomy/tokens';

/** Block of a request, with what the API compares of it. */
export interface ComparedBlock {
  readonly block: RequestBlock;
  /** Equal for blocks that are the same to the cache. */
  readonly key: string;
  readonly tokens: number;
  /** True if a cache mark stands at the block or behind it. */
  readonly isCached: boolean;
}

/** Text that the CLI puts before the system for its maker; it does not count for the cache. */
const billingNote = 'x-anthropic-billing-header:';
const deepest = 64;

/** Returns the blocks of a request that the cache depends on, in its order. */
export function comparedBlocks({ inspected, request }: RecordedCall): ComparedBlock[] {
  const tokens = tokensBy(inspected.call.sizes);
  const all = request ? blocksOf(request).blocks : [];
  const blocks = all.filter(block => !isBillingNote(block));
  const lastMark = blocks.findLastIndex(({ cacheMark }) => cacheMark !== undefined);
  return blocks.map((block, index) => ({
    block,
    key: keyOf(block),
    tokens: tokens(block),
    isCached: index <= lastMark,
  }));
}

/** Returns what is compared character by character, without cache marks. */
export function comparedText({ block, key }: ComparedBlock): string {
  const { text, isJson } = blockText(block);
  return isJson ? key.slice(key.indexOf('\n') + 1) : text;
}

function isBillingNote(block: RequestBlock): boolean {
  return block.place.part === 'system' && blockText(block).text.startsWith(billingNote);
}

function keyOf(block: RequestBlock): string {
  const { place, type, name = '' } = block;
  return `${place.part} ${type} ${name}\n${bareJson(block)}`;
}

/** A plain text and a block with that text are the same to the API. */
function bareJson({ json, value }: RequestBlock): string {
  const block = typeof value === 'string' ? { type: 'text', text: value } : value;
  if (!isObject(block)) {
    return json;
  }
  try {
    return JSON.stringify(json.includes('"cache_control"') ? withoutMarks(block, 0) : block);
  } catch {
    // Nested too deeply to be written again.
    return json;
  }
}

function withoutMarks(value: unknown, depth: number): unknown {
  if (depth > deepest) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(item => withoutMarks(item, depth + 1));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'cache_control')
      .map(([name, member]) => [name, withoutMarks(member, depth + 1)]),
  );
}
