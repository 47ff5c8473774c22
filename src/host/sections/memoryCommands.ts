import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';

interface MemoryCommandParts {
  configFolder(): string;
  /** Folder of the conversation in front, else of new ones. */
  cwd(): string | undefined;
}

/** Commands that change memory without the tab. */
export function memoryCommands({ configFolder, cwd }: MemoryCommandParts) {
  return {
    'tandem.memory.addLine': async () => {
      requireTrust();
      const [{ linePlaces }, { addLine }] = await Promise.all([
        import('./memory/lineForm'),
        import('./memory/memoryActions'),
      ]);
      const places = await linePlaces(configFolder(), cwd());
      const items = places.map(place => ({ label: place.label, detail: place.path, place }));
      const title = vscode.l10n.t('Add Line to Memory');
      const placeHolder = vscode.l10n.t('Where should Claude remember it?');
      const picked = await nativeUi.showQuickPick(items, { title, placeHolder });
      const line = picked && (await askLine(title, picked.label));
      if (!picked || !line) {
        return;
      }
      const { text, undo } = await addLine(picked.place, line);
      const undoLabel = vscode.l10n.t('Undo');
      const chosen = await nativeUi.showInformationMessage(text, undoLabel);
      if (chosen === undoLabel) {
        await undo();
      }
    },
  } satisfies Partial<CommandTable>;
}

async function askLine(title: string, place: string): Promise<string | undefined> {
  const line = await nativeUi.showInputBox({
    title,
    prompt: vscode.l10n.t('What Claude should know in each conversation. For: {0}', place),
    validateInput: text =>
      text.length > 2_000 ? vscode.l10n.t('Enter at most {0} characters.', 2_000) : undefined,
  });
  return line?.trim();
}
