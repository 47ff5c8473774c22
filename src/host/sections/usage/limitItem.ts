import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { CommandId } from '../../contributed';
import { statusItems } from '../../contributed';
import { createStatusItem } from '../../nativeText/nativeUi';
import { hideStatus, showStatus } from '../../nativeText/statusItems';
import type { AccountLimits } from './accountLimits';
import { limitStatus, limitToWarnOf } from './limitTexts';

/** Item of the status bar for a usage limit that is nearly used up. */
export class LimitItem implements Disposable {
  private readonly store = new DisposableStore();
  private readonly item = this.store.add(createStatusItem(statusItems.usage, 7));

  constructor(
    private readonly limits: AccountLimits,
    private readonly warnAt: () => number,
    private readonly clock: Clock,
  ) {
    const command: CommandId = 'tandem.sections.usage';
    this.item.name = vscode.l10n.t('Tandem Usage Limit');
    this.item.command = command;
    this.store.add(limits.onChanged(() => this.show()));
  }

  /** Shows or hides the item by the present state. */
  show(): void {
    const now = this.clock.now();
    const limit = limitToWarnOf(this.limits.all, now, this.warnAt());
    if (limit) {
      showStatus(this.item, limitStatus(limit, now));
    } else {
      hideStatus(this.item);
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}
