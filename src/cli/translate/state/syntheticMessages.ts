import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { Notice } from '../../../contract/notices';
import { textOf } from '../../../protocol/blocks';
import type { AssistantFrame } from '../../../protocol/frameSchemas';
import type { ReportedError } from './turnOutcome';
import type { TurnTracker } from './turnTracker';

/** Placeholders without meaning; the last one is stored when a session is resumed. */
const placeholders: ReadonlySet<string> = new Set(['', '(no content)', 'No response requested.']);

interface Synthetic extends ReportedError {
  readonly command: string | undefined;
}

/**
 * Holds messages that the CLI writes in the model's name until the turn's result, which shows
 * whether they are errors or answers.
 */
export class SyntheticMessages {
  private held: Synthetic[] = [];

  constructor(private readonly turn: TurnTracker) {}

  get last(): ReportedError | undefined {
    return this.held.at(-1);
  }

  hold(frame: AssistantFrame): void {
    const text = textOf(frame.message.content);
    if (!placeholders.has(text)) {
      this.held.push({
        text,
        error: frame.error,
        status: frame.api_error_status,
        command: frame.local_command_run?.command,
      });
    }
  }

  /** @param command the command that answered, for messages that do not name it */
  flush(now: number, command?: string): ConversationEvent[] {
    const { held } = this;
    this.held = [];
    return held.flatMap(one =>
      this.turn.notice(
        one.error === undefined
          ? commandOutput(one.text, one.command ?? command)
          : { kind: 'warning', text: one.text },
        now,
      ),
    );
  }

  /** Drops messages that repeat the turn's outcome. */
  drop(text: string | undefined): void {
    this.held = this.held.filter(one => one.text.trim() !== text?.trim());
  }

  clear(): void {
    this.held = [];
  }
}

/** Answer to a command for which the CLI needs a terminal. */
const terminalOnly =
  /^\/([\w:-]{1,100}) (?:opens an interactive panel and )?isn't available (?:in this environment|here yet)\b/;

export function commandOutput(text: string, command?: string): Notice {
  const name = terminalOnly.exec(text)?.[1];
  if (name !== undefined) {
    return { kind: 'terminalOnly', command: name, text };
  }
  return omitUndefined({ kind: 'commandOutput' as const, command, text });
}
