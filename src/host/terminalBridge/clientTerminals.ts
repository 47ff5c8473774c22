import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { readProcessTable } from '../../node/processTable';
import type { IdeConnection } from '../../terminalServer/editor/connection';
import type { IdeServer } from '../../terminalServer/ideServer';
import { processChain } from './processChain';

/** Finds the terminal of the window that each client runs in. */
export class ClientTerminals implements Disposable {
  private readonly store = new DisposableStore();
  private readonly found = new Map<number, vscode.Terminal>();
  private used: vscode.Terminal | undefined;

  constructor(private readonly server: IdeServer) {
    this.store.add(vscode.window.onDidCloseTerminal(terminal => this.forget(terminal)));
    this.store.add(vscode.window.onDidChangeActiveTerminal(() => void this.noteUse()));
    this.store.add(server.onConnectionsChanged(() => void this.noteUse()));
    void this.noteUse();
  }

  /** @returns undefined if the client runs somewhere else */
  async of({ pid }: IdeConnection): Promise<vscode.Terminal | undefined> {
    if (pid === undefined) {
      return undefined;
    }
    const known = this.found.get(pid);
    if (known) {
      return known;
    }
    const chain = processChain(pid, await readProcessTable(process.platform));
    for (const terminal of vscode.window.terminals) {
      const shell = await terminal.processId;
      if (shell !== undefined && chain.includes(shell)) {
        this.found.set(pid, terminal);
        return terminal;
      }
    }
    return undefined;
  }

  /**
   * Returns the client in the active terminal, else in the one with a client that was active last.
   */
  async lastUsed(): Promise<{ client: IdeConnection; terminal: vscode.Terminal } | undefined> {
    for (const terminal of [vscode.window.activeTerminal, this.used]) {
      const client = terminal && (await this.clientIn(terminal));
      if (client) {
        return { client, terminal };
      }
    }
    return undefined;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async noteUse(): Promise<void> {
    const { activeTerminal } = vscode.window;
    if (activeTerminal && (await this.clientIn(activeTerminal))) {
      this.used = activeTerminal;
    }
  }

  /** Returns the newest client, as a terminal may run several one after the other. */
  private async clientIn(terminal: vscode.Terminal): Promise<IdeConnection | undefined> {
    for (const client of [...this.server.connections].reverse()) {
      if ((await this.of(client)) === terminal) {
        return client;
      }
    }
    return undefined;
  }

  private forget(terminal: vscode.Terminal): void {
    for (const [pid, one] of this.found) {
      if (one === terminal) {
        this.found.delete(pid);
      }
    }
    if (this.used === terminal) {
      this.used = undefined;
    }
  }
}
