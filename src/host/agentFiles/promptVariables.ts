import { basename } from 'node:path';
import { activeDocument, visibleDocument } from '../front/activeDocument';
import type { Sharing } from '../sharing/sharing';
import { pathVariables } from './pathVariables';

/**
 * Returns the values of the variables of prompt files. Those of the file in front are absent if
 * agents may not see it.
 * @see https://code.visualstudio.com/docs/agent-customization/prompt-files
 */
export async function promptVariables(
  cwd: string,
  sharing: Pick<Sharing, 'mayTell'>,
): Promise<Readonly<Record<string, string>>> {
  const folder = { workspaceFolder: cwd, workspaceFolderBasename: basename(cwd) };
  const front = activeDocument() ?? visibleDocument();
  if (!front?.file || !(await sharing.mayTell(front.document))) {
    return folder;
  }
  const { document, selection } = front;
  const path = front.file.fsPath;
  const selected = document.getText(selection);
  return {
    ...folder,
    ...pathVariables(path),
    ...{ selection: selected, selectedText: selected },
  };
}
