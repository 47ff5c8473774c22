import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { ChannelId } from '../../contract/ids';
import type { ContextBlock } from '../../protocol/agentSource';
import type { FrontView, ShownFront } from '../chat/frontPort';
import type { SettingsReader } from '../settings';
import type { Sharing } from '../sharing/sharing';
import type { ActiveDocument } from './activeDocument';
import { chooseContext } from './chooseContext';
import { frontBlock, frontContext } from './frontText';
import { FrontWatch } from './frontWatch';
import { KeptFronts } from './keptFronts';
import { revealDocument } from './revealDocument';

export interface FrontOptions {
  readonly settings: SettingsReader;
  readonly sharing: Sharing;
  readonly clock: Clock;
  /** Returns false while no page is visible. */
  isWanted(): boolean;
  /** Resolves when the settings are those that hold. */
  readonly isSettled: Promise<void>;
}

/** The active editor as a chip of pages, and as content of messages. */
export class ActiveEditorContext implements FrontView, Disposable {
  private readonly store = new DisposableStore();
  private readonly kept = new KeptFronts<ActiveDocument>();
  private readonly watch: FrontWatch;

  readonly onChanged: Event<void>;

  constructor({ settings, isSettled, ...options }: FrontOptions) {
    let isReady = false;
    this.watch = this.store.add(
      new FrontWatch({
        ...options,
        idPrefix: randomUUID(),
        mode: () => (isReady ? settings.get('tandem.context.selection') : 'never'),
      }),
    );
    void isSettled.then(() => {
      isReady = true;
      this.watch.soon();
    });
    this.onChanged = this.watch.onChanged;
    this.store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.context.selection')) {
          this.watch.soon();
        }
      }),
    );
  }

  refresh(): void {
    this.watch.soon();
  }

  show({ id, cwd }: { readonly id: ChannelId; readonly cwd: string }): ShownFront {
    const { front, withheld, place } = this.watch.current;
    if (front && place) {
      this.kept.keep(id, front.id, { block: frontBlock(front, cwd), place });
      return { front: frontContext(front, cwd) };
    }
    return withheld ? { withheld } : {};
  }

  take(channelId: ChannelId, id: string): ContextBlock | undefined {
    return this.kept.get(channelId, id)?.block;
  }

  async reveal(channelId: ChannelId, id: string): Promise<void> {
    const kept = this.kept.get(channelId, id);
    if (!kept) {
      throw new UserError('context.gone', vscode.l10n.t('This selection is no longer known.'));
    }
    await revealDocument(kept.place);
  }

  /** Moves the focus from a chat to the document that the user worked in last. */
  async focusEditor(): Promise<void> {
    const { lastDocument } = this.watch;
    if (lastDocument) {
      await revealDocument(lastDocument);
    } else {
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }
  }

  choose(): Promise<void> {
    return chooseContext();
  }

  dispose(): void {
    this.store.dispose();
  }
}
