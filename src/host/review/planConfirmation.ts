import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { Contents } from '../../core/edits/review/contents';
import type { OwnedPlan } from '../../core/edits/review/decisions';
import type { FilePlan } from '../../core/edits/review/plan';
import { type NeutralItem, pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import { lineText } from '../nativeText/neutral';
import { describePlan } from './describePlan';
import type { StoredContents } from './storedContents';

interface PlanItem extends vscode.QuickPickItem {
  readonly owned: OwnedPlan;
}

const showDiff: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff'),
  tooltip: vscode.l10n.t('Show What Would Change'),
};
const showAll: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff-multiple'),
  tooltip: vscode.l10n.t('Show All in Multi-File Diff'),
};

/** Shows what a decision would do to each file, and lets the user exclude files. */
export class PlanConfirmation {
  constructor(
    private readonly contents: Contents,
    private readonly stored: StoredContents,
  ) {}

  /**
   * Asks the user to confirm.
   * @returns the plans still selected; `undefined` when the user cancels
   */
  confirm(title: string, plans: readonly OwnedPlan[]): Promise<readonly OwnedPlan[] | undefined> {
    const pick = nativeUi.createQuickPick<PlanItem>();
    pick.title = lineText(title);
    pick.placeholder = vscode.l10n.t('Enter does it for the files that are ticked');
    pick.canSelectMany = true;
    // Diffs opened from the list take the focus.
    pick.ignoreFocusOut = true;
    pick.matchOnDescription = true;
    pick.buttons = [showAll];
    pick.items = plans.map(owned => toItem(owned));
    pick.selectedItems = pick.items;
    return new Promise(resolve => {
      const answer = (chosen: readonly OwnedPlan[] | undefined) => {
        resolve(chosen);
        pick.hide();
      };
      pick.onDidAccept(() => answer(pick.selectedItems.map(({ owned }) => owned)));
      // Plans that cannot be shown can still be decided on.
      const say = (error: unknown) => {
        pick.placeholder = lineText(messageOf(error));
      };
      pick.onDidTriggerButton(() => void this.showAll(title, plans).catch(say));
      pick.onDidTriggerItemButton(({ item }) => void this.show(item.owned.plan).catch(say));
      pick.onDidHide(() => {
        answer(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  private async show(plan: FilePlan): Promise<void> {
    const { path } = plan;
    const [now, then] = await this.sidesOf(plan);
    const title = vscode.l10n.t('{0} (as it would be)', vscode.workspace.asRelativePath(path));
    await vscode.commands.executeCommand('vscode.diff', now, then, lineText(title), {
      preview: true,
      preserveFocus: true,
      override: true,
    });
  }

  private async showAll(title: string, plans: readonly OwnedPlan[]): Promise<void> {
    const files = await Promise.all(
      plans.map(async ({ plan }) => [vscode.Uri.file(plan.path), ...(await this.sidesOf(plan))]),
    );
    await vscode.commands.executeCommand('vscode.changes', lineText(title), files);
  }

  private async sidesOf({ path, now, outcome }: FilePlan): Promise<[vscode.Uri, vscode.Uri]> {
    const then = outcome.kind === 'clean' ? outcome.bytes : outcome.theirs;
    const [left, right] = [await this.contents.keep(now.bytes), await this.contents.keep(then)];
    return [this.stored.uriOf(path, left?.ref), this.stored.uriOf(path, right?.ref)];
  }
}

function toItem(owned: OwnedPlan): NeutralItem<PlanItem> {
  const { counts, remarks } = describePlan(owned.plan);
  return pickItem({
    owned,
    label: vscode.workspace.asRelativePath(owned.plan.path),
    description: counts,
    ...(remarks.length > 0 ? { detail: remarks.join(' ') } : {}),
    buttons: [showDiff],
  });
}
