import { type FileHandle, stat } from 'node:fs/promises';
import type { ForkPoint, SentPrompt } from '../../protocol/agentSource';
import { isConversationLine, parseSessionLine, type SessionLine } from '../../protocol/sessionLine';
import { type CliVersion, isAtLeast } from '../launch/version';
import { BackwardLines } from './backwardLines';
import { cutArgument, forkPoint, holdsPrompt, namesLinesSince } from './forkPoint';
import { openSessionFile, readSessionFile } from './sessionFile';

const firstStretch = 1024 * 1024;

/**
 * Finds the `forkPoint` of a stored session and reads no more than needed to find the prompt.
 * @throws as `forkPoint` and `openSessionFile` do
 */
export async function findForkPoint(
  path: string,
  prompt: SentPrompt,
  version: CliVersion,
  until?: string,
): Promise<ForkPoint> {
  if (!isAtLeast(version, namesLinesSince)) {
    // These versions need the beginning of an answer, wherever it is.
    return forkPoint((await readSessionFile(path)).lines, prompt, version, until);
  }
  const file = await openSessionFile(path);
  try {
    const ending = new SessionEnding(file, (await file.stat()).size);
    for (let stretch = firstStretch; ; stretch *= 2) {
      const lines = await ending.atLeast(stretch);
      const holdsEnd =
        until === undefined || lines.some(line => 'uuid' in line && line.uuid === until);
      if (ending.isWhole || (holdsEnd && holdsPrompt(lines, prompt))) {
        const point = forkPoint(lines, prompt, version, until);
        if (point.kind === 'at' || ending.isWhole) {
          return point;
        }
      }
    }
  } finally {
    await file.close();
  }
}

/**
 * Returns the id with which this version cuts a stored session after a line.
 * @throws as `cutArgument` and `openSessionFile` do
 */
export async function findCutArgument(
  path: string,
  uuid: string,
  version: CliVersion,
): Promise<string> {
  return isAtLeast(version, namesLinesSince)
    ? uuid
    : cutArgument((await readSessionFile(path)).lines, uuid, version);
}

/**
 * @returns size in bytes
 * @throws the file system's error
 */
export async function storedLength(path: string): Promise<number> {
  return (await stat(path)).size;
}

/** Whether the file has a conversation message after its first `length` bytes. */
export async function hasMessageSince(path: string, length: number): Promise<boolean> {
  const file = await openSessionFile(path);
  try {
    const lines = new BackwardLines(file, (await file.stat()).size);
    while (lines.unread > length) {
      const found = (await lines.next()) ?? [];
      if (found.some(({ offset, text }) => offset >= length && isMessage(text ?? ''))) {
        return true;
      }
    }
    return false;
  } finally {
    await file.close();
  }
}

function isMessage(text: string): boolean {
  const parsed = parseSessionLine(text);
  const line = parsed.kind === 'line' ? parsed.line : undefined;
  return (line?.type === 'user' || line?.type === 'assistant') && !line.isSidechain;
}

/** Reads lines at the end of a file, more of them with each request. */
class SessionEnding {
  private readonly reversed: SessionLine[] = [];
  private readonly reader: BackwardLines;

  constructor(
    file: FileHandle,
    private readonly size: number,
  ) {
    this.reader = new BackwardLines(file, size);
  }

  get isWhole(): boolean {
    return this.reader.unread === 0;
  }

  async atLeast(bytes: number): Promise<readonly SessionLine[]> {
    while (!this.isWhole && this.size - this.reader.unread < bytes) {
      for (const { text } of (await this.reader.next()) ?? []) {
        const parsed = parseSessionLine(text ?? '');
        const line = parsed.kind === 'line' ? parsed.line : parsed.link;
        if (line && !(isConversationLine(line) && line.isSidechain)) {
          this.reversed.push(line);
        }
      }
    }
    return this.reversed.toReversed();
  }
}
