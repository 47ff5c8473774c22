import type { MemoryNote } from '../patches/memoryNotes';

/** Whether a memory file is sent when a conversation starts, or why not. */
export type MemoryState =
  | 'sent'
  /** Sent only with files that the rule is about. */
  | 'conditional'
  | 'empty'
  | 'missing'
  /** Leads out of the project, which the user has not allowed. */
  | 'outside'
  /** Sent already, because of another file. */
  | 'repeated'
  /** Imported by too many files in a row. */
  | 'deep'
  /** Not a kind of file that is imported, such as an image. */
  | 'notText'
  /** Not looked at: there are too many. */
  | 'left'
  | 'unreadable';

/** A file of instructions, and those that it imports. */
export interface MemoryFile {
  /** Absolute, as it was found; for a rule behind a link, the file that the link leads to. */
  readonly path: string;
  /** As the importing file writes it; absent if nothing imports it. */
  readonly reference?: string;
  readonly state: MemoryState;
  /** Why it cannot be read. */
  readonly reason?: string;
  /** Characters that are sent. */
  readonly length: number;
  /** First heading or line; may be empty. */
  readonly summary: string;
  /** Patterns of the files that a rule is about. */
  readonly patterns?: readonly string[];
  /** Notes that agents have proposed. */
  readonly notes?: readonly MemoryNote[];
  readonly imports: readonly MemoryFile[];
}

/** Lists files with those that they import, each before its imports. */
export function allFiles(files: readonly MemoryFile[]): readonly MemoryFile[] {
  return files.flatMap(file => [file, ...allFiles(file.imports)]);
}
