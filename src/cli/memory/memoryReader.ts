import { realpath } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { messageOf } from '../../base/errors';
import { isOnUnknownShare } from '../../base/networkPath';
import { readBoundedText } from '../../node/boundedFile';
import { isWithin } from '../../node/isWithin';
import { type FrontMatter, readFrontMatter } from '../definitions/frontMatter';
import { type MemoryNote, notesIn } from '../patches/memoryNotes';
import { importsIn } from './importsIn';
import type { MemoryFile, MemoryState } from './memoryFile';
import { rulePatterns } from './rulePatterns';
import { isTextFile } from './textFiles';

/** Files that one reading looks at, and the size of each in MB. */
const mostFiles = 400;
const largest = 1;
/** Files that import one another in a row, after the first. */
const mostDeep = 4;

interface ReaderOptions {
  readonly home: string;
  /** Folder that imports may not lead out of; absent if they may lead anywhere. */
  readonly cwd: string | undefined;
}

interface Origin {
  /** Whether imports may lead out of the folder. */
  readonly isFree: boolean;
  /** Whether `paths:` in the head has a meaning. */
  readonly isRule?: boolean;
  /** Whether links and imports that lead out are left out, which a CLAUDE.md itself never is. */
  readonly depth: number;
  readonly reference?: string;
}

/** Reads memory files in the CLI's order: what one of them has sent, no other one sends again. */
export class MemoryReader {
  private readonly seen = new Set<string>();
  private looks = 0;

  constructor(private readonly options: ReaderOptions) {}

  /** Reads a CLAUDE.md and its imports. @param isFree whether imports may lead out of the folder */
  file(path: string, isFree: boolean): Promise<MemoryFile> {
    return this.read(path, { isFree, depth: 0 });
  }

  /** Reads a file of rules. */
  rule(path: string, isFree: boolean): Promise<MemoryFile> {
    return this.read(path, { isFree, isRule: true, depth: 0 });
  }

  private async read(path: string, origin: Origin): Promise<MemoryFile> {
    const { isFree, isRule = false, depth, reference } = origin;
    const file = (state: MemoryState, more: Partial<MemoryFile> = {}): MemoryFile => {
      const named = reference === undefined ? {} : { reference };
      return { path, ...named, state, length: 0, summary: '', imports: [], ...more };
    };
    this.looks += 1;
    if (this.looks > mostFiles) {
      return file('left');
    }
    if (
      isOnUnknownShare(
        path,
        this.options.cwd === undefined ? [] : [this.options.cwd],
        process.platform,
      )
    ) {
      return file('outside');
    }
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) {
      return file('missing');
    }
    if (depth > 0 && !isTextFile(path)) {
      return file('notText');
    }
    if (depth > mostDeep) {
      return file('deep');
    }
    if ((depth > 0 || isRule) && !isFree && !(await this.isInside(real))) {
      return file('outside');
    }
    if (this.seen.has(real) || this.seen.has(normalize(path))) {
      return file('repeated');
    }
    let head: FrontMatter;
    let notes: readonly MemoryNote[];
    try {
      const text = await readBoundedText(path, largest);
      notes = notesIn(text);
      head = await readFrontMatter(text);
    } catch (error) {
      return file('unreadable', { reason: messageOf(error) });
    }
    const shown = {
      ...{ length: head.body.trim().length, summary: summaryOf(head.body) },
      ...(notes.length > 0 ? { notes } : {}),
    };
    const patterns = isRule ? rulePatterns(head.fields.paths) : [];
    if (patterns.length > 0) {
      return file('conditional', { ...shown, patterns });
    }
    this.seen.add(real).add(normalize(path));
    const imports = await this.imports(head.body, dirname(real), { isFree, depth: depth + 1 });
    return file(shown.length === 0 ? 'empty' : 'sent', { ...shown, imports });
  }

  private async imports(text: string, folder: string, origin: Origin): Promise<MemoryFile[]> {
    const files: MemoryFile[] = [];
    for (const reference of await importsIn(text)) {
      const path = reference.startsWith('~/')
        ? join(this.options.home, reference.slice(2))
        : resolve(folder, reference);
      const file = await this.read(path, { ...origin, reference });
      // Without a dot or a slash, it is hardly meant as a file.
      if (file.state !== 'missing' || /[./]/.test(reference)) {
        files.push(file);
      }
    }
    return files;
  }

  private async isInside(path: string): Promise<boolean> {
    const { cwd } = this.options;
    return cwd === undefined || (await isWithin(cwd, path));
  }
}

/** Returns the first heading or line, without its marks. */
function summaryOf(text: string): string {
  const line = /\S.*/.exec(text.slice(0, 10_000))?.[0] ?? '';
  return line
    .replace(/^(?:#+|[-*>])\s+/, '')
    .trim()
    .slice(0, 120);
}
