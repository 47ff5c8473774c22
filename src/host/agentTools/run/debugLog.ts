import type * as vscode from 'vscode';
import { isObject } from '../../../base/json';

/** UTF-16 units of the console that are kept of a session. */
const longestConsole = 64 * 1024;
/** Sessions that have ended and are still told of. */
const mostEnded = 5;

/** What a debug session has told so far. */
export interface DebugRecord {
  readonly session: vscode.DebugSession;
  readonly console: string;
  readonly isEnded: boolean;
  /** The threads that stand still, with the reason; `undefined` stands for all threads. */
  readonly stopped: ReadonlyMap<number | undefined, string>;
}

interface Entry {
  readonly session: vscode.DebugSession;
  console: string;
  isEnded: boolean;
  readonly stopped: Map<number | undefined, string>;
}

/** What debug adapters have told: sessions, what stands still, the console. */
export class DebugLog {
  private readonly entries: Entry[] = [];

  begin(session: vscode.DebugSession): void {
    this.entries.push({ session, console: '', isEnded: false, stopped: new Map() });
  }

  end({ id }: vscode.DebugSession): void {
    for (const entry of this.entries.filter(({ session }) => session.id === id)) {
      entry.isEnded = true;
      entry.stopped.clear();
    }
    this.forgetOld();
  }

  /** The newest first. */
  sessions(): readonly DebugRecord[] {
    return this.entries
      .map(entry => ({ ...entry, console: entry.console.slice(-longestConsole) }))
      .reverse();
  }

  /** @param message that its adapter has sent */
  told({ id }: vscode.DebugSession, message: unknown): void {
    const entry = this.entries.findLast(({ session }) => session.id === id);
    if (!entry || !isObject(message) || message.type !== 'event') {
      return;
    }
    const body = isObject(message.body) ? message.body : {};
    const thread = typeof body.threadId === 'number' ? body.threadId : undefined;
    switch (message.event) {
      case 'output':
        if (body.category !== 'telemetry') {
          entry.console = tailOf(`${entry.console}${String(body.output ?? '')}`);
        }
        break;
      case 'stopped': {
        const reason = [body.description ?? body.reason, body.text].filter(Boolean).join(': ');
        entry.stopped.set(thread, reason);
        break;
      }
      case 'continued':
        if (thread === undefined || body.allThreadsContinued !== false) {
          entry.stopped.clear();
        } else {
          entry.stopped.delete(thread);
        }
        break;
      case 'terminated':
      case 'exited':
        entry.stopped.clear();
        break;
    }
  }

  private forgetOld(): void {
    const ended = this.entries.filter(({ isEnded }) => isEnded);
    for (const entry of ended.slice(0, -mostEnded)) {
      this.entries.splice(this.entries.indexOf(entry), 1);
    }
  }
}

/** Cut seldom: each cut copies what is left, and output comes in small pieces. */
function tailOf(text: string): string {
  return text.length > 2 * longestConsole ? text.slice(-longestConsole) : text;
}
