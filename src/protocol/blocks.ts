import { isObject } from '../base/json';
import * as z from '../base/schema';
import { text } from './lenient';

const textBlock = z.looseObject({ type: z.literal('text'), text: z.string() });
const thinkingBlock = z.looseObject({ type: z.literal('thinking'), thinking: z.string() });
const redactedThinkingBlock = z.looseObject({ type: z.literal('redacted_thinking') });
const toolUseBlock = z.looseObject({
  /** `server_tool_use` and `mcp_tool_use` run on the API's side and have the same shape. */
  type: z.enum(['tool_use', 'server_tool_use', 'mcp_tool_use']),
  id: z.string(),
  name: z.string(),
  input: z.catch(z.record(z.string(), z.unknown()), {}),
});
const imageBlock = z.looseObject({
  type: z.literal('image'),
  source: z.looseObject({
    type: z.string(),
    media_type: text,
    data: text,
    url: text,
  }),
});

const documentBlock = z.looseObject({
  type: z.literal('document'),
  title: text,
  source: z.looseObject({ type: z.string(), media_type: text, data: text }),
});

type TextBlock = z.infer<typeof textBlock>;
type ImageBlock = z.infer<typeof imageBlock>;
type ToolUseBlock = z.infer<typeof toolUseBlock>;

/** Block of an unknown type, or a malformed block of a known type. */
interface OtherBlock {
  readonly type: 'other';
  readonly wire: unknown;
}

/** Content of a tool result: the CLI sends a string or blocks. */
export type ResultContent = string | readonly ContentBlock[];

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  /** Often absent on the wire if the call succeeded. */
  readonly is_error: boolean;
  readonly content: ResultContent;
}

export type ContentBlock =
  | TextBlock
  | z.infer<typeof thinkingBlock>
  | z.infer<typeof redactedThinkingBlock>
  | ToolUseBlock
  | ImageBlock
  | z.infer<typeof documentBlock>
  | ToolResultBlock
  | OtherBlock;

const plainBlocks = {
  text: textBlock,
  thinking: thinkingBlock,
  redacted_thinking: redactedThinkingBlock,
  tool_use: toolUseBlock,
  server_tool_use: toolUseBlock,
  mcp_tool_use: toolUseBlock,
  image: imageBlock,
  document: documentBlock,
} as const;

/** Reads one block; an unreadable block is passed on as it came. */
function readBlock(wire: unknown): ContentBlock {
  const type = isObject(wire) ? wire.type : undefined;
  if (typeof type === 'string' && Object.hasOwn(plainBlocks, type)) {
    const parsed = plainBlocks[type as keyof typeof plainBlocks].safeParse(wire);
    return parsed.success ? parsed.data : { type: 'other', wire };
  }
  if (
    isObject(wire) &&
    typeof type === 'string' &&
    type.endsWith('tool_result') &&
    typeof wire.tool_use_id === 'string'
  ) {
    return {
      type: 'tool_result',
      tool_use_id: wire.tool_use_id,
      is_error: wire.is_error === true,
      content: readContent(wire.content),
    };
  }
  return { type: 'other', wire };
}

/** Reads the content of a message or result: a string, blocks, or nothing. */
export function readContent(wire: unknown): ResultContent {
  if (typeof wire === 'string') {
    return wire;
  }
  if (Array.isArray(wire)) {
    return wire.map(readBlock);
  }
  return wire === undefined || wire === null ? '' : [readBlock(wire)];
}

/** Returns content as blocks; a string becomes one text block. */
export function blocksOf(content: ResultContent): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Returns the text blocks of content, joined with line feeds; other blocks are left out. */
export function textOf(content: ResultContent): string {
  if (typeof content === 'string') {
    return content;
  }
  return content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n');
}

export const messageContent = z.pipe(z.unknown(), z.transform(readContent));
