import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isOnUnknownShare } from '../../../base/networkPath';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { allFiles, type MemoryFile } from '../../../cli/memory/memoryFile';
import { type MemoryFiles, readMemoryFiles } from '../../../cli/memory/memoryFiles';
import { type NestedMemory, readNestedMemory } from '../../../cli/memory/nestedFiles';
import { askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';
import type { MemoryPorts } from './memoryPorts';

const mostNotes = 100;

/** Notes that Claude keeps by itself. */
export interface AutoMemory {
  readonly isOn: boolean;
  readonly canToggle: boolean;
  /** Settings file that counts. */
  readonly file: SettingsFile | undefined;
  /** Paths of the notes, that which is sent first. */
  readonly notes: readonly string[];
}

/** All that the section shows. */
export interface MemoryState {
  readonly files: MemoryFiles;
  /** Files that are sent only when Claude works beside them. */
  readonly nested: NestedMemory;
  readonly settings: readonly SettingsFile[];
  /** Paths that the CLI sends, by its own word; absent if it gave none. */
  readonly sent: ReadonlySet<string> | undefined;
  /** Files that only the CLI knows. */
  readonly others: readonly string[];
  readonly auto: AutoMemory;
  readonly note: Note | undefined;
}

export async function readMemory(
  settings: SettingsFiles,
  ports: MemoryPorts,
  place: SectionPlace,
): Promise<MemoryState> {
  const places = ports.places(place.cwd);
  const [files, nested, stored, { report, note }] = await Promise.all([
    readMemoryFiles(places),
    readNestedMemory(place.cwd, places.home),
    settings.read(place),
    askCli(place, 'get_memory_dialog'),
  ]);
  const file = stored.findLast(({ value }) => typeof value.autoMemoryEnabled === 'boolean');
  const listed = report?.files?.filter(({ exists }) => exists !== false).map(({ path }) => path);
  const { enabled, toggleable } = report?.auto_memory ?? {};
  const folder = report?.folders?.find(({ kind }) => kind === 'auto')?.path;
  return {
    ...{ files, nested, settings: stored, note },
    ...(await compared(everyFile(files), listed, allFiles(nested.files), place.cwd)),
    auto: {
      isOn: enabled ?? file?.value.autoMemoryEnabled !== false,
      canToggle: toggleable !== false,
      file,
      notes: folder === undefined ? [] : await notesIn(folder),
    },
  };
}

/** Compares files with the CLI's list, which may spell a path behind a link in another way. */
async function compared(
  files: readonly MemoryFile[],
  listed: readonly string[] | undefined,
  nested: readonly MemoryFile[],
  cwd: string | undefined,
): Promise<Pick<MemoryState, 'sent' | 'others'>> {
  if (!listed) {
    return { sent: undefined, others: [] };
  }
  const places = (paths: readonly string[]) =>
    Promise.all(
      paths
        .filter(path => !isOnUnknownShare(path, cwd === undefined ? [] : [cwd], process.platform))
        .map(async path => ({ path, real: await realpath(path).catch(() => path) })),
    );
  const known = await places(files.map(({ path }) => path));
  const below = await places(nested.map(({ path }) => path));
  const reported = await places(listed);
  const sent = new Set(reported.map(({ real }) => real));
  const reals = new Set([...known, ...below].map(({ real }) => real));
  return {
    sent: new Set(known.filter(({ real }) => sent.has(real)).map(({ path }) => path)),
    others: reported.filter(({ real }) => !reals.has(real)).map(({ path }) => path),
  };
}

/** Lists all files and imports, in no particular order. */
export function everyFile(files: MemoryFiles): readonly MemoryFile[] {
  const lists: readonly (readonly MemoryFile[])[] = Object.values(files);
  return allFiles(lists.flat());
}

/** Lists the notes in a folder. Only `MEMORY.md` is sent; it says what the others are about. */
async function notesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.md'));
  const index = 'MEMORY.md';
  const sorted = names.filter(name => name !== index).sort();
  return [...(names.includes(index) ? [index] : []), ...sorted]
    .slice(0, mostNotes)
    .map(name => join(folder, name));
}
