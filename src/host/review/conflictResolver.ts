import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { type Contents, fromLines, sameBytes } from '../../core/edits/review/contents';
import { asThreeTexts } from '../../core/edits/review/mergeContents';
import type { FilePlan } from '../../core/edits/review/plan';
import { type ReviewedFiles, requireUnshared } from '../../core/edits/review/reviewedFiles';
import { markConflicts } from '../../core/edits/text/conflictMarkers';
import { nativeUi } from '../nativeText/nativeUi';
import { conflictNames } from './conflictLenses';
import { MergeTab } from './mergeTab';
import type { StoredContents } from './storedContents';

const mergeCommand = '_open.mergeEditor';
const resetCommand = 'mergeEditor.resetResultToBaseAndAutoMerge';

/** Lets the user resolve conflicts in VS Code's merge editor, or else by conflict markers. */
export class ConflictResolver implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly contents: Contents,
    private readonly stored: StoredContents,
    private readonly files: ReviewedFiles,
    private readonly clock: Clock,
    /** Whether this VS Code has the merge editor, which is not part of the API. */
    private readonly hasMergeEditor = async () =>
      (await vscode.commands.getCommands()).includes(mergeCommand),
  ) {}

  /** Resolves with whether the file has changed once the user is done. */
  async resolve(plan: FilePlan): Promise<boolean> {
    const isText = plan.outcome.kind === 'conflict' && this.textsOf(plan) !== undefined;
    if (!isText) {
      return this.replaceWhole(plan);
    }
    return (await this.hasMergeEditor()) ? this.openMergeEditor(plan) : this.writeMarkers(plan);
  }

  dispose(): void {
    this.store.dispose();
  }

  private textsOf({ outcome, now }: FilePlan) {
    return outcome.kind === 'conflict'
      ? asThreeTexts({ base: outcome.base, ours: now.bytes, theirs: outcome.theirs })
      : undefined;
  }

  private async openMergeEditor(plan: FilePlan): Promise<boolean> {
    const { path, outcome, now } = plan;
    if (outcome.kind !== 'conflict') {
      return false;
    }
    // The merge editor saves by itself, wherever the path leads to.
    requireUnshared(plan, await this.files.read(plan));
    const output = vscode.Uri.file(path);
    const names = conflictNames();
    const kept = async (bytes: Uint8Array | undefined) =>
      this.stored.uriOf(path, (await this.contents.keep(bytes))?.ref);
    await vscode.commands.executeCommand(mergeCommand, {
      base: await kept(outcome.base),
      input1: { uri: await kept(now.bytes), title: names.ours },
      input2: { uri: await kept(outcome.theirs), title: names.theirs },
      output,
    });
    await this.followed(output);
    const { bytes } = await this.files.read(plan);
    return !sameBytes(bytes, now.bytes);
  }

  /** Resolves when the merge editor has closed. */
  private async followed(output: vscode.Uri): Promise<void> {
    const { tabGroups } = vscode.window;
    const isOurs = ({ input }: vscode.Tab) => isMergeInto(output, input);
    const view = {
      isOpen: () => tabGroups.all.some(({ tabs }) => tabs.some(isOurs)),
      isActive: () => {
        const { activeTab } = tabGroups.activeTabGroup;
        return activeTab !== undefined && isOurs(activeTab);
      },
      onDidChange: (listener: () => void) => tabGroups.onDidChangeTabs(listener),
    };
    const tab = this.store.add(new MergeTab(view, this.clock));
    try {
      await Promise.all([tab.closed(), mergeResult(tab, output)]);
    } finally {
      this.store.release(tab);
      tab.dispose();
    }
  }

  private async writeMarkers(plan: FilePlan): Promise<boolean> {
    const view = this.textsOf(plan);
    if (!view) {
      return false;
    }
    const marked = markConflicts(view.texts, conflictNames());
    await this.files.write(plan, fromLines(marked, view.encoding), plan.now);
    await vscode.window.showTextDocument(vscode.Uri.file(plan.path));
    return true;
  }

  /** Offers a choice between both versions, since binary and deleted files cannot be merged. */
  private async replaceWhole(plan: FilePlan): Promise<boolean> {
    const { path, outcome, now, mode } = plan;
    if (outcome.kind !== 'conflict') {
      return false;
    }
    const name = vscode.workspace.asRelativePath(path);
    const replace = outcome.theirs
      ? vscode.l10n.t('Restore what was there before')
      : vscode.l10n.t('Delete the file');
    const keep = vscode.l10n.t('Leave my file as it is');
    const picked = await nativeUi.showQuickPick([{ label: keep }, { label: replace }], {
      title: vscode.l10n.t('{0} has changed since this change and cannot be merged', name),
      placeHolder: vscode.l10n.t('Undo restores what is replaced'),
      ignoreFocusOut: true,
    });
    if (picked?.label !== replace) {
      return false;
    }
    await this.files.write(plan, outcome.theirs, now, mode);
    return true;
  }
}

/** Recognizes the tab input of a merge editor by shape; its class is not part of the API. */
function isMergeInto(output: vscode.Uri, input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    'result' in input &&
    input.result instanceof vscode.Uri &&
    input.result.toString() === output.toString()
  );
}

/**
 * Resets the result to the base with everything that merges automatically. The merge editor would
 * otherwise start from the file, where everything looks resolved.
 */
async function mergeResult(tab: MergeTab, output: vscode.Uri): Promise<void> {
  if (!(await vscode.commands.getCommands()).includes(resetCommand)) {
    return;
  }
  const document = await vscode.workspace.openTextDocument(output);
  const text = document.getText();
  const reset = async () => {
    await vscode.commands.executeCommand(resetCommand);
  };
  await tab.apply(reset, () => document.getText() !== text);
}
