import * as vscode from 'vscode';
import type { TerminalLog } from '../../agentTools/run/terminalLog';
import type { OpenTerminal } from './terminals';

const ids = new WeakMap<vscode.Terminal, string>();
let lastId = 0;

/** Lists the editor's terminals, the active one first. */
export function openTerminals(log: TerminalLog): OpenTerminal[] {
  const { terminals, activeTerminal } = vscode.window;
  const first = terminals.filter(one => one === activeTerminal);
  return [...first, ...terminals.filter(one => one !== activeTerminal)].map(terminal => ({
    id: idOf(terminal),
    name: terminal.name || (terminal.creationOptions.name ?? ''),
    hasShellIntegration: terminal.shellIntegration !== undefined,
    lastCommand: async () => {
      await log.settled();
      return log.lastOf(terminal);
    },
    show: () => terminal.show(),
  }));
}

/** Gives ids of our own: VS Code has none, and names are not unique. */
function idOf(terminal: vscode.Terminal): string {
  const known = ids.get(terminal);
  if (known !== undefined) {
    return known;
  }
  lastId += 1;
  // A draft that outlives the window must not name a terminal of the next one.
  const id = `${process.pid}-${lastId}`;
  ids.set(terminal, id);
  return id;
}
