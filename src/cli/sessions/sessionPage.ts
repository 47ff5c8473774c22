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

/** Where a page ends: it is read from here to the beginning of the file. */
export interface PageEnd {
  /** Bytes of the file from here on are none of the page's. */
  readonly offset: number;
  /** The id of its last line; absent: the newest message. */
  readonly leaf?: string | undefined;
}

export interface PageSize {
  /** What is shown: prompts, texts, thoughts, calls. A page has at least so many, if there are. */
  readonly items: number;
  /** Bytes of lines from which on fewer items will do. */
  readonly bytes: number;
}

export const pageSize: PageSize = { items: 60, bytes: 2 * 1024 * 1024 };

export interface SessionPage {
  /** Whole turns of the conversation, oldest first; a turn that is longer than any page is cut. */
  readonly chain: readonly ConversationLine[];
  /** Titles and the like that were met on the way, in the order of the file. */
  readonly others: readonly SessionLine[];
  /** Lines of this stretch of the file that could not be read, or are missing. */
  readonly unreadable: number;
  /** Absent: nothing comes before. */
  readonly before?: PageEnd;
}

/** A page that has nowhere to begin may become so many times as large, then it is cut within a turn. */
const mostPages = { items: 10, bytes: 4 };
/** Bytes that are read on the way to the next line before it is looked for. */
const patience = 1024 * 1024;

/**
 * The last page of a conversation that ends at a place: from the leaf back along the parents, as much
 * of the file as that needs. A parent that is nowhere is passed over: the message before it in the file
 * takes its place.
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

/** What is looked for on the way back: one line, or whatever message comes before a gap. */
type Goal =
  | { readonly kind: 'line'; readonly id: string }
  | { readonly kind: 'message'; readonly before: number };

class PageReader {
  private lines: BackwardLines;
  /** Newest first, as they are read. */
  private readonly entries: Entry[] = [];
  private readonly byId = new Map<string, Entry>();
  private readonly others: SessionLine[] = [];
  private readonly unreadable: number[] = [];
  /** Newest first. */
  private readonly chain: Entry[] = [];
  private readonly inChain = new Set<string>();
  /** Undefined: the conversation has no more before what was found. */
  private goal: Goal | undefined;
  private gaps = 0;
  /** Where the reading was when the chain last grew. */
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

  /** As far as it goes with what has been read. */
  private follow(): void {
    for (let entry = this.nextEntry(); entry; entry = this.nextEntry()) {
      // Those of a cycle have no beginning.
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

  /** The next line does not come: it lies far back, behind a branch that was left, or nowhere. */
  private async look(id: string): Promise<void> {
    const { unread, pending } = this.lines;
    this.lastFound = unread;
    const at = await lastIndexIn(this.file, `"uuid":${JSON.stringify(id)}`, unread + pending);
    if (at >= unread) {
      // It is in the line that is being read.
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

  /** Index in the chain of the line that the page can begin with. */
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

/** Files that were cut off by a crash are filled up with zeros; some editors begin them with a mark. */
function cleaned({ text = '', offset }: StoredBytes): string {
  const own = offset === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
  const isFilled = own.startsWith('\0') || own.endsWith('\0');
  // What is nothing but zeros was a line.
  return isFilled ? own.replaceAll('\0', '').trim() || '\0' : own.trim();
}

/**
 * The end of a line that a place is in, or of one that follows soon: results of calls that were made at
 * once stand there. Undefined when no line ends before the limit.
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

/** Here a turn can be cut in two: all calls before are answered. */
function continuesTurn(line: ConversationLine, parent: ConversationLine): boolean {
  return line.type === 'assistant' && parent.type === 'user' && !startsTurn(parent);
}
