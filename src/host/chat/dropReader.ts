import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { inParallel } from '../../base/inParallel';
import { isOnUnknownShare } from '../../base/networkPath';
import type { Mention } from '../../contract/mentions';
import type { Channel } from '../../core/conversation/channel';
import { fileMention, folderMention, urlMention } from '../mentions/rows/makeMention';

/** Files that are looked at at the same time. */
const atOnce = 8;

/** Makes mentions of files, folders and links that were dropped into a page. */
export class DropReader {
  constructor(private readonly platform: NodeJS.Platform = process.platform) {}

  /** @param places URIs or absolute paths */
  async read({ cwd }: Pick<Channel, 'cwd'>, places: readonly string[]): Promise<Mention[]> {
    const found: (Mention | undefined)[] = [];
    await inParallel([...new Set(places)].entries(), atOnce, async ([index, place]) => {
      found[index] = await this.mention(place, cwd);
    });
    return found.filter(mention => mention !== undefined);
  }

  private async mention(place: string, cwd: string): Promise<Mention | undefined> {
    if (/^https?:\/\//i.test(place)) {
      return URL.canParse(place) ? urlMention(place) : undefined;
    }
    const folders = [cwd, homedir(), ...workspaceFolders()];
    const path = this.isForeign(place, folders) ? undefined : pathOf(place);
    if (path === undefined || this.isForeign(path, folders)) {
      return undefined;
    }
    const found = await stat(path).catch(() => undefined);
    return found && (found.isDirectory() ? folderMention(path, cwd) : fileMention(path, cwd));
  }

  private isForeign(path: string, folders: readonly string[]): boolean {
    return isOnUnknownShare(path, folders, this.platform);
  }
}

function pathOf(place: string): string | undefined {
  if (isAbsolute(place)) {
    return place;
  }
  if (!/^[a-z][\w+.-]*:/i.test(place)) {
    return undefined;
  }
  const uri = vscode.Uri.parse(place);
  if (uri.scheme === 'file') {
    return uri.fsPath;
  }
  // The authority names the remote computer, on which this runs.
  return uri.scheme === 'vscode-remote' ? vscode.Uri.file(uri.path).fsPath : undefined;
}

function workspaceFolders(): readonly string[] {
  return vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
}
