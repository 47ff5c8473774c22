import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { IdeServer } from '../../terminalServer/ideServer';
import { readRulesOf } from '../agent/readRules';
import type { ProposalEditors } from '../proposedEdits/proposalEditors';
import type { SettingsReader } from '../settings';
import { Sharing } from '../sharing/sharing';
import { ClientTerminals } from './clientTerminals';
import { pickConnection } from './connectionPick';
import { showConnections } from './connectionStatus';
import { EditorPort } from './editorPort';
import { Mentions } from './mentions';
import { SelectionWatch } from './selectionWatch';
import { TerminalDiffs } from './terminalDiffs';

export interface TerminalBridgeOptions {
  readonly server: IdeServer;
  readonly proposalEditors: ProposalEditors;
  readonly settings: SettingsReader;
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds all that is needed once a terminal connects, or the user wants one to. */
export class TerminalBridge implements Disposable {
  private readonly store = new DisposableStore();
  private readonly terminals: ClientTerminals;
  readonly diffs: TerminalDiffs;
  readonly port: EditorPort;
  readonly mentions: Mentions;

  constructor(private readonly options: TerminalBridgeOptions) {
    const { server, proposalEditors, settings, clock, log } = options;
    this.terminals = this.store.add(new ClientTerminals(server));
    this.mentions = new Mentions(server, this.terminals);
    const opening = () => settings.get('tandem.diff.open');
    this.diffs = new TerminalDiffs({ proposalEditors, opening, clock, log });
    const sharing = this.store.add(new Sharing(clock, readRulesOf(settings)));
    const selections = this.store.add(
      new SelectionWatch({
        isShared: () => settings.get('tandem.ide.shareSelection'),
        sharing,
        clock,
        send: selection => server.selectionChanged(selection),
      }),
    );
    this.store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.ide.shareSelection')) {
          selections.again();
        }
      }),
    );
    this.port = new EditorPort(this.diffs, selections, sharing, clock);
    this.store.add(showConnections(server));
  }

  pickConnection(): Promise<void> {
    return pickConnection(this.options.server, this.terminals);
  }

  dispose(): void {
    this.store.dispose();
  }
}
