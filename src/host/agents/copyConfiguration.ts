import * as vscode from 'vscode';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import { readVariable } from '../../node/environment';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { type EditorTarget, editorSnippet, editorTargets } from './editorSnippets';

interface TargetItem extends vscode.QuickPickItem {
  readonly target: EditorTarget;
}

/**
 * Copies what makes another editor run the vendor's adapter with the Claude Code of Tandem.
 * @param given one of `editorTargets`; else the user picks one
 * @throws UserError `cli.*` if there is no Claude Code, `trust.required`
 */
export async function copyConfiguration(
  given: unknown,
  locate: () => Promise<LocatedCli>,
): Promise<void> {
  requireTrust();
  const target = editorTargets.find(one => one === given) ?? (await pickTarget());
  if (!target) {
    return;
  }
  const { path, env } = await locate();
  const { platform } = process;
  const configFolder = readVariable(env, 'CLAUDE_CONFIG_DIR', platform);
  const text = editorSnippet(target, { claude: path, configFolder, platform });
  await vscode.env.clipboard.writeText(text);
  const { label, detail } = textsOf(target);
  void nativeUi.showInformationMessage(
    vscode.l10n.t('The configuration for {0} was copied. {1}', label, detail),
  );
}

async function pickTarget(): Promise<EditorTarget | undefined> {
  const items = editorTargets.map((target): TargetItem => ({ ...textsOf(target), target }));
  const picked = await nativeUi.showQuickPick(items, {
    title: vscode.l10n.t('Copy ACP Agent Configuration'),
    placeHolder: vscode.l10n.t('Editor that runs Claude Code over the Agent Client Protocol'),
    matchOnDetail: true,
  });
  return picked?.target;
}

function textsOf(target: EditorTarget): { readonly label: string; readonly detail: string } {
  switch (target) {
    case 'zed':
      return { label: 'Zed', detail: vscode.l10n.t('Paste it into settings.json.') };
    case 'jetbrains':
      return { label: 'JetBrains', detail: vscode.l10n.t('Paste it into ~/.jetbrains/acp.json.') };
    case 'codecompanion':
      return {
        label: 'Neovim: CodeCompanion',
        detail: vscode.l10n.t('Merge it with the setup of codecompanion.nvim.'),
      };
    case 'avante':
      return {
        label: 'Neovim: Avante',
        detail: vscode.l10n.t('Merge it with the setup of avante.nvim.'),
      };
    case 'emacs':
      return {
        label: 'Emacs: agent-shell',
        detail: vscode.l10n.t('Add it to your init file, after agent-shell.'),
      };
    case 'marimo':
      return {
        label: 'marimo',
        detail: vscode.l10n.t('Run it in a terminal, then choose Claude in the agents panel.'),
      };
  }
}
