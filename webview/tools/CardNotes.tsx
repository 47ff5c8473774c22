import type { ToolItem } from '../../src/contract/conversation';
import { Icon } from '../ui/Icon';
import { uncertain } from './parts/changedFiles';
import { Visible } from './parts/Visible';

/** Host notes about a call and its file; visible even when the card is folded. */
export function CardNotes({ item }: { readonly item: ToolItem }) {
  // Files changed by a command carry their notes in the list of changed files.
  const named = item.files?.filter(({ via }) => via === undefined) ?? [];
  const notes = new Set([
    ...(item.notes ?? []),
    ...named.flatMap(({ note, isUncertain }) => [
      ...(note === undefined ? [] : [note]),
      ...(isUncertain ? [uncertain] : []),
    ]),
  ]);
  if (notes.size === 0) {
    return null;
  }
  return (
    <div class="tool-notes">
      {[...notes].map(note => (
        <p key={note} class="tool-note">
          <Icon name="warning" /> <Visible text={note} />
        </p>
      ))}
    </div>
  );
}
