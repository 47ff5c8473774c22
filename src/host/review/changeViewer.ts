import { basename } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { FileUpdate } from '../../contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../contract/ids';
import type { ChangeView } from '../../core/edits/tracking/editTracker';
import { chatTabType } from '../contributed';
import { lineText } from '../nativeText/neutral';
import type { StoredContents } from './storedContents';

/** Called with each review that was opened. */
export type ReviewListener = (
  channel: ChannelId,
  title: string,
  tools: ReadonlySet<ToolCallId>,
) => void;

/** Opens tracked edits in VS Code's diff editors: stored content before against after. */
export class ChangeViewer implements ChangeView {
  constructor(
    private readonly contents: StoredContents,
    private readonly onReview: ReviewListener = () => undefined,
  ) {}

  /** @throws UserError `change.untracked` if the contents are unknown, `change.lost` if the store lacks one */
  async openDiff(_channel: ChannelId, update: FileUpdate): Promise<void> {
    if (!hasContents(update)) {
      const why = update.detail ?? vscode.l10n.t('It was not recorded.');
      throw new UserError(
        'change.untracked',
        vscode.l10n.t('What this edit changed is not known. {0}', why),
      );
    }
    const [before, after] = await this.sides(update);
    // Focuses the diff, because the user clicked for it, and keeps the chat in view.
    const viewColumn = isChatTabActive() ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    await vscode.commands.executeCommand(
      'vscode.diff',
      before,
      after,
      lineText(vscode.l10n.t("{0} (agent's edit)", basename(update.path))),
      { viewColumn, preview: true, override: true },
    );
  }

  /** @throws UserError `change.untracked` if no contents are known, `change.lost` if the store lacks one */
  async review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void> {
    const known = updates.filter(update => hasContents(update) && update.oldRef !== update.newRef);
    if (known.length === 0) {
      throw new UserError(
        'change.untracked',
        vscode.l10n.t('None of these changes was recorded, so there is nothing to compare.'),
      );
    }
    const files = await Promise.all(
      known.map(async update => {
        const [before, after] = await this.sides(update);
        const { path, oldRef, newRef } = update;
        return [vscode.Uri.file(path), oldRef && before, newRef && after];
      }),
    );
    await vscode.commands.executeCommand('vscode.changes', lineText(title), files);
    this.onReview(channel, title, new Set(updates.map(({ toolId }) => toolId)));
  }

  private async sides({ path, oldRef, newRef }: FileUpdate): Promise<[vscode.Uri, vscode.Uri]> {
    const sides = [this.contents.uriOf(path, oldRef), this.contents.uriOf(path, newRef)] as const;
    for (const side of sides) {
      await this.contents.stat(side).catch((cause: unknown) => {
        const message = vscode.l10n.t('The recorded content of {0} is no longer there.', path);
        throw new UserError('change.lost', message, { cause });
      });
    }
    return [...sides];
  }
}

function hasContents({ status, oldRef, newRef }: FileUpdate): boolean {
  return status !== 'untracked' && (oldRef !== undefined || newRef !== undefined);
}

function isChatTabActive(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // VS Code adds its own prefix to the view type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(chatTabType);
}
