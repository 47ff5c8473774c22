import type * as vscode from 'vscode';
import { isObject } from '../../../base/json';

/** UTF-16 units of debug console output kept per session. */
const longestConsole = 64 * 1024;
/** Number of ended sessions that are kept. */
const mostEnded = 5;

/** State of a debug session, as its adapter reported it. */
export interface DebugRecord {
  readonly session: vscode.DebugSession;
  readonly console: string;
  readonly isEnded: boolean;
  /** Stopped threads with the reason; the key `undefined` stands for all threads. */
  readonly stopped: ReadonlyMap<number | undefined, string>;
}

interface Entry {
  readonly session: vscode.DebugSession;
  console: string;
  isEnded: boolean;
  readonly stopped: Map<number | undefined, string>;
}

/** Records sessions, stopped threads and console output from debug adapter events. */
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

  /** Returns the sessions, newest first. */
  sessions(): readonly DebugRecord[] {
    return this.entries
      .map(entry => ({ ...entry, console: entry.console.slice(-longestConsole) }))
      .reverse();
  }

  /**
   * Records a debug adapter message.
   * @param message sent by the session's adapter
   */
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

/** Truncates rarely: each cut copies the rest, and output comes in small chunks. */
function tailOf(text: string): string {
  return text.length > 2 * longestConsole ? text.slice(-longestConsole) : text;
}
