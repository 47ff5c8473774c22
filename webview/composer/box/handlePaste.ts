interface PasteTarget {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Attaches pasted images and other files; pasted text is the text field's own matter. */
export function handlePaste(event: ClipboardEvent, { onFiles }: PasteTarget): void {
  const { clipboardData: data } = event;
  const files = [...(data?.files ?? [])];
  // Office programs put a picture of the text on the clipboard in addition to the text.
  if (data?.getData('text/plain') === '' && files.length > 0) {
    event.preventDefault();
    onFiles(files);
  }
}
