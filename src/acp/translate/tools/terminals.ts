import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import { longestOutput } from '../../../base/plainOutput';
import { boundedEnd } from '../text/foreignText';

/** State of a terminal that a call shows. */
export interface ShownTerminal {
  readonly text: string;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}

/** Most terminals whose output is kept for calls that are still to come. */
const mostTerminals = 500;

/** Terminals of a session by their ids: those of the client, and those that an agent only reports. */
export class Terminals {
  private readonly shown = new Map<string, ShownTerminal>();

  get(id: string): ShownTerminal | undefined {
    return this.shown.get(id);
  }

  set(id: string, { text, exit }: ShownTerminal): void {
    this.shown.delete(id);
    this.shown.set(id, { text: boundedEnd(text, longestOutput), ...(exit ? { exit } : {}) });
    const [oldest] = this.shown.size > mostTerminals ? this.shown.keys() : [];
    if (oldest !== undefined) {
      this.shown.delete(oldest);
    }
  }

  /**
   * Reads `_meta.terminal_output` and `terminal_exit`, by which Claude Code's and Codex's adapters
   * report commands that they run themselves.
   * @returns ids of the terminals that have changed
   */
  follow(meta: JsonObject | undefined): readonly string[] {
    const output = member(meta, 'terminal_output');
    const exit = member(meta, 'terminal_exit');
    const data = asString(output?.data);
    const changed: string[] = [];
    const outputId = asString(output?.terminal_id);
    if (outputId !== undefined && data !== undefined) {
      const before = this.shown.get(outputId);
      this.set(outputId, { ...before, text: (before?.text ?? '') + data });
      changed.push(outputId);
    }
    const exitId = asString(exit?.terminal_id);
    if (exit && exitId !== undefined) {
      const code = asNumber(exit.exit_code) ?? null;
      const signal = asString(exit.signal) ?? null;
      this.set(exitId, { text: this.shown.get(exitId)?.text ?? '', exit: { code, signal } });
      changed.push(exitId);
    }
    return changed;
  }
}

function member(meta: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = meta?.[name];
  return isObject(value) ? value : undefined;
}
