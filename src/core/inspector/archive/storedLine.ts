import { isObject, parsedJson } from '../../../base/json';
import * as z from '../../../base/schema';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import { inspectedCall } from '../schema/recordedCallSchema';

/** Set of calls in the archive, such as a conversation. */
export interface ArchivedSubject {
  readonly id: string;
  readonly title: string;
  /** Folder of the conversation. */
  readonly cwd: string;
  /** Agent of the conversation; the CLI's has no name. */
  readonly agent?: string;
  /** When its newest call was recorded, in milliseconds since 1970. */
  readonly newestAt?: number;
}

/** Line of an index: a call, and its place among those of its window. */
export interface StoredLine {
  readonly place: number;
  readonly inspected: InspectedCall;
}

const version = 1;
const text = z.string().check(z.maxLength(4_000));

const storedSubject = z.object({
  version: z.literal(version),
  ...{ id: text, title: text, cwd: text },
  agent: z.optional(text),
});

const storedLine = z.object({
  version: z.literal(version),
  place: z.number(),
  inspected: inspectedCall,
});

export function subjectText({ id, title, cwd, agent }: ArchivedSubject): string {
  const named = agent === undefined ? {} : { agent };
  return `${JSON.stringify({ version, id, title: title.slice(0, 4_000), cwd, ...named })}\n`;
}

export function indexLine({ place, inspected }: StoredLine): string {
  return `${JSON.stringify({ version, place, inspected })}\n`;
}

/** Returns undefined for anything that this version has not written. */
export function readSubject(json: string): ArchivedSubject | undefined {
  const parsed = z.safeParse(storedSubject, parsedJson(json));
  if (!parsed.success) {
    return undefined;
  }
  const { version: _, agent, ...subject } = parsed.data;
  return agent === undefined ? subject : { ...subject, agent };
}

/** Returns why a line cannot be used: it is damaged, or a newer version has written it. */
export function readLine(json: string): StoredLine | 'damaged' | 'newer' {
  const value = parsedJson(json);
  const parsed = z.safeParse(storedLine, value);
  if (parsed.success) {
    return parsed.data;
  }
  const isNewer = isObject(value) && typeof value.version === 'number' && value.version > version;
  return isNewer ? 'newer' : 'damaged';
}
