import { redo, undo } from 'prosemirror-history';
import type { EditorView } from 'prosemirror-view';

/** Milliseconds after a key within which VS Code sends the command of the same key. */
const echoMs = 1000;

/**
 * Carries out Undo and Redo of VS Code. They arrive as editing commands for the document, also
 * after a key that the box has handled already. The browser's own Undo does not know chips.
 */
export class UndoCommands {
  private lastKey = Number.NEGATIVE_INFINITY;
  private readonly original = document.execCommand.bind(document);

  constructor(private readonly view: EditorView) {
    document.execCommand = (command, showsUi, value) =>
      (command === 'undo' || command === 'redo') && view.hasFocus()
        ? this.perform(command)
        : this.original(command, showsUi, value);
  }

  noteKey({ key, ctrlKey, metaKey, timeStamp }: KeyboardEvent): void {
    if ((ctrlKey || metaKey) && /^[zy]$/i.test(key)) {
      this.lastKey = timeStamp;
    }
  }

  handleInput(event: InputEvent): boolean {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') {
      return false;
    }
    event.preventDefault();
    return this.perform(event.inputType === 'historyUndo' ? 'undo' : 'redo');
  }

  dispose(): void {
    document.execCommand = this.original;
  }

  private perform(command: 'undo' | 'redo'): boolean {
    if (performance.now() - this.lastKey < echoMs) {
      // Each key has one echo; a click in the menu just after it counts.
      this.lastKey = Number.NEGATIVE_INFINITY;
      return true;
    }
    const { state, dispatch } = this.view;
    return (command === 'undo' ? undo : redo)(state, dispatch.bind(this.view));
  }
}
