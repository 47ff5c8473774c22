import type { ToolItem } from '../../src/contract/conversation';
import { Icon } from '../ui/Icon';
import { uncertain } from './parts/changedFiles';
import { Visible } from './parts/Visible';

/** What the host has to say about a call and the file that it names: seen also while it is folded. */
export function CardNotes({ item }: { readonly item: ToolItem }) {
  // A file that a command changed has its remarks in the list of them.
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
