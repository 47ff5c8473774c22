import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { type Batch, countsOf, isOver } from '../../core/runs/run';
import type { Runs } from '../../core/runs/runs';
import type { CommandId } from '../contributed';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';
import { endText, summaryText } from './rows/batchTexts';

/** Shows a notification for each batch that goes on, and how it ended. */
export class RunProgress implements Disposable {
  private readonly store = new DisposableStore();
  private readonly shown = new Map<string, Deferred<void>>();
  /** Resolve when the notification of a batch is gone. */
  private readonly gone = new Map<string, Thenable<void>>();

  constructor(
    private readonly runs: Pick<Runs, 'book' | 'onChanged' | 'onEnded' | 'stop'>,
    private readonly log: Log,
  ) {
    this.store.add(runs.onChanged(() => this.look()));
    this.store.add(runs.onEnded(batch => this.tellEnd(batch)));
  }

  dispose(): void {
    this.store.dispose();
    for (const end of this.shown.values()) {
      end.resolve();
    }
  }

  private look(): void {
    for (const batch of this.runs.book.all) {
      const isActive = !batch.runs.every(isOver);
      if (isActive && !this.shown.has(batch.id)) {
        this.show(batch);
      } else if (!isActive) {
        this.shown.get(batch.id)?.resolve();
        this.shown.delete(batch.id);
      }
    }
  }

  private show({ id, prompt }: Batch): void {
    const end = new Deferred<void>();
    this.shown.set(id, end);
    const { runs } = this;
    const location = vscode.ProgressLocation.Notification;
    const title = messageText(prompt.name, 80);
    const options = { location, title, cancellable: true };
    const gone = nativeUi.withProgress(options, (progress, token) => {
      const report = () => {
        const batch = runs.book.batch(id);
        if (batch && !batch.runs.every(isOver)) {
          progress.report({ message: summaryText(batch) });
        }
      };
      const following = this.store.add(runs.onChanged(report));
      token.onCancellationRequested(() => {
        runs.stop(runs.book.batch(id)?.runs.map(run => run.id) ?? []);
      });
      report();
      return end.promise.finally(() => {
        this.store.release(following);
        following.dispose();
      });
    });
    this.gone.set(id, gone);
  }

  private tellEnd(batch: Batch): void {
    this.showEnd(batch).catch((error: unknown) =>
      this.log.warn('The results could not be shown', { error: messageOf(error) }),
    );
  }

  private async showEnd(batch: Batch): Promise<void> {
    // Two notifications about the same batch would say the same.
    this.look();
    await this.gone.get(batch.id);
    this.gone.delete(batch.id);
    const { failed, all, stopped } = countsOf(batch);
    const text = `${messageText(batch.prompt.name, 80)}: ${messageText(endText(batch), 300)}`;
    const [only] = batch.runs;
    const isOne = all === 1 && only?.channelId !== undefined;
    const action = isOne ? vscode.l10n.t('Open Conversation') : vscode.l10n.t('Show Results');
    const picked =
      failed + stopped > 0
        ? await nativeUi.showWarningMessage(text, action)
        : await nativeUi.showInformationMessage(text, action);
    if (picked === action) {
      const command: CommandId = isOne ? 'tandem.runs.openConversation' : 'tandem.runs.showResults';
      await vscode.commands.executeCommand(command, isOne ? only.id : batch.id);
    }
  }
}
