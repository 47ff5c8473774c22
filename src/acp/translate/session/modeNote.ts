import type { ReadUpdate } from '../wire/update';

const form = /^\[MODE_UPDATE\] (\S{1,100})$/;

/**
 * Returns the mode that an update names. Gemini CLI reports a change that follows from a permission
 * as a message in its answer; `current_mode_update` would be the protocol's way.
 */
export function notedMode(read: ReadUpdate): string | undefined {
  if (read.kind !== 'agent_message_chunk' || read.update.content?.type !== 'text') {
    return undefined;
  }
  return form.exec(read.update.content.text.trim())?.[1];
}
