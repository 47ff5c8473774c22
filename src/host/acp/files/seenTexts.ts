import { createHash } from 'node:crypto';

/** Files that are remembered; of older ones, only unsaved text counts. */
const mostFiles = 500;

/** Text of a file as the editor has it now. */
export interface CurrentText {
  readonly text: string;
  /** True if the text is not saved. */
  readonly isDirty: boolean;
}

/**
 * Remembers which texts an agent has seen, so that it replaces nothing that the user has typed
 * meanwhile. Files are named by all paths under which an editor may have them.
 */
export class SeenTexts {
  private readonly seen = new Map<string, string>();
  private readonly typed = new Set<string>();

  /** Notes that the agent knows this text. */
  note(paths: readonly string[], text: string): void {
    const digest = digestOf(text);
    for (const path of paths) {
      this.typed.delete(path);
      this.seen.delete(path);
      this.seen.set(path, digest);
    }
    for (const oldest of this.seen.keys()) {
      if (this.seen.size <= mostFiles) {
        break;
      }
      this.seen.delete(oldest);
    }
  }

  /** Notes that somebody else than the agent has typed in the file. */
  noteTyped(path: string): void {
    this.typed.add(path);
  }

  /**
   * Returns whether writing would replace text that the user has typed and the agent has not seen.
   * Saved text is reported only once: an agent may have read it in another way.
   */
  isConflict(paths: readonly string[], { text, isDirty }: CurrentText): boolean {
    const digest = digestOf(text);
    if (paths.some(path => this.seen.get(path) === digest)) {
      return false;
    }
    return isDirty || paths.filter(path => this.typed.delete(path)).length > 0;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64');
}
