import type { ConversationLine } from '../../protocol/sessionLine';

/** Returns the time at which a line was written, milliseconds since 1970. */
export function lineTime(line: ConversationLine): number | undefined {
  const time = Date.parse(line.timestamp ?? '');
  return Number.isNaN(time) ? undefined : time;
}
