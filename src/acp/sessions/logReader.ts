import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ConversationEvent } from '../../contract/events';
import type { StoredPage, StoredSession } from '../../protocol/storedSession';
import { closeTurns, readLogged } from './loggedEvents';

/** Bytes that a page has at least, unless the conversation begins in it. */
const pageSize = 512 * 1024;
/** Bytes of a single turn that are read. */
const longestTurn = 64 * 1024 * 1024;

const turnStart = Buffer.from('{"type":"turn.started"');
const promptStart = Buffer.from('{"type":"prompt.sent"');
const lineFeed = 0x0a;

/** Places in a log, as byte offsets. */
interface LogPlaces {
  readonly size: number;
  readonly turns: readonly number[];
}

/**
 * Opens a log to be read from its end. Only the offsets of its turns are kept in memory.
 * @returns undefined if there is no log
 */
export async function openLog(
  path: string,
  firstText: string | undefined,
): Promise<StoredSession | undefined> {
  const places = await findTurns(path);
  if (!places) {
    return undefined;
  }
  const page = (end: number) => readPage(path, places, end);
  return {
    tail: await page(places.size),
    ...(firstText === undefined ? {} : { firstText }),
    page: async ({ key }) => {
      const end = Number(key);
      if (!Number.isInteger(end) || (end !== places.size && !places.turns.includes(end))) {
        throw new UserError('session.unreadable', l10n.t('This part of the conversation is gone.'));
      }
      return page(end);
    },
    older: async signal => {
      const texts: string[] = [];
      let before = (await page(places.size)).before;
      while (before && !signal.aborted) {
        const { events, before: next } = await page(Number(before.key));
        texts.unshift(...events.flatMap(promptText));
        before = next;
      }
      return { texts };
    },
  };
}

/** Checks whether a prompt was logged after this many bytes. */
export async function hasPromptAfter(path: string, length: number): Promise<boolean> {
  let found = false;
  await eachLineStart(path, length, (_offset, head) => {
    found ||= head.subarray(0, promptStart.length).equals(promptStart);
    return !found;
  });
  return found;
}

function promptText(event: ConversationEvent): string[] {
  return event.type === 'prompt.sent' && typeof event.text === 'string' ? [event.text] : [];
}

async function findTurns(path: string): Promise<LogPlaces | undefined> {
  const turns: number[] = [];
  const size = await eachLineStart(path, 0, (offset, head) => {
    if (head.subarray(0, turnStart.length).equals(turnStart)) {
      turns.push(offset);
    }
    return true;
  });
  return size === undefined ? undefined : { size, turns };
}

async function readPage(path: string, { turns }: LogPlaces, end: number): Promise<StoredPage> {
  const earlier = turns.filter(offset => offset < end);
  const far = earlier.find(offset => end - offset <= pageSize);
  const start = far ?? earlier.at(-1) ?? 0;
  const isFirst = start === (turns[0] ?? 0);
  const events = await readEvents(path, isFirst ? 0 : start, end);
  return {
    place: { key: String(end) },
    events: closeTurns(events),
    ...(isFirst ? {} : { before: { key: String(start) } }),
  };
}

async function readEvents(path: string, start: number, end: number): Promise<ConversationEvent[]> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(end - start, longestTurn));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const lines = bytes.toString('utf8', 0, bytesRead).split('\n');
    return lines.flatMap(line => readLogged(line) ?? []);
  } finally {
    await file.close();
  }
}

/**
 * Calls back with the offset and the first bytes of each line until told to end.
 * @returns number of bytes in the file; undefined if there is none
 */
async function eachLineStart(
  path: string,
  from: number,
  visit: (offset: number, head: Buffer) => boolean,
): Promise<number | undefined> {
  const headLength = Math.max(turnStart.length, promptStart.length);
  let offset = from;
  let head = Buffer.alloc(0);
  let lineAt = from;
  const take = () => (head.length > 0 ? visit(lineAt, head) : true);
  try {
    for await (const chunk of createReadStream(path, { start: from })) {
      const bytes: Buffer = chunk;
      let at = 0;
      while (at < bytes.length) {
        const end = bytes.indexOf(lineFeed, at);
        const stop = end < 0 ? bytes.length : end;
        if (head.length < headLength) {
          head = Buffer.concat([head, bytes.subarray(at, Math.min(stop, at + headLength))]);
        }
        if (end < 0) {
          break;
        }
        if (!take()) {
          return offset + end;
        }
        head = Buffer.alloc(0);
        at = end + 1;
        lineAt = offset + at;
      }
      offset += bytes.length;
    }
    take();
    return offset;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
