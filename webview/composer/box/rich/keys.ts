import { baseKeymap, splitBlock } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Keys of the box itself; those that mean something to the composer come before. */
export function boxKeys(): Plugin[] {
  return [
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      Enter: splitBlock,
      'Shift-Enter': splitBlock,
      'Alt-Enter': splitBlock,
      'Mod-Enter': splitBlock,
    }),
    keymap(baseKeymap),
  ];
}

/** On the first row, the up arrow goes to its start, as in a text field on most systems. */
export function moveToLineStart(view: EditorView, event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  const { selection } = view.state;
  if (key !== 'ArrowUp' || shiftKey || altKey || ctrlKey || metaKey || !selection.empty) {
    return false;
  }
  const { $head } = selection;
  if ($head.before(1) > 0 || $head.parentOffset === 0 || !view.endOfTextblock('up')) {
    return false;
  }
  event.preventDefault();
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1)));
  return true;
}
