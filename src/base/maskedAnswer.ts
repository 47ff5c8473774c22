import { eventsIn, isEventStream, type StreamEvent } from './eventStream';
import { isObject, type JsonObject, parsedJson } from './json';
import { maskedEscapes, maskedJson } from './jsonEscapes';

type Mask = (text: string) => string;
/** Places in a text, in characters, with a time each. */
type Times = readonly (readonly [offset: number, ms: number])[];

/** Levels of an event in which texts are looked for; none of the API's go deeper. */
const deepest = 6;

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
    const masked = maskedJson(body, mask);
    return { body: masked, times: clipped(times, masked.length) };
  }
  const events = [...eventsIn(body)];
  const parsed = events.map(({ data }) => parsedObject(data));
  const changed = maskedDeltas(parsed, mask);
  if (changed.size === 0 && maskedJson(body, mask) === body) {
    return { body, times };
  }
  return rebuilt(body.length, times, events, (from, to, at) => {
    const event = at === undefined ? undefined : changed.get(at);
    return maskedJson(event ? eventText(event) : body.slice(from, to), mask);
  });
}

/** Text of an event that goes on in the next one of its block. */
interface Piece {
  readonly at: number;
  /** Names of members that lead to it. */
  readonly path: readonly string[];
  readonly text: string;
}

/** Returns the events that must change, by their place in the list. */
function maskedDeltas(
  events: readonly (JsonObject | undefined)[],
  mask: Mask,
): ReadonlyMap<number, JsonObject> {
  const changed = new Map<number, JsonObject>();
  for (const pieces of piecesByBlock(events)) {
    for (const { at, path, text } of maskedPieces(pieces, mask)) {
      const event = changed.get(at) ?? events[at];
      if (event) {
        changed.set(at, withText(event, path, text));
      }
    }
  }
  return changed;
}

/** The start of a block may have the beginning of its text already. */
const textMembers = ['delta', 'content_block'] as const;

function piecesByBlock(events: readonly (JsonObject | undefined)[]): Iterable<Piece[]> {
  const done: Piece[][] = [];
  const open = new Map<string, Piece[]>();
  for (const [at, event] of events.entries()) {
    if (event?.type === 'message_start') {
      open.clear();
    }
    for (const member of textMembers) {
      for (const { path, text } of event ? textsIn(event[member], [member]) : []) {
        // An index may be any value, of which some cannot be written as text.
        const index = typeof event?.index === 'number' ? event.index : -1;
        const key = [index, ...path.slice(1)].join('\n');
        const pieces = open.get(key) ?? [];
        if (pieces.length === 0) {
          open.set(key, pieces);
          done.push(pieces);
        }
        pieces.push({ at, path, text });
      }
    }
  }
  return done;
}

function textsIn(value: unknown, path: readonly string[]): Omit<Piece, 'at'>[] {
  if (typeof value === 'string') {
    // Types are the same in each event, and no text.
    return path.at(-1) === 'type' ? [] : [{ path, text: value }];
  }
  return isObject(value) && path.length < deepest
    ? Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]))
    : [];
}

function withText(object: JsonObject, path: readonly string[], text: string): JsonObject {
  const [name = '', ...rest] = path;
  const member = object[name];
  return { ...object, [name]: isObject(member) ? withText(member, rest, text) : text };
}

/** Returns the pieces whose text changes. */
function maskedPieces(pieces: readonly Piece[], mask: Mask): Piece[] {
  const whole = pieces.map(({ text }) => text).join('');
  const maskAll = (text: string) => maskedEscapes(text, mask);
  const masked = maskAll(whole);
  if (masked === whole) {
    return [];
  }
  const cuts = replacements(whole, masked, maskAll);
  let from = 0;
  let next = 0;
  return pieces.flatMap(piece => {
    const to = from + piece.text.length;
    while ((cuts[next]?.to ?? to) < from) {
      next += 1;
    }
    const text = replacedIn(whole, from, to, cuts, next);
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

/**
 * Returns a part of the text with its replacements; each goes where the replaced text begins.
 * @param first place of the first replacement that ends in this part or behind it
 */
function replacedIn(
  whole: string,
  from: number,
  to: number,
  cuts: readonly Replacement[],
  first: number,
): string {
  let text = '';
  let at = from;
  for (let next = first; next < cuts.length; next += 1) {
    const cut = cuts[next];
    if (!cut || cut.from >= to) {
      break;
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
  const value = parsedJson(data);
  return isObject(value) ? value : undefined;
}

function eventText(event: JsonObject): string {
  try {
    return `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
  } catch {
    // Nested too deeply to be written, so nothing of it may stay.
    return 'data: {}\n\n';
  }
}
