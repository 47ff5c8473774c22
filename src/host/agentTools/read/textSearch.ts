import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isWithin } from '../../../node/isWithin';
import { type FoundLocation, inOrder } from './foundLocations';
import { excludedGlobs, type RipgrepRequest, runRipgrep, searchScope } from './ripgrepRunner';
import type { AllowedPaths } from './text/allowedPaths';
import { cutLine } from './text/listing';

/** Maximum number of lines; a query with more is too broad. */
const mostLines = 2_000;

export interface TextQuery {
  readonly query: string;
  readonly isRegex?: boolean | undefined;
  readonly matchCase?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
  /** Glob that the files must match. */
  readonly include?: string | undefined;
  readonly includeIgnored: boolean;
}

/** The file or folder to search, which exists. */
export interface SearchTarget {
  readonly path: string;
  readonly isFile: boolean;
}

export interface FoundText {
  readonly places: readonly FoundLocation[];
  /** Whether the search was stopped before it had found everything. */
  readonly isCut: boolean;
}

/** Searches a text in files as the user sees them: unsaved text replaces stored text. */
export class TextSearch {
  private readonly root: string;
  private readonly matching: readonly string[];

  constructor(
    private readonly query: TextQuery,
    private readonly target: SearchTarget,
    private readonly paths: AllowedPaths,
    private readonly run: Pick<RipgrepRequest, 'signal' | 'log'>,
  ) {
    this.root = target.isFile ? dirname(target.path) : target.path;
    this.matching = [
      '--line-number',
      '--no-heading',
      '--max-columns=2000',
      '--max-columns-preview',
      query.isRegex ? [] : '--fixed-strings',
      query.matchCase ? '--case-sensitive' : '--ignore-case',
      query.wholeWord ? '--word-regexp' : [],
    ].flat();
  }

  /** @throws UserError `tool.noRipgrep`, `tool.badPattern`, `settings.unreadable` */
  async find(): Promise<FoundText> {
    const unsaved = await unsavedIn(this.target.path);
    const { saved, isCut } = await this.inFiles();
    const typed = await Promise.all(
      unsaved.filter(document => this.fits(document)).map(document => this.inDocument(document)),
    );
    const dirty = new Set(unsaved.map(({ uri }) => uri.fsPath));
    const all = [...saved.filter(({ path }) => !dirty.has(path)), ...typed.flat()];
    const readable = await this.paths.allReadable(all.map(({ path }) => path));
    return { places: inOrder(all.filter(({ path }) => readable.has(path))), isCut };
  }

  private async inFiles(): Promise<{ saved: FoundLocation[]; isCut: boolean }> {
    const { query, include, includeIgnored } = this.query;
    const { path, isFile } = this.target;
    const { lines, isCut } = await this.ripgrep([
      ...[...this.matching, '--with-filename', '--null', ...searchScope(includeIgnored)],
      ...(include === undefined ? [] : ['--glob', include]),
      ...(includeIgnored || isFile ? [] : excludedGlobs(this.root)),
      ...['--glob', '!.git', '--regexp', query, '--', isFile ? basename(path) : '.'],
    ]);
    const saved = lines.flatMap(line => {
      const [file = '', rest = ''] = line.split('\0');
      // Spelled as in the editor, which may write the drive letter differently.
      return matchOf(vscode.Uri.file(join(this.root, file)).fsPath, rest) ?? [];
    });
    return { saved, isCut };
  }

  private async inDocument(document: vscode.TextDocument): Promise<FoundLocation[]> {
    const { lines } = await this.ripgrep(
      [...this.matching, '--no-filename', '--regexp', this.query.query, '--', '-'],
      document.getText(),
    );
    return lines.flatMap(line => matchOf(document.uri.fsPath, line, 'unsaved:') ?? []);
  }

  private ripgrep(args: readonly string[], input?: string) {
    const request = { ...this.run, args, cwd: this.root, most: mostLines };
    return runRipgrep(input === undefined ? request : { ...request, input });
  }

  /** Matches as ripgrep does: a glob without a slash applies to the file name alone. */
  private fits(document: vscode.TextDocument): boolean {
    const { include } = this.query;
    if (include === undefined) {
      return true;
    }
    const pattern = include.includes('/') ? include.replace(/^\//, '') : `**/${include}`;
    const selector = { pattern: new vscode.RelativePattern(this.root, pattern) };
    return vscode.languages.match(selector, document) > 0;
  }
}

/** Parses a line of ripgrep output: `12:the text`. */
function matchOf(path: string, line: string, note?: string): FoundLocation | undefined {
  const [, number, text = ''] = /^(\d+):([\s\S]*)$/.exec(line) ?? [];
  return number === undefined
    ? undefined
    : {
        path,
        line: Number(number) - 1,
        character: 0,
        shown: cutLine(text.trim()),
        ...(note === undefined ? {} : { note }),
      };
}

async function unsavedIn(path: string): Promise<vscode.TextDocument[]> {
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
  );
  const inside = await Promise.all(dirty.map(({ uri }) => isWithin(path, uri.fsPath)));
  return dirty.filter((_, index) => inside[index]);
}
