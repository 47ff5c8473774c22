import type { BoxProps } from './boxProps';
import { pastedPlaces } from './droppedPaths';

type PasteTarget = Pick<BoxProps, 'onFiles' | 'onPlaces'>;

/**
 * Attaches pasted images and other files, and mentions those whose places were pasted; any other
 * text is the text field's own matter.
 */
export function handlePaste(event: ClipboardEvent, { onFiles, onPlaces }: PasteTarget): void {
  const { clipboardData: data } = event;
  const places = data ? pastedPlaces(data) : [];
  if (data && places.length > 0) {
    event.preventDefault();
    onPlaces(places, data.getData('text/plain'));
    return;
  }
  const files = [...(data?.files ?? [])];
  // Office programs put a picture of the text on the clipboard in addition to the text.
  if (data?.getData('text/plain') === '' && files.length > 0) {
    event.preventDefault();
    onFiles(files);
  }
}
