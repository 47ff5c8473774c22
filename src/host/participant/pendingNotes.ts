import { createHash } from 'node:crypto';
import { type PastTurn, participantId, type ResponseNote, readNote } from './responseNote';

/** Requests that are remembered; the oldest are forgotten first. */
const mostNotes = 30;

/** Where notes are kept, as one JSON object. */
export interface NoteMemory {
  read(): Readonly<Record<string, unknown>>;
  write(notes: Readonly<Record<string, unknown>>): void;
}

/**
 * Notes of requests that have not ended. VS Code keeps no result of a request that is cancelled, or
 * that a reload cuts short. They are found again by what was asked in the chat so far.
 */
export class PendingNotes {
  constructor(private readonly memory: NoteMemory) {}

  /**
   * Returns the note of the last request of this history, if it did not end. One with a result has
   * ended: what another chat has asked in the same words is none of its concern.
   */
  of(history: readonly PastTurn[]): ResponseNote | undefined {
    const last = history.findLast(({ participant }) => participant === participantId);
    if (last?.result?.metadata !== undefined) {
      return undefined;
    }
    return readNote(this.memory.read()[keyOf(promptsIn(history))]);
  }

  begin(history: readonly PastTurn[], prompt: string, note: ResponseNote): void {
    const key = keyOf([...promptsIn(history), prompt]);
    const others = Object.entries(this.memory.read()).filter(([known]) => known !== key);
    this.memory.write(Object.fromEntries([...others, [key, note]].slice(-mostNotes)));
  }

  end(history: readonly PastTurn[], prompt: string): void {
    const key = keyOf([...promptsIn(history), prompt]);
    const { [key]: _, ...others } = this.memory.read();
    this.memory.write(others);
  }
}

function promptsIn(history: readonly PastTurn[]): readonly string[] {
  return history.flatMap(({ participant, prompt }) =>
    participant === participantId && prompt !== undefined ? [prompt] : [],
  );
}

/** A hash, because what was asked is nothing for the workspace's memory. */
function keyOf(prompts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(prompts)).digest('hex').slice(0, 32);
}
