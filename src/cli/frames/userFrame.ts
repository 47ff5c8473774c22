import type { JsonObject } from '../../base/json';
import type { OutgoingMessage } from '../../protocol/agentSource';
import { type CliVersion, isAtLeast } from '../launch/version';

/** Versions before ignore the priority of a message. */
export const prioritySince: CliVersion = '2.1.120';

/** A message as the CLI reads it. Its id binds results to it, and must not be used twice. */
export function toUserFrame(message: OutgoingMessage, version: CliVersion): JsonObject {
  const { id, text, images, urgency } = message;
  const content: JsonObject[] = images.map(({ mediaType, data }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data },
  }));
  if (text !== '' || content.length === 0) {
    content.push({ type: 'text', text });
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
