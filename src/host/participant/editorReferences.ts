import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { isOnUnknownShare } from '../../base/networkPath';
import { mayHoldSecrets } from '../../base/secretFiles';
import type { LineRange } from '../../contract/mentions';
import { isFolder } from '../../node/isFolder';
import type { SettingsReader } from '../settings';
import type { Sharing } from '../sharing/sharing';
import type { ResourceShape } from './references';
import type { ReferencePorts } from './requestMessage';

interface ReferenceParts {
  readonly sharing: Pick<Sharing, 'reasonAgainstFile' | 'denies'>;
  readonly settings: SettingsReader;
  /** Absolute paths of the workspace folders. */
  folders(): readonly string[];
}

/** Reads what requests refer to, by VS Code and the user's rules. */
export function editorReferences({ sharing, settings, folders }: ReferenceParts): ReferencePorts {
  const isFar = (path: string) => isOnUnknownShare(path, folders(), process.platform);
  return {
    isFolder: async path => !isFar(path) && isFolder(path),
    textOf: async (uri, lines) => textOf(uri, lines),
    mayTell: async path => !isFar(path) && (await sharing.reasonAgainstFile(path)) === undefined,
    isWithheld: async ({ scheme, path, fsPath }) =>
      mayHoldSecrets(path) ||
      // A text without a path has none that rules could name; one that was never saved may have one.
      ((scheme !== 'untitled' || isAbsolute(path)) &&
        (isFar(fsPath) || (await sharing.denies(fsPath)))),
    front: () => settings.get('tandem.context.selection'),
  };
}

async function textOf(uri: ResourceShape, lines: LineRange | undefined): Promise<string> {
  // VS Code passes resources of its own class, which the shape stands for.
  const document = await vscode.workspace.openTextDocument(uri as vscode.Uri);
  if (!lines) {
    return document.getText();
  }
  const last = Math.min(lines.end, document.lineCount) - 1;
  return document.getText(
    new vscode.Range(lines.start - 1, 0, last, document.lineAt(last).text.length),
  );
}
