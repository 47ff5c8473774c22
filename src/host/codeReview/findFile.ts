import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { readBoundedText } from '../../node/boundedFile';
import { realOrNearest } from '../../node/realOrNearest';
import type { FilePrivacy, MentionPlace } from '../mentions/privacy/filePrivacy';
import type { FindFile } from './findings';

/** Megabytes of a file that gets comments. */
const mostMegabytes = 5;

/**
 * Finds files that findings name: regular text files in the conversation's folders.
 * @param root of the work tree, links resolved; names are relative to it, else to the folder
 * @param since time at which reading the changes began, in milliseconds since 1970
 */
export function fileFinder(
  root: string,
  place: MentionPlace,
  privacy: Pick<FilePrivacy, 'pathsOf'>,
  since: number,
): FindFile {
  const paths = privacy.pathsOf(place);
  return async name => {
    if (name.includes('\0')) {
      return undefined;
    }
    // Editors know a file by the folder's own path, which may be a link.
    const folder = await realOrNearest(place.cwd);
    const inRepository = join(place.cwd, relative(folder, join(root, name)));
    for (const candidate of [inRepository, name]) {
      const path = await paths.resolve(candidate).catch(() => undefined);
      const text = path === undefined ? undefined : await textOf(path);
      if (path !== undefined && text !== undefined) {
        const isAsReviewed = await isUnchanged(path, since);
        return { path, lines: text.split(/\r\n|\n/), isAsReviewed };
      }
    }
    return undefined;
  };
}

/** Returns the text that an editor shows, else that on disk; undefined if there is none. */
async function textOf(path: string): Promise<string | undefined> {
  const text =
    openDocument(path)?.getText() ?? (await readBoundedText(path, mostMegabytes).catch(() => ''));
  return text === '' || text.includes('\0') ? undefined : text.replace(/^\ufeff/, '');
}

/** The model reads what is on disk: lines that were typed or saved meanwhile are not in its count. */
async function isUnchanged(path: string, since: number): Promise<boolean> {
  if (openDocument(path)?.isDirty) {
    return false;
  }
  const found = await stat(path).catch(() => undefined);
  // A file that is moved here brings an old time of writing.
  return found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) < since;
}

function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) => !isClosed && uri.scheme === 'file' && uri.fsPath === path,
  );
}
