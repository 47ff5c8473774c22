import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isOnUnknownShare } from '../../base/networkPath';
import type { Location } from '../../contract/content';
import type { Channel } from '../../core/conversation/channel';
import { isWithin } from '../../node/isWithin';
import { columnBesideChat } from '../editor/chatInFront';
import { mentionsPath } from './mentionsPath';

const linkSchemes = new Set(['http:', 'https:', 'mailto:']);

/** Opens targets from a page: files that the conversation may name, and external links. */
export class FileOpener {
  constructor(private readonly platform: NodeJS.Platform = process.platform) {}

  /** @throws UserError `file.outside` if no known folder has the file and no tool named it; `file.absent` */
  async openFile(
    location: Location,
    channel: Pick<Channel, 'cwd' | 'conversation'>,
  ): Promise<void> {
    const path = expand(location.path, channel.cwd);
    const folders = [channel.cwd, ...workspaceFolders()];
    const isElsewhere = [location.path, path].some(one =>
      isOnUnknownShare(one, [...folders, homedir()], this.platform),
    );
    if (
      isElsewhere ||
      (!(await isInFolders(path, folders)) && !mentionsPath(channel.conversation, path))
    ) {
      throw new UserError(
        'file.outside',
        vscode.l10n.t('{0} is outside of this workspace and was not opened by Tandem.', path),
      );
    }
    const found = await stat(path).catch(() => undefined);
    if (!found) {
      throw new UserError('file.absent', vscode.l10n.t('{0} does not exist.', path));
    }
    const uri = vscode.Uri.file(path);
    if (found.isDirectory()) {
      await vscode.commands.executeCommand('revealInExplorer', uri);
      return;
    }
    const line = (location.line ?? 1) - 1;
    const column = (location.column ?? 1) - 1;
    const end = (location.endLine ?? line + 1) - 1;
    const selection =
      location.line === undefined
        ? {}
        : { selection: new vscode.Range(line, column, Math.max(line, end), column) };
    const viewColumn = columnBesideChat();
    const place = viewColumn === undefined ? {} : { viewColumn };
    const options = { preview: true, ...selection, ...place };
    await vscode.commands.executeCommand('vscode.open', uri, options);
  }

  /**
   * Opens an external link. VS Code may ask the user first.
   * @returns whether it was opened
   * @throws UserError `link.scheme`
   */
  async openLink(url: string): Promise<boolean> {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (!parsed || !linkSchemes.has(parsed.protocol)) {
      throw new UserError('link.scheme', vscode.l10n.t('Only web and mail links are opened.'));
    }
    return vscode.env.openExternal(vscode.Uri.parse(parsed.toString(), true));
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }
}

function expand(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) {
    return join(homedir(), path.slice(1));
  }
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}

function workspaceFolders(): readonly string[] {
  return vscode.workspace.workspaceFolders?.map(folder => folder.uri.fsPath) ?? [];
}

/** Returns whether the file's real path lies in the conversation's or a workspace folder. */
async function isInFolders(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    if (await isWithin(folder, path)) {
      return true;
    }
  }
  return false;
}
