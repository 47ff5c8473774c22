/** Reads the selection of a terminal by commands, as there is no stable API for it. */
export interface TerminalClipboard {
  read(): PromiseLike<string>;
  write(text: string): PromiseLike<void>;
  /** Runs an editor command. */
  run(command: string): PromiseLike<unknown>;
}

const commands = [
  'workbench.action.terminal.copySelection',
  // With shell integration; else it copies nothing.
  'workbench.action.terminal.copyLastCommandAndLastCommandOutput',
] as const;

/**
 * Copies the selection, else the last command and its output, and restores the clipboard.
 * @returns undefined if there is neither
 */
export async function copiedFromTerminal(
  clipboard: TerminalClipboard,
  mark: string,
): Promise<string | undefined> {
  const before = await clipboard.read();
  try {
    for (const command of commands) {
      // Tells a copy from none, even if the clipboard had the same text.
      await clipboard.write(mark);
      await clipboard.run(command);
      const copied = await clipboard.read();
      if (copied !== mark && copied.trim() !== '') {
        return copied;
      }
    }
    return undefined;
  } finally {
    await clipboard.write(before);
  }
}
