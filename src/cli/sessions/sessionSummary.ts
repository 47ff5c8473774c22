import { posix, win32 } from 'node:path';
import { blocksOf, readContent } from '../../protocol/blocks';
import { type ListedLine, parseListedLine } from '../../protocol/listedLine';
import type { SkipReason } from './listedSession';
import { plainLine } from './plainText';
import type { SessionEnds } from './sessionEnds';
import { sessionSlug } from './sessionFolder';
import { commandTyped } from './storedText';
import type { TypedLine } from './typedLines';

/** Facts from the beginning and the end of a transcript. */
export interface SessionSummary {
  cwd?: string | undefined;
  /** Titles that the user gave: the last one in the tail, and the last one in the head. */
  named?: string | undefined;
  namedEarly?: string | undefined;
  /** Values that the CLI wrote: a title, the last prompt, an old version's summary. */
  aiTitle?: string | undefined;
  lastPrompt?: string | undefined;
  summary?: string | undefined;
  firstPrompt?: string | undefined;
  tag?: string | undefined;
  branch?: string | undefined;
  version?: string | undefined;
  /** Milliseconds since 1970. */
  saidAt?: number | undefined;
  startedAt?: number | undefined;
  costUsd?: number | undefined;
}

const longestPath = 4096;

/** @param slug the name of the folder that the transcript is in */
export function summarize(ends: SessionEnds, slug: string): SessionSummary | SkipReason {
  const reader = new SummaryReader(slug);
  for (const line of ends.head) {
    reader.fromHead(line);
  }
  reader.fromCut(ends.cut);
  for (const line of [...ends.tail].reverse()) {
    reader.fromTail(line);
  }
  if (reader.isSubagent) {
    return 'subagent';
  }
  return ends.isWhole && !reader.hasMessage ? 'noMessages' : reader.summary();
}

class SummaryReader {
  /** Set by the first line that states it. */
  isSubagent: boolean | undefined;
  hasMessage = false;
  private readonly found: SessionSummary = {};
  private lateSummary: string | undefined;
  private relocated: string | undefined;
  private readonly folders: string[] = [];

  constructor(private readonly slug: string) {}

  fromHead({ text, isKept }: TypedLine): void {
    const { found } = this;
    if (!isKept && this.knowsBeginning()) {
      return;
    }
    const line = parseListedLine(text);
    if (!line) {
      return;
    }
    if (isKept) {
      found.namedEarly = plainLine(line.customTitle) ?? found.namedEarly;
      found.summary = plainLine(line.summary) ?? found.summary;
    }
    this.isSubagent ??= line.isSidechain;
    this.hasMessage ||= isMessage(line);
    this.place(line);
    found.startedAt ??= timeOf(line);
    found.version ??= plainLine(line.version);
    if (line.type === 'user' && !line.isMeta && !line.isCompactSummary) {
      found.firstPrompt ??= firstPrompt(line);
    }
  }

  /** Reads the first prompt from a cut-off line: images may make it longer than the part read. */
  fromCut(text: string): void {
    if (this.found.firstPrompt === undefined && /"type":\s*"user"/.test(text)) {
      const strings = text.matchAll(/"(?:text|content)":\s*"((?:[^"\\]|\\.){1,2000})/g);
      this.hasMessage = true;
      this.isSubagent ??= /"isSidechain":\s*true/.test(text);
      for (const [, string = ''] of strings) {
        // Content that came with a message stands before its text.
        this.found.firstPrompt ??= shownPrompt(unescaped(string));
      }
    }
  }

  /** Reads lines from the last one backwards, so the first value found counts. */
  fromTail({ text, isKept }: TypedLine): void {
    const { found } = this;
    if (!isKept && found.saidAt !== undefined) {
      return;
    }
    const line = parseListedLine(text);
    if (!line) {
      return;
    }
    if (isKept) {
      found.named ??= plainLine(line.customTitle);
      found.aiTitle ??= plainLine(line.aiTitle);
      found.lastPrompt ??= plainLine(line.lastPrompt);
      this.lateSummary ??= plainLine(line.summary);
      // An empty tag removes the previous one.
      found.tag ??= line.tag === undefined ? undefined : (plainLine(line.tag) ?? '');
      found.costUsd ??= cost(line.totalCostUSD);
      this.relocated ??= folderOf(line.relocatedCwd);
    } else if (isMessage(line) && !line.isSidechain) {
      this.hasMessage = true;
      found.saidAt = timeOf(line);
      found.branch ??= branchOf(line);
      found.version ??= plainLine(line.version);
      this.place(line);
    }
  }

  summary(): SessionSummary {
    const { found, folders, slug } = this;
    return {
      ...found,
      summary: this.lateSummary ?? found.summary,
      tag: found.tag || undefined,
      cwd: this.relocated ?? folders.find(folder => sessionSlug(folder) === slug) ?? folders[0],
    };
  }

  private knowsBeginning(): boolean {
    return this.found.firstPrompt !== undefined && this.folders.length > 0;
  }

  private place(line: ListedLine): void {
    const folder = folderOf(line.cwd);
    if (folder !== undefined && !this.folders.includes(folder)) {
      this.folders.push(folder);
    }
  }
}

function isMessage(line: ListedLine): boolean {
  return line.type === 'user' || line.type === 'assistant';
}

function firstPrompt(line: ListedLine): string | undefined {
  for (const block of blocksOf(readContent(line.message?.content))) {
    const shown = block.type === 'text' ? shownPrompt(block.text) : undefined;
    if (shown !== undefined) {
      return shown;
    }
  }
  return undefined;
}

/** @returns undefined for text that the CLI wrote in the user's name, in tags or brackets */
function shownPrompt(text: string): string | undefined {
  const typed = commandTyped(text) ?? text.trimStart();
  const isOwn = typed.startsWith('<') || typed.startsWith('[Request interrupted');
  return isOwn ? undefined : plainLine(typed);
}

/** Decodes the text of a JSON string that may have been cut off. */
function unescaped(string: string): string {
  try {
    return JSON.parse(`"${string.replace(/\\u[0-9a-fA-F]{0,3}$/, '')}"`) as string;
  } catch {
    // JSON allows no raw control characters, so the CLI did not write this string.
    return '';
  }
}

function timeOf(line: ListedLine): number | undefined {
  const time = Date.parse(line.timestamp ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The CLI writes "HEAD" where there is no branch. */
function branchOf(line: ListedLine): string | undefined {
  return line.gitBranch === 'HEAD' ? undefined : plainLine(line.gitBranch);
}

function cost(amount: number | undefined): number | undefined {
  return amount !== undefined && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

function folderOf(path: string | undefined): string | undefined {
  const isFolder =
    path !== undefined &&
    path.length <= longestPath &&
    !/\p{Cc}/u.test(path) &&
    (posix.isAbsolute(path) || win32.isAbsolute(path));
  return isFolder ? path : undefined;
}
