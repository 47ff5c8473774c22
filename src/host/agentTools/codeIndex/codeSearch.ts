import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { CodeFinder, type CodeFinderOptions } from '../../../core/codeIndex/codeFinder';
import type { CodeAnswer, SearchedRoot } from '../../../core/codeIndex/messages';
import type { RankedFile } from '../../../core/codeIndex/search/rankFiles';
import { worthReading } from '../../../core/codeIndex/search/worthReading';
import type { DeniedPatterns } from '../../../node/deniedPaths';
import { pathBelow } from '../../../node/pathBelow';
import { findRipgrep } from '../../../node/ripgrep';
import { excludedGlobs } from '../../editor/excludedGlobs';
import { showIndexing } from './indexingProgress';
import { WatchedCode } from './watchedCode';

/** Files that are ranked: rules may forbid to read some of them. */
const mostRanked = 200;
/** Milliseconds after which an index that is still being built answers with what it has. */
const patience = 15_000;
/** UTF-16 units of unsaved text that is searched. */
const longestUnsaved = 1024 * 1024;

export interface CodeQuestion {
  readonly question: string;
  /** Folders to search, with the part of each that is meant; none lies in another. */
  readonly places: readonly { readonly root: string; readonly under: string }[];
  readonly most: number;
  readonly signal: AbortSignal;
  /** All folders of the conversation. */
  readonly folders: readonly string[];
  /** Returns those of the absolute paths whose text may be shown. */
  allReadable(paths: readonly string[]): Promise<ReadonlySet<string>>;
}

interface CodeSearchOptions extends Omit<CodeFinderOptions, 'onEnd'> {
  /**
   * Returns what the user's rules deny to agents that work in any of the folders.
   * @throws UserError `settings.unreadable`
   */
  denied(folders: readonly string[]): Promise<DeniedPatterns>;
}

/** Finds code by what it does, in the files of this window. The worker starts with the first search. */
export class CodeSearch implements Disposable {
  private readonly finder: CodeFinder;
  private readonly watched: WatchedCode;

  constructor(private readonly options: CodeSearchOptions) {
    this.finder = new CodeFinder({ ...options, onEnd: () => this.watched.release() });
    this.watched = new WatchedCode(this.finder);
  }

  /** @throws UserError `tool.noRipgrep`, and those of `allReadable`; an AbortError */
  async find(search: CodeQuestion): Promise<CodeAnswer> {
    const { question, places, folders, most, signal } = search;
    const ripgrep = await findRipgrep(vscode.env.appRoot);
    if (ripgrep === undefined) {
      throw new UserError('tool.noRipgrep', 'This editor has no ripgrep to list files with.');
    }
    // The index serves all conversations: what the settings of one folder deny is not in it.
    const denied = await this.options.denied(folders);
    const roots: readonly SearchedRoot[] = places.map(place => ({
      ...place,
      denied,
      excludes: excludedGlobs(place.root),
    }));
    for (const { root } of roots) this.watched.settle(root);
    const unsaved = unsavedIn(roots);
    const open = unsaved.map(({ root, path }) => ({ root, path }));
    const rank = { question, roots, ripgrep, most: mostRanked, open, patience, signal };
    const { files, rarities, known, left, isCut } = await showIndexing(onProgress =>
      this.finder.rank({ ...rank, onProgress }),
    );
    const readable = await search.allReadable(files.map(absoluteOf));
    const allowed = files.filter(file => readable.has(absoluteOf(file)));
    const texts = new Map(unsaved.map(one => [absoluteOf(one), one.text]));
    const candidates = worthReading(
      allowed.map(file => {
        const text = texts.get(absoluteOf(file));
        return text === undefined ? file : { ...file, text };
      }),
    );
    const read = { question, rarities, files: candidates, most, signal };
    const passages = candidates.length === 0 ? [] : await this.finder.read(read);
    return { passages, known, left, isCut };
  }

  dispose(): void {
    this.watched.dispose();
    this.finder.dispose();
  }
}

function absoluteOf({ root, path }: Pick<RankedFile, 'root' | 'path'>): string {
  return join(root, path);
}

interface UnsavedFile {
  readonly root: string;
  readonly path: string;
  readonly text: string;
}

/** Finds what the user has typed in files of the folders and not saved. */
function unsavedIn(roots: readonly SearchedRoot[]): readonly UnsavedFile[] {
  return vscode.workspace.textDocuments.flatMap(document => {
    if (!document.isDirty || document.uri.scheme !== 'file') return [];
    for (const { root } of roots) {
      const path = pathBelow(root, document.uri.fsPath);
      if (path === undefined) continue;
      const text = document.getText();
      return text.length > longestUnsaved ? [] : [{ root, path: path.split(sep).join('/'), text }];
    }
    return [];
  });
}
