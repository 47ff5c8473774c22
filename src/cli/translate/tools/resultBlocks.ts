import { isObject } from '../../../base/json';
import type { ToolContent } from '../../../contract/tools';
import { blocksOf, type ContentBlock, type ResultContent } from '../../../protocol/blocks';
import { toImage } from '../../../protocol/wireImage';

/** Converts a result's blocks as they are. */
export function contentOf(content: ResultContent): ToolContent[] {
  return blocksOf(content).flatMap(block => {
    if (block.type === 'text') {
      return block.text === '' ? [] : [{ type: 'text' as const, text: block.text }];
    }
    return [imageContent(block) ?? fieldsOf(block)];
  });
}

export function imagesOf(content: ResultContent): ToolContent[] {
  return blocksOf(content).flatMap(block => imageContent(block) ?? []);
}

function imageContent(block: ContentBlock): ToolContent | undefined {
  const image = block.type === 'image' ? toImage(block.source.media_type, block.source.data) : null;
  return image ? { type: 'image', image } : undefined;
}

/** Shows a block of an unknown type by its members. */
function fieldsOf(block: ContentBlock): ToolContent {
  const wire: unknown = block.type === 'other' ? block.wire : block;
  return isObject(wire)
    ? fieldsContent(wire)
    : { type: 'text', text: typeof wire === 'string' ? wire : JSON.stringify(wire) };
}

export function fieldsContent(members: object): ToolContent {
  const fields = Object.entries(members)
    .filter(([name, value]) => name !== 'type' && value !== undefined)
    .map(([name, value]) => ({ name, value: valueText(value) }));
  return { type: 'fields', fields };
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Removes the tags that the CLI puts around errors for the model. */
export function errorText(text: string): string {
  const inner = /^<tool_use_error>([\s\S]*)<\/tool_use_error>$/.exec(text.trim());
  return inner?.[1] ?? text;
}
