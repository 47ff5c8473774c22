import { FrameTranslator } from '../../../../../src/cli/translate/frameTranslator';
import type { ConversationEvent } from '../../../../../src/contract/events';
import { readFrame } from '../../../../../src/protocol/frames';

/** Translates frames as of one process, and returns all events. */
export function translated(
  frames: readonly object[],
  options: { readonly costStored?: number } = {},
): readonly ConversationEvent[] {
  const translator = new FrameTranslator({ cwd: '/w', ...options });
  return frames.flatMap(frame => {
    const line = readFrame({ session_id: 's1', ...frame });
    if (line.kind !== 'frame') throw new Error(`Not a frame: ${JSON.stringify(frame)}`);
    return translator.translate(line.frame, 1);
  });
}

export const begin = (id: string) => ({
  type: 'stream_event',
  event: { type: 'message_start', message: { id } },
});
export const stop = (reason: string) => ({
  type: 'stream_event',
  event: { type: 'message_delta', delta: { stop_reason: reason } },
});
export const answer = (id: string, more: object = {}, frame: object = {}) => ({
  type: 'assistant',
  message: { id, model: 'opus', content: [{ type: 'text', text: id }], ...more },
  ...frame,
});
export const end = (more: object = {}) => ({
  ...{ type: 'result', subtype: 'success', is_error: false, ...more },
});
