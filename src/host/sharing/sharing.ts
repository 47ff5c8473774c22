import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { mayHoldSecrets } from '../../base/secretFiles';
import type { ReadRules } from '../../cli/permissions/readRules';
import type { WithheldReason } from '../../contract/mentions';
import { GitProgram } from '../../node/git/gitProgram';
import { isIgnored } from '../../node/git/ignored';
import { hides } from '../mentions/privacy/excludeGlob';

/** Milliseconds for a git call: without an answer, a file counts as ignored. */
const gitTime = 10_000;
/** Milliseconds for which an answer stays valid. */
const goodFor = 30_000;
const mostAnswers = 500;

interface Answer {
  readonly at: number;
  /** Reason that does not depend on the user's rules. */
  readonly reason: Promise<WithheldReason | undefined>;
  value?: boolean;
}

/** Decides whether agents may see the text of a file that is open, without having asked for it. */
export class Sharing implements Disposable {
  private readonly store = new DisposableStore();
  private readonly git = this.store.add(
    new GitProgram({ env: process.env, platform: process.platform }),
  );
  private readonly answers = new Map<string, Answer>();

  /** @param rules returns the user's rules on reading for agents that work in the folders */
  constructor(
    private readonly clock: Clock,
    private readonly rules: (folders: readonly string[]) => ReadRules,
  ) {
    this.store.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (basename(uri.path) === '.gitignore') {
          this.answers.clear();
        }
      }),
    );
    this.store.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('files.exclude') || event.affectsConfiguration('search')) {
          this.answers.clear();
        }
      }),
    );
  }

  /** Returns whether the document's text may be shared; false if that is not known in time. */
  async mayTell(document: vscode.TextDocument): Promise<boolean> {
    return (await this.reasonAgainst(document)) === undefined;
  }

  /**
   * Returns why the document's text must not be shared; undefined if it may be.
   * @param file where the text is stored, such as the notebook of a cell
   */
  reasonAgainst(
    document: vscode.TextDocument,
    file: vscode.Uri = document.uri,
  ): Promise<WithheldReason | undefined> {
    return this.answerOf(document.uri.toString(), file, () => isExcluded(document, file));
  }

  /** Works like `reasonAgainst`, for a file that may not be open, or not exist. */
  reasonAgainstFile(path: string): Promise<WithheldReason | undefined> {
    const file = vscode.Uri.file(path);
    return this.answerOf(`path ${path}`, file, () => isHiddenPath(file, path));
  }

  private answerOf(
    key: string,
    file: vscode.Uri,
    isHidden: () => boolean,
  ): Promise<WithheldReason | undefined> {
    const known = this.answers.get(key);
    const isGood = known !== undefined && this.clock.now() - known.at < goodFor;
    const answer = isGood ? known : { at: this.clock.now(), reason: this.find(file, isHidden) };
    this.keep(key, answer);
    return this.withRules(file, answer);
  }

  /** Looks at the user's rules each time: they may have changed since the answer was found. */
  private async withRules(file: vscode.Uri, answer: Answer): Promise<WithheldReason | undefined> {
    const isDenied = this.denies(file.fsPath);
    const [found, denied] = await Promise.all([answer.reason, isDenied]);
    const reason = found ?? (denied ? 'denied' : undefined);
    answer.value = reason === undefined;
    return reason;
  }

  private keep(key: string, answer: Answer): void {
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const old of this.answers.keys()) {
      if (this.answers.size <= mostAnswers) {
        break;
      }
      this.answers.delete(old);
    }
  }

  /** Returns whether the user's rules deny reading a file, or might. */
  async denies(path: string): Promise<boolean> {
    // Rules that cannot be read might deny it.
    return this.rules(workFolders(path))
      .deny(path)
      .catch(() => true);
  }

  /** Returns what is known without waiting; false if not asked before. */
  mayTellNow(document: vscode.TextDocument): boolean {
    void this.mayTell(document);
    return this.answers.get(document.uri.toString())?.value ?? false;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async find(
    file: vscode.Uri,
    isHidden: () => boolean,
  ): Promise<WithheldReason | undefined> {
    const path = file.fsPath;
    if (mayHoldSecrets(path)) {
      return 'secret';
    }
    if (isHidden()) {
      return 'excluded';
    }
    // A symlink may have a harmless name.
    const real = await realpath(path).catch(() => path);
    if (mayHoldSecrets(real)) {
      return 'secret';
    }
    if (real !== path && isHiddenPath(file, real)) {
      return 'excluded';
    }
    for (const name of new Set([path, real])) {
      if (await isIgnored(this.git, name, AbortSignal.timeout(gitTime))) {
        return 'ignored';
      }
    }
    return undefined;
  }
}

/** Folders that an agent of this window may work in. */
function workFolders(path: string): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const paths = folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  return paths.length > 0 ? paths : [dirname(path)];
}

/**
 * Returns whether settings hide the file from Explorer or search; a condition on a sibling file
 * counts as true.
 */
function isExcluded(document: vscode.TextDocument, file: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  const filters = excludingGlobs(folder).flatMap(glob =>
    [glob, `${glob}/**`].map(pattern => ({
      pattern: new vscode.RelativePattern(folder ?? '', pattern),
    })),
  );
  return filters.length > 0 && vscode.languages.match(filters, document) > 0;
}

/** Works like `isExcluded`, for a file that no document has open: `real` is what the link leads to. */
function isHiddenPath(link: vscode.Uri, real: string): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(link);
  const way = folder && relative(folder.uri.fsPath, real).split(sep).join('/');
  return way !== undefined && excludingGlobs(folder).some(glob => hides(glob, way));
}

function excludingGlobs(folder: vscode.WorkspaceFolder | undefined): readonly string[] {
  if (!folder) {
    return [];
  }
  return ['files', 'search'].flatMap(section => {
    const settings = vscode.workspace.getConfiguration(section, folder);
    const excluded = settings.get<Record<string, unknown>>('exclude') ?? {};
    return Object.keys(excluded).filter(glob => excluded[glob] !== false);
  });
}
