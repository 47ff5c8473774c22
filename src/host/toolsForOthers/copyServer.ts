import * as vscode from 'vscode';
import type { LauncherCommand } from '../mcpLauncher/launcher';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';

/** Name of the server in agents. `tandem` is what Tandem's own agents call theirs. */
const serverName = 'tandem-vscode';

interface CopyServerParts {
  readonly workspaceFolders: readonly string[];
  isOffered(): boolean;
  /** Writes the file that agents start. */
  writeLauncher(): Promise<LauncherCommand>;
}

/**
 * Copies what makes an agent outside of VS Code use Tandem's tools: the program, and no token.
 * @throws UserError `trust.required`; the system's error
 */
export async function copyServer({
  workspaceFolders,
  isOffered,
  writeLauncher,
}: CopyServerParts): Promise<void> {
  requireTrust();
  const folder = await pickFolder(workspaceFolders);
  if (!folder) {
    return;
  }
  const { args, ...launcher } = await writeLauncher();
  const server = {
    ...launcher,
    args: [...args, ...(folder.path === undefined ? [] : [`--workspace=${folder.path}`])],
  };
  const text = JSON.stringify({ mcpServers: { [serverName]: server } }, undefined, 2);
  await vscode.env.clipboard.writeText(`${text}\n`);
  const copied = vscode.l10n.t('Copied. Paste it into the MCP settings of your agent.');
  const isOff = vscode.l10n.t(
    'Copied, but the setting {0} is off: agents get no tools.',
    'tandem.editorTools.offerToOthers',
  );
  void (isOffered() ? nativeUi.showInformationMessage(copied) : nativeUi.showWarningMessage(isOff));
}

/** @returns undefined if the user cancels; without a path, the agent's own folder decides */
async function pickFolder(
  folders: readonly string[],
): Promise<{ readonly path?: string } | undefined> {
  const items = [
    {
      label: vscode.l10n.t('For Agents That Run in the Project'),
      detail: vscode.l10n.t('The folder that your agent runs in decides which window it uses.'),
      folder: {},
    },
    ...folders.map(path => ({
      label: vscode.l10n.t('Always for This Folder'),
      detail: path,
      folder: { path },
    })),
  ];
  const picked = await nativeUi.showQuickPick(items, {
    title: vscode.l10n.t('Copy MCP Server Configuration'),
    placeHolder: vscode.l10n.t('Select the window whose tools your agent gets'),
    matchOnDetail: true,
  });
  return picked?.folder;
}
