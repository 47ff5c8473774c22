import { closeHistory } from 'prosemirror-history';
import type { EditorView } from 'prosemirror-view';
import { isLongPaste, pastedText } from '../pastedText';
import { type BoxContent, piecesOf } from '../pieces';
import { chipsOf, sliceOf } from './document';

/**
 * Inserts a pasted text in place of the selection. A long one is a chip, and Undo shows its text.
 * @param content tokens of its mentions become chips again
 */
export function insertPasted(view: EditorView, text: string, content: BoxContent): void {
  const { state } = view;
  const { from } = state.selection;
  const slice = sliceOf(piecesOf(text, content.mentions), content.attachments);
  const insert = closeHistory(state.tr.replaceSelection(slice)).scrollIntoView();
  if (!isLongPaste(text)) {
    view.dispatch(insert);
    return;
  }
  const { mention, attachment } = pastedText(
    text,
    chipsOf(state.doc).map(chip => chip.mention),
  );
  const shown = state.apply(insert);
  const end = insert.mapping.map(state.selection.to);
  const chip = sliceOf([mention], [attachment]);
  const fold = closeHistory(shown.tr.replace(from, end, chip)).scrollIntoView();
  // Only the result is drawn: the text may have thousands of lines.
  view.updateState(shown.apply(fold));
}
