/** Server-sent event, with its place in the text of a stream. */
export interface StreamEvent {
  /** Characters from its first line up to and with the empty line behind it. */
  readonly from: number;
  readonly to: number;
  /** Value of the `event` field; empty if there is none. */
  readonly name: string;
  readonly data: string;
  /** False for the rest of a stream that broke off. */
  readonly isComplete: boolean;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Returns whether a text looks like server-sent events, whatever its header said. */
export function isEventStream(text: string): boolean {
  // In JSON, no line can begin with the name of a field.
  return (
    /^\uFEFF?\s{0,100}(?:event|data|id|retry)?:/.test(text.slice(0, 200)) ||
    /[\r\n]data:/.test(text)
  );
}

/**
 * Returns the events of a stream that was kept as text. Blocks without data are left out, as the
 * standard has it.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function* eventsIn(text: string): Generator<StreamEvent> {
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  let at = from;
  let name = '';
  let data: string[] = [];
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    at = behindLine(text, end);
    if (line === '') {
      if (data.length > 0) {
        yield { from, to: at, name, data: data.join('\n'), isComplete: true };
      }
      from = at;
      name = '';
      data = [];
    } else if (line.startsWith('data')) {
      data.push(...fieldValue(line, 'data'));
    } else if (line.startsWith('event')) {
      name = fieldValue(line, 'event')[0] ?? name;
    }
  }
  if (data.length > 0) {
    yield { from, to: at, name, data: data.join('\n'), isComplete: false };
  }
}

/** Returns the value of a field; none for a line of another field. */
function fieldValue(line: string, field: string): string[] {
  const rest = line.slice(field.length);
  if (rest === '') {
    return [''];
  }
  return rest.startsWith(':') ? [rest.slice(rest[1] === ' ' ? 2 : 1)] : [];
}

const lineBreak = /[\r\n]/g;

/** Looks no further than to the next end: a stream may have one kind of them only. */
function lineEnd(text: string, from: number): number {
  lineBreak.lastIndex = from;
  return lineBreak.exec(text)?.index ?? text.length;
}

function behindLine(text: string, end: number): number {
  const isPair = text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed;
  return Math.min(text.length, end + (isPair ? 2 : 1));
}
