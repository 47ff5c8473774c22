interface TimestampProps {
  readonly at: number;
}

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dateAndTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const day = 24 * 60 * 60 * 1000;

/** Time of a message; visible while the message is hovered or focused. */
export function Timestamp({ at }: TimestampProps) {
  if (at <= 0) {
    return null;
  }
  const isRecent = Date.now() - at < day;
  return (
    <time class="timestamp" dateTime={new Date(at).toISOString()} title={dateAndTime.format(at)}>
      {isRecent ? time.format(at) : date.format(at)}
    </time>
  );
}
