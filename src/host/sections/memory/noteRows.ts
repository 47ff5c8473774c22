import * as l10n from '@vscode/l10n';
import type { MemoryFile } from '../../../cli/memory/memoryFile';
import { longestNote, type MemoryNote } from '../../../cli/patches/memoryNotes';
import type { ActionForm, Origin, SectionRow } from '../../../contract/sections';

/** Note with the file that it stands in. */
export interface PlacedNote {
  readonly path: string;
  readonly note: MemoryNote;
}

/** Rows of the notes in a file. @param id of the file's own row */
export function noteRows(
  file: MemoryFile,
  id: string,
  origin: Origin,
  canChange: boolean,
): readonly SectionRow[] {
  return notesWithIds(file, id).map(([row, { text }]) => ({
    id: row,
    title: text,
    badges: [{ text: l10n.t('Note') }],
    origin: { ...origin, path: file.path },
    canOpen: true,
    ...(canChange
      ? {
          actions: [
            { id: 'editNote', label: l10n.t('Edit…'), form: noteForm(text) },
            { id: 'removeNote', label: l10n.t('Remove'), kind: 'danger', canPreview: true },
          ],
        }
      : {}),
  }));
}

/** Ids of a file's notes. The same text can stand there twice. */
export function notesWithIds(
  { notes = [] }: MemoryFile,
  id: string,
): readonly (readonly [string, MemoryNote])[] {
  const counts = new Map<string, number>();
  return notes.map(note => {
    const count = (counts.get(note.text) ?? 0) + 1;
    counts.set(note.text, count);
    return [`${id}#${count > 1 ? count : ''}${note.text}`, note] as const;
  });
}

export function noteForm(text: string): ActionForm {
  return {
    title: l10n.t('Edit note'),
    submit: l10n.t('Save'),
    fields: [
      {
        ...{ kind: 'text', name: 'note', title: l10n.t('Text'), isRequired: true, initial: text },
        maxLength: longestNote,
      },
    ],
    canPreview: true,
  };
}
