import type { ToolItem } from '../../src/contract/conversation';
import { Icon } from '../ui/Icon';
import { uncertain } from './parts/ChangedFiles';
import { EscapedText } from './parts/EscapedText';

/** Host notes about a call and its file; visible even when the card is folded. */
export function CardNotes({ item }: { readonly item: ToolItem }) {
  // Files changed by a command carry their notes in the list of changed files.
  const named = item.files?.filter(({ via }) => via === undefined) ?? [];
  const notes = new Set([
    ...(item.notes ?? []),
    ...named.flatMap(({ note, isUncertain }) => [
      ...(note === undefined ? [] : [note]),
      ...(isUncertain ? [uncertain()] : []),
    ]),
  ]);
  if (notes.size === 0) {
    return null;
  }
  return (
    <div class="tool-notes">
      {[...notes].map(note => (
        <p key={note} class="tool-note">
          <Icon name="warning" /> <EscapedText text={note} />
        </p>
      ))}
    </div>
  );
}
