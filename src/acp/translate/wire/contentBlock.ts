import { isObject } from '../../../base/json';
import * as z from '../../../base/schema';
import { number, text } from '../../../protocol/lenient';

const blocks = {
  text: z.object({ type: z.literal('text'), text: z.string() }),
  image: z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  audio: z.object({ type: z.literal('audio'), data: z.string(), mimeType: text }),
  resource_link: z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: text,
    title: text,
    mimeType: text,
    size: number,
  }),
  resource: z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), text, blob: text, mimeType: text }),
  }),
} as const;

/**
 * Block of a message, a prompt or a call's output.
 * @see https://agentclientprotocol.com/protocol/content
 */
export type AcpBlock = {
  [Type in keyof typeof blocks]: z.output<(typeof blocks)[Type]>;
}[keyof typeof blocks];

/**
 * Reads a block. Some agents leave out the type of a text, or put a block into the envelope that
 * the content of calls has.
 * @returns `undefined` for a block of an unknown type, or a malformed one
 */
export function readBlock(wire: unknown): AcpBlock | undefined {
  if (!isObject(wire)) {
    return undefined;
  }
  const { type, text: words, content } = wire;
  // Without a schema: a stream consists of such blocks.
  if ((type === undefined || type === 'text') && typeof words === 'string') {
    return { type: 'text', text: words };
  }
  const inner = type === 'content' && isObject(content) ? content : wire;
  const name = inner === wire ? type : (inner.type ?? 'text');
  if (typeof name !== 'string' || !Object.hasOwn(blocks, name)) {
    return undefined;
  }
  const parsed = blocks[name as keyof typeof blocks].safeParse({ ...inner, type: name });
  return parsed.success ? parsed.data : undefined;
}

/** Reads blocks as far as they can be read: a list, a single one, or a text. */
export function readBlocks(wire: unknown): readonly AcpBlock[] {
  if (typeof wire === 'string') {
    return [{ type: 'text', text: wire }];
  }
  const list: readonly unknown[] = Array.isArray(wire) ? wire : [wire];
  return list.flatMap(one => readBlock(one) ?? []);
}

/** Reads the block of a chunk; of a list, which some agents send, its texts in one. */
export function readChunk(wire: unknown): AcpBlock | undefined {
  if (isObject(wire)) {
    return readBlock(wire);
  }
  const [first, ...others] = readBlocks(wire);
  if (first?.type !== 'text' || others.length === 0) {
    return first;
  }
  const texts = others.flatMap(block => (block.type === 'text' ? [block.text] : []));
  return { type: 'text', text: [first.text, ...texts].join('') };
}
