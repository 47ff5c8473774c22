import type { FileHandle } from 'node:fs/promises';
import { blocksOf } from '../../protocol/blocks';
import {
  type ConversationLine,
  isConversationLine,
  parseSessionLine,
  type SessionLine,
} from '../../protocol/sessionLine';
import { BackwardLines, lastIndexIn, type StoredBytes } from './backwardLines';
import { parentOf, withParallelBranches } from './sessionChain';
import { startsTurn } from './storedText';

/** End of a page, from which it is read towards the beginning of the file. */
export interface PageEnd {
  /** Offset from which on no bytes belong to the page. */
  readonly offset: number;
  /** Id of the page's last line; absent: the newest message. */
  readonly leaf?: string | undefined;
}

export interface PageSize {
  /** Minimum of visible items, if there are that many: prompts, texts, thoughts, calls. */
  readonly items: number;
  /** Bytes of lines from which on fewer items suffice. */
  readonly bytes: number;
}

export const pageSize: PageSize = { items: 60, bytes: 2 * 1024 * 1024 };

export interface SessionPage {
  /** Whole turns of the conversation, oldest first; a turn that is longer than any page is cut. */
  readonly chain: readonly ConversationLine[];
  /** Titles and similar lines found on the way, in file order. */
  readonly others: readonly SessionLine[];
  /** Number of lines in this part of the file that are unreadable or missing. */
  readonly unreadable: number;
  /** Absent if nothing comes before. */
  readonly before?: PageEnd;
}

/** Factors by which a page without a place to begin may grow; then it is cut within a turn. */
const mostPages = { items: 10, bytes: 4 };
/** Bytes read in search of the next line before the rest of the file is searched for its id. */
const patience = 1024 * 1024;

/**
 * Reads the last page of a conversation that ends at `end`: from the leaf back along the parents,
 * and no more of the file than needed. A missing parent is replaced by the message before it in the
 * file.
 */
export async function readPage(
  file: FileHandle,
  end: PageEnd,
  size: PageSize = pageSize,
): Promise<SessionPage> {
  return new PageReader(file, end, size).read();
}

interface Entry extends StoredBytes {
  readonly line: ConversationLine;
}

/** Target of the backward reading: one line, or any message before a gap. */
type Goal =
  | { readonly kind: 'line'; readonly id: string }
  | { readonly kind: 'message'; readonly before: number };

class PageReader {
  private lines: BackwardLines;
  /** Lines in reading order: the newest first. */
  private readonly entries: Entry[] = [];
  private readonly byId = new Map<string, Entry>();
  private readonly others: SessionLine[] = [];
  private readonly unreadable: number[] = [];
  /** Entries of the chain, newest first. */
  private readonly chain: Entry[] = [];
  private readonly inChain = new Set<string>();
  /** Undefined if the conversation has nothing before the lines found. */
  private goal: Goal | undefined;
  private gaps = 0;
  /** Position of the reader when the chain last grew. */
  private lastFound: number;
  private readonly seen = { entries: 0, items: 0, bytes: 0 };

  constructor(
    private readonly file: FileHandle,
    end: PageEnd,
    private readonly size: PageSize,
  ) {
    const { offset, leaf } = end;
    this.lines = new BackwardLines(file, offset);
    this.goal =
      leaf === undefined ? { kind: 'message', before: offset } : { kind: 'line', id: leaf };
    this.lastFound = offset;
  }

  async read(): Promise<SessionPage> {
    for (;;) {
      const block = await this.lines.next();
      for (const bytes of block ?? []) {
        this.take(bytes);
      }
      this.follow();
      const start = this.findStart();
      if (start !== undefined || !this.goal || (!block && this.goal.kind === 'message')) {
        return this.page(start ?? this.chain.length - 1);
      }
      const isLate = !block || this.lastFound - this.lines.unread > patience;
      if (isLate && this.goal.kind === 'line') {
        await this.look(this.goal.id);
      }
    }
  }

  private take(bytes: StoredBytes): void {
    const text = bytes.text === undefined ? undefined : cleaned(bytes);
    if (text === '') {
      return;
    }
    const parsed = text === undefined ? undefined : parseSessionLine(text);
    if (!parsed || parsed.kind === 'invalid') {
      this.unreadable.push(bytes.offset);
    }
    const line = parsed?.kind === 'line' ? parsed.line : parsed?.link;
    if (line && !isConversationLine(line)) {
      this.others.push(line);
    } else if (line && !line.isSidechain && !this.byId.has(line.uuid)) {
      const { offset, length } = bytes;
      const entry = { offset, length, line };
      this.entries.push(entry);
      this.byId.set(line.uuid, entry);
    }
  }

