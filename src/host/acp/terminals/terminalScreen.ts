import * as vscode from 'vscode';
import type { TerminalExit } from '../../../acp/ports';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { createOwnTerminal } from '../../nativeText/nativeUi';
import { labelText, linesText } from '../../nativeText/neutral';
import type { CommandView } from './agentTerminal';

/** Milliseconds between two writes: a flood of small ones would keep the editor busy. */
const pause = 40;
/** Longest text of one write, in UTF-16 units; more than that is not shown. */
const longestWrite = 200_000;
/** Longest name, in UTF-16 units. */
const longestName = 40;
const controlC = '\u0003';

/** Terminal of the editor in which commands of an agent are shown, one after another. */
export class TerminalScreen implements vscode.Pseudoterminal, Disposable {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly renamed = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.written.event;
  readonly onDidChangeName = this.renamed.event;
  private readonly terminal: vscode.Terminal;
  private name = vscode.l10n.t('Agent');
  private shownName = '';
  private isOpen = false;
  private isGone = false;
  private pending = '';
  private isLossy = false;
  private timer: Disposable | undefined;
  private stop: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onClosed: () => void,
  ) {
    this.terminal = createOwnTerminal({
      name: this.name,
      pty: this,
      iconPath: new vscode.ThemeIcon('comment-discussion'),
    });
    // Keeps the focus where it is.
    this.terminal.show(true);
  }

  /** Whether the next command may be shown here. */
  get isFree(): boolean {
    return !this.isGone && this.stop === undefined;
  }

  /**
   * Begins a command.
   * @param stop called when the user closes the terminal, or presses Ctrl+C in it
   */
  begin(line: string, stop: () => void): CommandView {
    this.stop = stop;
    const label = labelText(line);
    this.name = label.length > longestName ? `${label.slice(0, longestName)}…` : label;
    this.write(`${dim(`$ ${linesText(line)}`)}\n`);
    return {
      write: text => this.write(text),
      end: exit => {
        this.stop = undefined;
        this.write(`${dim(endText(exit))}\n\n`);
      },
    };
  }

  open(): void {
    this.isOpen = true;
    // VS Code sets the first name once this has returned.
    this.timer ??= this.clock.setTimeout(() => this.flush(), pause);
  }

  handleInput(data: string): void {
    if (data.includes(controlC)) {
      this.stop?.();
    }
  }

  /** Called by VS Code when the user closes the terminal. */
  close(): void {
    this.isGone = true;
    this.stop?.();
    this.release();
    this.onClosed();
  }

  dispose(): void {
    this.isGone = true;
    this.release();
    this.terminal.dispose();
  }

  private release(): void {
    this.timer?.dispose();
    this.written.dispose();
    this.renamed.dispose();
  }

  private write(text: string): void {
    if (this.isGone) {
      return;
    }
    this.pending += text;
    if (this.pending.length > 2 * longestWrite) {
      this.pending = this.pending.slice(-longestWrite);
      this.isLossy = true;
    }
    this.timer ??= this.clock.setTimeout(() => this.flush(), pause);
  }

  private flush(): void {
    this.timer = undefined;
    // VS Code ignores what comes before it has opened the terminal.
    if (!this.isOpen || this.isGone) {
      return;
    }
    if (this.shownName !== this.name) {
      this.shownName = this.name;
      this.renamed.fire(this.name);
    }
    if (this.pending === '') {
      return;
    }
    const isLossy = this.isLossy || this.pending.length > longestWrite;
    const text = this.pending.slice(-longestWrite);
    this.pending = '';
    this.isLossy = false;
    const note = isLossy ? `\n${dim(vscode.l10n.t('[output left out]'))}\n` : '';
    this.written.fire((note + text).replaceAll(/\r?\n/g, '\r\n'));
  }
}

function dim(text: string): string {
  return `\u001b[2m${text}\u001b[22m`;
}

function endText({ code, signal }: TerminalExit): string {
  return signal === null
    ? vscode.l10n.t('[ended with code {0}]', String(code))
    : vscode.l10n.t('[ended by {0}]', signal);
}
