import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import { mayHoldSecrets } from '../../../base/secretFiles';
import type { RunTarget } from '../../../core/runs/run';
import { limited } from '../../addToChat/attachedTexts';
import { selectedLines } from '../../editor/selectedLines';
import type { FilePrivacy } from '../../mentions/privacy/filePrivacy';
import { nativeUi } from '../../nativeText/nativeUi';
import { requireTrust } from '../../trust';
import type { FileList } from './filesOf';

/** Milliseconds for the rules about files. */
const privacyTime = 30_000;

interface PlacedTarget {
  readonly target: RunTarget;
  /** Workspace folder that contains it. */
  readonly folder: string;
}

/** Targets of runs, and the number of files that may not be told of. */
export interface TargetSet {
  readonly targets: readonly PlacedTarget[];
  readonly withheld: number;
}

interface FinderParts {
  readonly files: FileList;
  readonly privacy: Pick<FilePrivacy, 'open'>;
  readonly sharing: { reasonAgainst(document: vscode.TextDocument): Promise<string | undefined> };
  /** Folder for what lies in no workspace folder. */
  cwd(): string | undefined;
}

/** Finds what prompts are run on. Files that mentions would not offer are left out. */
export class TargetFinder {
  constructor(private readonly parts: FinderParts) {}

  /** All files of folders, and single files. A single file is the user's own choice. */
  ofPaths(paths: readonly string[]): Promise<TargetSet> {
    return searching(() => this.filesOf(paths));
  }

  private async filesOf(paths: readonly string[]): Promise<TargetSet> {
    const [only] = paths;
    const kinds = await Promise.all(paths.map(kindOf));
    if (paths.length === 1 && only !== undefined && kinds[0] !== 'folder') {
      const folder = folderOf(only);
      return folder === undefined
        ? { targets: [], withheld: 1 }
        : { targets: [{ target: { kind: 'file', path: only }, folder }], withheld: 0 };
    }
    const found = new Set<string>();
    for (const [index, path] of paths.entries()) {
      const kind = kinds[index];
      const files = kind === 'folder' ? await this.parts.files.below(path) : [path];
      for (const file of kind === undefined ? [] : files) {
        found.add(file);
      }
    }
    return this.ofFiles([...found]);
  }

  /** Files with changes that are not committed, in all workspace folders or in the given ones. */
  changed(folders = workspaceFolders()): Promise<TargetSet> {
    return searching(async () => this.ofFiles(await this.parts.files.changed(folders)));
  }

  writtenSince(
    since: number,
    isOwn: (path: string, writtenAt: number) => boolean,
  ): Promise<TargetSet> {
    const { files } = this.parts;
    const folders = workspaceFolders();
    return searching(async () => this.ofFiles(await files.writtenSince(folders, since, isOwn)));
  }

  /** Files of open editors. */
  open(): Promise<TargetSet> {
    return searching(() => this.ofFiles(openFiles()));
  }

  /** The prompt alone, in the folder for new conversations. */
  alone(): TargetSet {
    const path = this.parts.cwd();
    return path === undefined
      ? { targets: [], withheld: 0 }
      : { targets: [{ target: { kind: 'folder', path }, folder: path }], withheld: 0 };
  }

  /**
   * The selection of an editor, else its whole document.
   * @throws UserError `run.withheld`, `run.noFile`
   */
  async ofEditor({ document, selection }: vscode.TextEditor): Promise<TargetSet> {
    const { uri, isDirty } = document;
    const found = selectedLines(selection);
    const lines = found && { start: found.start + 1, end: found.end + 1 };
    const folder = (uri.scheme === 'file' ? folderOf(uri.fsPath) : undefined) ?? this.parts.cwd();
    if (folder === undefined) {
      throw new UserError('run.noFile', vscode.l10n.t('Open a folder first: runs work in one.'));
    }
    if (uri.scheme === 'file' && !isDirty && !lines) {
      return this.ofPaths([uri.fsPath]);
    }
    await this.requireShared(document);
    const name = lines ? nameOf(document, lines) : basename(uri.path);
    const isSaved = uri.scheme === 'file' && !isDirty;
    const target: RunTarget = {
      ...{ kind: 'selection', name },
      ...(uri.scheme === 'file' ? { path: uri.fsPath } : {}),
      ...(lines ? { lines } : {}),
      // Only a saved text can be read by its lines.
      ...(isSaved ? {} : { text: limited(document.getText(lines ? selection : undefined)) }),
    };
    return { targets: [{ target, folder }], withheld: 0 };
  }

  private async requireShared(document: vscode.TextDocument): Promise<void> {
    const isSecret = document.uri.scheme === 'file' && mayHoldSecrets(document.uri.fsPath);
    const reason = await this.parts.sharing.reasonAgainst(document);
    if (isSecret || reason === 'secret' || reason === 'denied') {
      throw new UserError(
        'run.withheld',
        vscode.l10n.t(
          '{0} is private by its name or your rules: nothing of it is sent.',
          basename(document.uri.path),
        ),
      );
    }
  }

  /** Files that somebody else has chosen. Needs a trusted workspace, because it asks git. */
  async ofFiles(paths: readonly string[]): Promise<TargetSet> {
    const byFolder = new Map<string, string[]>();
    for (const path of paths) {
      const folder = folderOf(path);
      if (folder !== undefined) {
        byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
      }
    }
    const targets: PlacedTarget[] = [];
    for (const [folder, files] of byFolder) {
      const signal = AbortSignal.timeout(privacyTime);
      const open = await this.parts.privacy.open(files, { cwd: folder }, signal);
      for (const path of files.filter(file => open.has(file))) {
        targets.push({ target: { kind: 'file', path }, folder });
      }
    }
    return { targets, withheld: paths.length - targets.length };
  }
}

/**
 * Shows that files are being found. Asks git, so it needs a trusted workspace.
 * @throws UserError `trust.required`
 */
async function searching(find: () => Promise<TargetSet>): Promise<TargetSet> {
  requireTrust();
  const location = vscode.ProgressLocation.Window;
  const title = vscode.l10n.t('Finding the files of the run');
  return nativeUi.withProgress({ location, title }, find);
}

/** Paths of the files of open tabs, each once. */
export function openFiles(): readonly string[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const paths = inputs.flatMap(input =>
    input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri.fsPath] : [],
  );
  return [...new Set(paths)];
}

function folderOf(path: string): string | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath;
}

export function workspaceFolders(): readonly string[] {
  const all = vscode.workspace.workspaceFolders ?? [];
  return all.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** @returns undefined for what does not exist, such as a deleted file of a change */
async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.isDirectory() ? 'folder' : 'file');
}

function nameOf(
  { uri }: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const name = basename(uri.path);
  return start === end
    ? vscode.l10n.t('{0}, line {1}', name, start)
    : vscode.l10n.t('{0}, lines {1}–{2}', name, start, end);
}
