import * as vscode from 'vscode';
import { pick } from '../../commands/inputs';
import type { CommandId } from '../../contributed';
import { nativeUi } from '../../nativeText/nativeUi';
import { newPrompt } from '../../sections/agents/promptForm';
import { createFile } from '../../sections/files/createFile';
import { requireTrust } from '../../trust';

interface PromptPlaces {
  readonly cwd: string | undefined;
  readonly editorPrompts: string | undefined;
}

/** Asks for the name and place of a prompt file, creates it, and opens it to be written. */
export async function newPromptFile(places: PromptPlaces, usesGithub: boolean): Promise<void> {
  requireTrust();
  if (!usesGithub) {
    // Without prompt files, commands of Claude Code serve the same end.
    await vscode.commands.executeCommand('tandem.sections.skills' satisfies CommandId);
    return;
  }
  const place = await askPlace(places);
  const name = place && (await askName(places, place));
  if (!name) {
    return;
  }
  const text = vscode.l10n.t('What should be done with the file?');
  const { file } = await newPrompt([name, '', text, place], places);
  if (file) {
    await createFile(file);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file.path));
    const start = editor.document.getText().indexOf(text);
    if (start >= 0) {
      const [from, to] = [start, start + text.length].map(at => editor.document.positionAt(at));
      editor.selection = new vscode.Selection(
        from ?? editor.selection.start,
        to ?? editor.selection.end,
      );
    }
  }
}

async function askPlace({ cwd, editorPrompts }: PromptPlaces): Promise<string | undefined> {
  const project = {
    label: vscode.l10n.t('This Project'),
    description: '.github/prompts',
    value: 'project',
  };
  const user = {
    label: vscode.l10n.t('All Projects'),
    description: vscode.l10n.t('only you'),
    value: 'user',
  };
  const choices = [
    ...(cwd === undefined ? [] : [project]),
    ...(editorPrompts === undefined ? [] : [user]),
  ];
  return pick(vscode.l10n.t('Where should the new prompt file be stored?'), choices);
}

function askName(places: PromptPlaces, place: string) {
  return nativeUi.showInputBox({
    title: vscode.l10n.t('New Prompt File'),
    prompt: vscode.l10n.t('Its name, which becomes the word after “/”'),
    placeHolder: 'add-tests',
    validateInput: async name => {
      const { problems = [] } = name === '' ? {} : await newPrompt([name, '', '-', place], places);
      return problems.find(problem => problem !== null) ?? undefined;
    },
  });
}
