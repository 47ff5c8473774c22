import type { JsonObject } from '../../base/json';
import type { OutgoingMessage } from '../../protocol/agentSource';
import { type CliVersion, isAtLeast } from '../launch/version';

/** First version that respects a message's priority. */
export const prioritySince: CliVersion = '2.1.120';

/** Converts a message to the CLI's format. Results refer to its id, so it must be unique. */
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
