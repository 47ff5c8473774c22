import type { JsonObject } from '../../base/json';
import type { ContextBlock, OutgoingMessage } from '../../protocol/agentSource';
import { type CliVersion, isAtLeast } from '../launch/version';
import { noWords, toContextText } from './contextText';
import { toShellTags } from './shellTags';

/** First version that respects a message's priority. */
export const prioritySince: CliVersion = '2.1.120';

/** Converts a message to the CLI's format. Results refer to its id, so it must be unique. */
export function toUserFrame(message: OutgoingMessage, version: CliVersion): JsonObject {
  const { id, text, images, context = [], urgency } = message;
  const content: JsonObject[] = images.map(({ mediaType, data }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data },
  }));
  content.push(...context.flatMap(contextBlocks));
  // The CLI expands paths and runs a command in the last text only, which is always the user's.
  const last = text.trim() === '' && context.length > 0 ? noWords : text;
  if (last !== '' || content.length === 0) {
    content.push({ type: 'text', text: last });
  }
  const priority = urgency === 'turn' ? undefined : urgency;
  return {
    type: 'user',
    session_id: '',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    uuid: id,
    ...(priority && isAtLeast(version, prioritySince) ? { priority } : {}),
  };
}

function contextBlocks(block: ContextBlock): JsonObject[] {
  if ('text' in block) {
    const shell = block.kind === 'shell' ? toShellTags(block.text) : undefined;
    return (shell ?? [toContextText(block)]).map(text => ({ type: 'text', text }));
  }
  const source = { type: 'base64', media_type: 'application/pdf', data: block.data };
  return [{ type: 'document', source, title: block.title }];
}
