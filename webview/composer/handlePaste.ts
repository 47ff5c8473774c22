import * as l10n from '@vscode/l10n';
import { plural } from '../../src/base/plural';
import { cleanText } from './cleanText';
import { insertText } from './insertText';

interface PasteTarget {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onNotice: (text: string) => void;
}

/** Attaches pasted images and removes invisible characters from pasted text. */
export function handlePaste(
  event: ClipboardEvent & { currentTarget: HTMLTextAreaElement },
  { onFiles, onNotice }: PasteTarget,
): void {
  const data = event.clipboardData;
  if (!data) {
    return;
  }
  const pasted = data.getData('text/plain');
  const files = [...data.files];
  // Office programs put a picture of the text on the clipboard in addition to the text.
  if (pasted === '' && files.length > 0) {
    event.preventDefault();
    onFiles(files);
    return;
  }
  const { text: clean, removed } = cleanText(pasted);
  if (removed > 0) {
    event.preventDefault();
    insertText(event.currentTarget, clean);
    const one = l10n.t('{0} invisible character left out of the pasted text.', removed);
    const other = l10n.t('{0} invisible characters left out of the pasted text.', removed);
    onNotice(plural(removed, { one, other }));
  }
}