  /** Extends the chain as far as the lines read so far allow. */
  private follow(): void {
    for (let entry = this.nextEntry(); entry; entry = this.nextEntry()) {
      // A cycle has no beginning, so the chain ends at a line that it already has.
      const isNew = !this.inChain.has(entry.line.uuid);
      const parent = isNew ? parentOf(entry.line) : undefined;
      if (isNew) {
        this.chain.push(entry);
        this.inChain.add(entry.line.uuid);
      }
      this.goal = parent === undefined ? undefined : { kind: 'line', id: parent };
      this.lastFound = this.lines.unread;
    }
  }

  private nextEntry(): Entry | undefined {
    const { goal, entries } = this;
    if (goal?.kind === 'line') {
      return this.byId.get(goal.id);
    }
    return entries.find(
      ({ offset, line }) =>
        goal && offset < goal.before && (line.type === 'user' || line.type === 'assistant'),
    );
  }

  /** Searches the file for a line that is far back, behind an abandoned branch, or nowhere. */
  private async look(id: string): Promise<void> {
    const { unread, pending } = this.lines;
    this.lastFound = unread;
    const at = await lastIndexIn(this.file, `"uuid":${JSON.stringify(id)}`, unread + pending);
    if (at >= unread) {
      // The line is the one that has been read only in part.
      return;
    }
    if (at !== -1) {
      const end = await lineEnd(this.file, at, unread);
      this.lines = end === undefined ? this.lines : new BackwardLines(this.file, end);
      return;
    }
    const head = this.chain.at(-1);
    this.gaps += head ? 1 : 0;
    this.goal = head && { kind: 'message', before: head.offset };
  }

  /** Returns the index in the chain of the line that the page can begin with. */
  private findStart(): number | undefined {
    const { seen, chain, size } = this;
    for (; seen.entries + 1 < chain.length; seen.entries += 1) {
      const [entry, parent] = [chain[seen.entries], chain[seen.entries + 1]];
      if (entry && parent) {
        seen.items += itemsOf(entry.line);
        seen.bytes += entry.length;
        const isEnough = seen.items >= size.items || seen.bytes >= size.bytes;
        const isTooMuch =
          seen.items >= mostPages.items * size.items || seen.bytes >= mostPages.bytes * size.bytes;
        if (
          (isEnough && startsTurn(entry.line) && !isCompaction(parent.line)) ||
          (isTooMuch && continuesTurn(entry.line, parent.line))
        ) {
          return seen.entries;
        }
      }
    }
    return undefined;
  }

  private page(start: number): SessionPage {
    const taken = this.chain.slice(0, start + 1);
    const first = taken.at(-1);
    const parent = this.chain[start + 1];
    const from = first && parent ? first.offset : 0;
    const lines = taken.map(({ line }) => line).reverse();
    const near = this.entries.filter(({ offset }) => offset >= from).reverse();
    const leaf = parent?.line.uuid;
    return {
      chain: withParallelBranches(lines, new Map(near.map(({ line }) => [line.uuid, line]))),
      others: this.others.toReversed(),
      unreadable: this.gaps + this.unreadable.filter(offset => offset >= from).length,
      ...(parent
        ? { before: { offset: Math.max(from, parent.offset + parent.length), leaf } }
        : {}),
    };
  }
}

/** Removes zeros that fill up a file after a crash, and the byte order mark of some editors. */
function cleaned({ text = '', offset }: StoredBytes): string {
  const own = offset === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
  const isFilled = own.startsWith('\0') || own.endsWith('\0');
  // A text of nothing but zeros was a line and must not become empty.
  return isFilled ? own.replaceAll('\0', '').trim() || '\0' : own.trim();
}

/**
 * Returns the end of the line at `at`, or of one that follows soon: results of parallel calls are
 * there. Undefined if no line ends before `limit`.
 */
async function lineEnd(file: FileHandle, at: number, limit: number): Promise<number | undefined> {
  const block = Buffer.allocUnsafe(64 * 1024);
  for (let start = at; start < limit; start += block.length) {
    const { bytesRead } = await file.read(block, 0, Math.min(block.length, limit - start), start);
    const end = block.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (end !== -1) {
      return start + end;
    }
  }
  return undefined;
}

function itemsOf(line: ConversationLine): number {
  if (line.type === 'assistant') {
    return blocksOf(line.message.content).length;
  }
  return startsTurn(line) ? 1 : 0;
}

function isCompaction(line: ConversationLine): boolean {
  return line.type === 'system' && line.subtype === 'compact_boundary';
}

/** Whether a turn can be cut in two here: all calls before it have results. */
function continuesTurn(line: ConversationLine, parent: ConversationLine): boolean {
  return line.type === 'assistant' && parent.type === 'user' && !startsTurn(parent);
}
