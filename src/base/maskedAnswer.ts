import { eventsIn, isEventStream, type StreamEvent } from './eventStream';
import { isObject, type JsonObject } from './json';

type Mask = (text: string) => string;
/** Places in a text, in characters, with a time each. */
type Times = readonly (readonly [offset: number, ms: number])[];

/** Members of deltas whose texts continue each other. */
const continued = ['text', 'thinking', 'partial_json', 'signature', 'content'] as const;

/**
 * Masks secrets in the kept text of an answer. A stream cuts a secret into pieces that no pattern
 * finds, so the pieces of a block are looked at together. The times keep their places.
 */
export function maskedAnswer(
  body: string,
  times: Times,
  mask: Mask,
): { readonly body: string; readonly times: Times } {
  if (!isEventStream(body)) {
    const masked = mask(plainEscapes(body));
    return { body: masked, times: clipped(times, masked.length) };
  }
  const events = [...eventsIn(body)];
  const parsed = events.map(({ data }) => parsedObject(data));
  const changed = maskedDeltas(parsed, mask);
  if (changed.size === 0 && mask(plainEscapes(body)) === body) {
    return { body, times };
  }
  const masked = (text: string) => mask(plainEscapes(text));
  return rebuilt(body.length, times, events, (from, to, at) => {
    const event = at === undefined ? undefined : changed.get(at);
    return masked(event ? eventText(event) : body.slice(from, to));
  });
}

/**
 * Writes JSON escapes of plain characters as these characters, so that they hide no secret. Quotation
 * marks and backslashes stay escaped.
 */
export function plainEscapes(json: string): string {
  if (!json.includes('\\u00')) {
    return json;
  }
  return json.replace(/\\(?:u00([2-7][0-9a-f])|[\s\S])/gi, (all, code?: string) => {
    const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return ['', '"', '\\', '\x7f'].includes(character) ? all : character;
  });
}

interface Piece {
  readonly at: number;
  readonly member: string;
  readonly text: string;
}

/** Returns the events that must change, by their place in the list. */
function maskedDeltas(
  events: readonly (JsonObject | undefined)[],
  mask: Mask,
): ReadonlyMap<number, JsonObject> {
  const changed = new Map<number, JsonObject>();
  for (const pieces of piecesByBlock(events)) {
    for (const { at, member, text } of maskedPieces(pieces, mask)) {
      const event = events[at];
      if (event && isObject(event.delta)) {
        changed.set(at, { ...event, delta: { ...event.delta, [member]: text } });
      }
    }
  }
  return changed;
}

function piecesByBlock(events: readonly (JsonObject | undefined)[]): Iterable<Piece[]> {
  const done: Piece[][] = [];
  const open = new Map<string, Piece[]>();
  for (const [at, event] of events.entries()) {
    if (event?.type === 'message_start') {
      open.clear();
    }
    const delta = event && isObject(event.delta) ? event.delta : {};
    for (const member of continued) {
      const text = delta[member];
      if (typeof text === 'string') {
        const key = `${member} ${String(event?.index)}`;
        const pieces = open.get(key) ?? [];
        if (pieces.length === 0) {
          open.set(key, pieces);
          done.push(pieces);
        }
        pieces.push({ at, member, text });
      }
    }
  }
  return done;
}

/** Returns the pieces whose text changes. */
function maskedPieces(pieces: readonly Piece[], mask: Mask): Piece[] {
  const whole = pieces.map(({ text }) => text).join('');
  const masked = mask(whole);
  if (masked === whole) {
    return [];
  }
  const cuts = replacements(whole, masked, mask);
  let from = 0;
  return pieces.flatMap(piece => {
    const to = from + piece.text.length;
    const text = replacedIn(whole, from, to, cuts);
    from = to;
    return text === piece.text ? [] : [{ ...piece, text }];
  });
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Finds what the mask has replaced: line by line if no secret goes over a line's end. */
function replacements(whole: string, masked: string, mask: Mask): Replacement[] {
  const lines = whole.split(/(?<=\n)/);
  const maskedLines = lines.map(mask);
  if (maskedLines.join('') !== masked) {
    return [replacement(whole, masked, 0)];
  }
  let from = 0;
  return lines.flatMap((line, index) => {
    const after = maskedLines[index] ?? '';
    const found = line === after ? [] : [replacement(line, after, from)];
    from += line.length;
    return found;
  });
}

function replacement(before: string, after: string, offset: number): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) {
    end += 1;
  }
  return {
    from: offset + start,
    to: offset + before.length - end,
    by: after.slice(start, after.length - end),
  };
}

/** Returns a part of the text with its replacements; each goes where the replaced text begins. */
function replacedIn(whole: string, from: number, to: number, cuts: readonly Replacement[]): string {
  let text = '';
  let at = from;
  for (const cut of cuts) {
    if (cut.to < at || cut.from >= to) {
      continue;
    }
    if (cut.from >= at) {
      text += whole.slice(at, cut.from) + cut.by;
    }
    at = Math.max(at, Math.min(cut.to, to));
  }
  return text + whole.slice(at, to);
}

interface Move {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Puts events and what stands between them together again, and moves the times with them. */
function rebuilt(
  end: number,
  times: Times,
  events: readonly StreamEvent[],
  textOf: (from: number, to: number, event?: number) => string,
): { readonly body: string; readonly times: Times } {
  const pieces: string[] = [];
  const moves: Move[] = [];
  let length = 0;
  let at = 0;
  const add = (to: number, event?: number) => {
    if (to > at) {
      const text = textOf(at, to, event);
      moves.push({ from: at, to: length, length: text.length });
      pieces.push(text);
      length += text.length;
      at = to;
    }
  };
  for (const [index, event] of events.entries()) {
    add(event.from);
    add(event.to, index);
  }
  add(end);
  return { body: pieces.join(''), times: moved(times, moves) };
}

function moved(times: Times, moves: readonly Move[]): Times {
  let place = 0;
  return times.map(([offset, ms]) => {
    while ((moves[place + 1]?.from ?? Number.POSITIVE_INFINITY) <= offset) {
      place += 1;
    }
    const { from, to, length } = moves[place] ?? { from: 0, to: 0, length: 0 };
    return [to + Math.min(Math.max(0, offset - from), length), ms] as const;
  });
}

function clipped(times: Times, length: number): Times {
  return times.map(([offset, ms]) => [Math.min(offset, length), ms] as const);
}

function parsedObject(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function eventText(event: JsonObject): string {
  try {
    return `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
  } catch {
    // Nested too deeply to be written, so nothing of it may stay.
    return 'data: {}\n\n';
  }
}
