import type * as vscode from 'vscode';
import type { EditorReader } from './editorReader';
import { type ListingOptions, listing } from './text/listing';

/** A place in a file; line and character are 0-based. */
export interface FoundLocation {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  /** Text shown before the line. */
  readonly note?: string;
  /** Text shown instead of the line. */
  readonly shown?: string;
}

/** Converts a location from either of the two forms that providers return. */
export function locationOf(found: vscode.Location | vscode.LocationLink): FoundLocation {
  const [uri, range] =
    'targetUri' in found
      ? [found.targetUri, found.targetSelectionRange ?? found.targetRange]
      : [found.uri, found.range];
  const path = uri.scheme === 'file' ? uri.fsPath : uri.toString();
  return { path, line: range.start.line, character: range.start.character };
}

/**
 * Removes duplicates and sorts by path, line and character.
 * @param first path of the file to list first
 */
export function inOrder(places: readonly FoundLocation[], first?: string): FoundLocation[] {
  const unique = new Map(
    places.map(place => [`${place.path}\0${place.line}\0${place.character}`, place]),
  );
  return [...unique.values()].sort(
    (one, other) =>
      Number(other.path === first) - Number(one.path === first) ||
      compare(one.path, other.path) ||
      one.line - other.line ||
      one.character - other.character,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Lists places below their files: `12: const draft = useDraft();`. Shows a line once. Reads only
 * the files of places that are shown.
 */
export async function locationListing(
  all: readonly FoundLocation[],
  reader: EditorReader,
  options: ListingOptions,
): Promise<string> {
  const { offset = 0, limit = options.usual } = options;
  const { paths } = reader;
  const places = all.filter((place, index) => !isSameLine(place, all[index - 1]));
  const lineOf = reader.lineSource();
  const entries = await Promise.all(
    places.map(async (place, index) => {
      if (index < offset || index >= offset + limit) {
        return '';
      }
      const { path, line, note, shown } = place;
      const text = shown ?? (await lineOf(path, line)) ?? '';
      const isFirst = index === offset || places[index - 1]?.path !== path;
      const entry = `  ${line + 1}:${note ? ` ${note}` : ''} ${text}`.trimEnd();
      return isFirst ? `${paths.show(path)}\n${entry}` : entry;
    }),
  );
  return listing(entries, options);
}

function isSameLine(one: FoundLocation, other: FoundLocation | undefined): boolean {
  return one.path === other?.path && one.line === other.line && one.note === other.note;
}

export function fileCount(places: readonly FoundLocation[]): number {
  return new Set(places.map(({ path }) => path)).size;
}
