import type { JsonObject } from '../../base/json';
import type { ContextBlock, OutgoingMessage } from '../../protocol/agentSource';
import type { Abilities } from '../start/abilities';

type Takes = Pick<Abilities, 'images' | 'embedded'>;

/**
 * Converts a message to the blocks of `session/prompt`: what it brings along, its text, links to
 * the files that the text names, and images. Agents that take no resources get text.
 */
export function toContentBlocks(
  { id, text, images, context = [] }: OutgoingMessage,
  links: readonly JsonObject[],
  takes: Takes,
): JsonObject[] {
  const isBare = text === '' && images.length + context.length > 0;
  return [
    ...context.map((block, index) => contextBlock(block, takes, `${id}/${index}`)),
    ...(isBare ? [] : [{ type: 'text', text }]),
    ...links,
    ...(takes.images
      ? images.map(({ data, mediaType }) => ({ type: 'image', data, mimeType: mediaType }))
      : []),
  ];
}

function contextBlock(block: ContextBlock, { embedded }: Takes, key: string): JsonObject {
  const { title } = block;
  // No file: a name of our own, by which the agent can quote it.
  const uri = `tandem://context/${key}/${encodeURIComponent(title)}`;
  if ('data' in block) {
    return embedded
      ? { type: 'resource', resource: { uri, blob: block.data, mimeType: 'application/pdf' } }
      : { type: 'text', text: `[${title}: a PDF, which this agent does not take]` };
  }
  return embedded
    ? { type: 'resource', resource: { uri, text: block.text, mimeType: 'text/plain' } }
    : { type: 'text', text: `${title}:\n\n${block.text}` };
}
