import { timeText } from '../../src/base/locale';

interface TimestampProps {
  readonly at: number;
}

const time = { timeStyle: 'short' } as const;
const date = { dateStyle: 'medium' } as const;
const both = { ...date, ...time } as const;
const day = 24 * 60 * 60 * 1000;

/** Creates the formats of times, which takes 10 ms. */
export function warmUpTimes(): void {
  for (const format of [time, date, both]) {
    timeText(0, format);
  }
}

/** Time of a message; visible while the message is hovered or focused. */
export function Timestamp({ at }: TimestampProps) {
  const sent = new Date(at);
  // An agent may send any number: no calendar has all of them.
  if (!(sent.getTime() > 0)) {
    return null;
  }
  const isRecent = Date.now() - at < day;
  return (
    <time class="timestamp" dateTime={sent.toISOString()} title={timeText(at, both)}>
      {timeText(at, isRecent ? time : date)}
    </time>
  );
}
