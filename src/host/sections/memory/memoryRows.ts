import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { textTokens } from '../../../base/tokenEstimate';
import type { MemoryFile } from '../../../cli/memory/memoryFile';
import { aboutTokens } from '../../../contract/labels/tokensText';
import type { Badge, Origin, SectionRow } from '../../../contract/sections';
import type { MemoryState } from './memoryState';
import { noteRows, notesWithIds, type PlacedNote } from './noteRows';

export interface RowOptions {
  readonly state: Pick<MemoryState, 'sent'>;
  readonly origin: Pick<Origin, 'label' | 'readOnly'>;
  /** Whether a missing file can be created. */
  readonly canCreate: boolean;
  /** Whether its notes can be changed. */
  readonly canChangeNotes?: boolean;
}

/** Row of a file, with those that it imports below it. */
export function memoryRow(
  file: MemoryFile,
  { state, origin, canCreate, canChangeNotes = false }: RowOptions,
  parent?: string,
): SectionRow {
  const id = rowId(file, parent);
  const { path, reference, imports, patterns, reason, summary } = file;
  const isThere = file.state !== 'missing' && file.state !== 'left';
  const rows = [
    ...noteRows(file, id, origin, canChangeNotes),
    ...imports.map(one => memoryRow(one, { state, origin, canCreate: false }, id)),
  ];
  const detail =
    file.state === 'outside'
      ? l10n.t(
          'Claude Code asks once, in a terminal, whether to send what is outside of the project.',
        )
      : (reason ??
        missingHint(file) ??
        (patterns ? l10n.t('Only for: {0}', patterns.join(', ')) : summary));
  return {
    ...{ id, title: reference === undefined ? basename(path) : `@${reference}` },
    ...(detail === '' ? {} : { detail }),
    badges: badgesOf(file, state, reference === undefined),
    origin: { ...origin, path },
    ...(isThere ? { canOpen: true } : {}),
    ...(canCreate && file.state === 'missing'
      ? { actions: [{ id: 'create', label: l10n.t('Create') }] }
      : {}),
    ...(rows.length > 0 ? { rows } : {}),
  };
}

/** The CLI takes all characters up to the next space for the path. */
function missingHint({ state, reference = '' }: MemoryFile): string | undefined {
  const [mark] = /[.,;:!?)\]]$/.exec(reference) ?? [];
  return state === 'missing' && mark !== undefined
    ? l10n.t('Claude Code takes “{0}” for a part of the path: put a space before it.', mark)
    : undefined;
}

/** Ids of all rows of a file, with the paths that they open. */
export function rowPaths(
  file: MemoryFile,
  parent?: string,
): readonly (readonly [string, string])[] {
  const id = rowId(file, parent);
  return [[id, file.path], ...file.imports.flatMap(one => rowPaths(one, id))];
}

/** Ids of all rows of notes in files that nothing imports. */
export function placedNotes(files: readonly MemoryFile[]): ReadonlyMap<string, PlacedNote> {
  return new Map(
    files.flatMap(file =>
      notesWithIds(file, rowId(file)).map(
        ([row, note]) => [row, { path: file.path, note }] as const,
      ),
    ),
  );
}

function rowId({ path, reference }: MemoryFile, parent = ''): string {
  return reference === undefined ? `file/${path}` : `${parent}>${reference}`;
}

function badgesOf(
  file: MemoryFile,
  { sent }: Pick<MemoryState, 'sent'>,
  isRoot: boolean,
): readonly Badge[] {
  switch (file.state) {
    case 'sent':
      return isSent(file, sent)
        ? [{ text: tokenText(file) }]
        : [{ text: l10n.t('Not sent: Claude Code leaves it out'), tone: 'warning' }];
    case 'conditional':
      return [{ text: tokenText(file) }];
    case 'empty':
      return [{ text: l10n.t('Empty') }];
    case 'missing':
      return isRoot
        ? [{ text: l10n.t('Not created') }]
        : [{ text: l10n.t('Not found'), tone: 'bad' }];
    case 'outside':
      return [{ text: l10n.t('Not sent: outside of the project'), tone: 'warning' }];
    case 'repeated':
      return [{ text: l10n.t('Sent already') }];
    case 'deep':
      return [{ text: l10n.t('Not sent: too many imports in a row'), tone: 'warning' }];
    case 'notText':
      return [{ text: l10n.t('Not sent: not a kind of file that is imported'), tone: 'warning' }];
    case 'left':
      return [{ text: l10n.t('Not looked at: there are too many files'), tone: 'warning' }];
    case 'unreadable':
      return [{ text: l10n.t('Cannot be read'), tone: 'bad' }];
  }
}

/** Whether a file counts: the CLI's own word comes before what the file says. */
export function isSent({ path, state }: MemoryFile, sent: MemoryState['sent']): boolean {
  return state === 'sent' && (sent?.has(path) ?? true);
}

function tokenText({ length }: MemoryFile): string {
  return aboutTokens(textTokens(length));
}
