import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { FolderWatch } from '../../../node/folderWatch';
import type { SettingsFiles } from '../files/settingsFiles';
import type { RowPlace, SectionPlace, SectionSource } from '../model/sectionSource';
import { linePlaces } from './lineForm';
import { actOnMemory } from './memoryActions';
import { memoryContent } from './memoryContent';
import type { MemoryPorts } from './memoryPorts';
import { placedNotes, rowPaths } from './memoryRows';
import { type MemoryState, readMemory } from './memoryState';

/** Files of instructions with their imports and rules, and the notes that Claude keeps by itself. */
export function memorySection(files: SettingsFiles, ports: MemoryPorts): SectionSource {
  const read = (place: SectionPlace) => readMemory(files, ports, place);
  return {
    id: 'memory',
    title: l10n.t('Memory'),
    async read(place) {
      const lines = await linePlaces(files.configFolder, place.cwd);
      return memoryContent(await read(place), place, lines);
    },
    async act(place, request) {
      return actOnMemory({ files, ports, place, request, read: () => read(place) });
    },
    async locate(place, row) {
      return locate(await read(place), row);
    },
    watch(place, onChange) {
      const { cwd } = place;
      const folders = [
        join(files.configFolder, 'rules'),
        ...(cwd === undefined ? [] : [cwd, join(cwd, '.claude', 'rules')]),
      ];
      const watches = [
        files.watch(place, onChange),
        ...folders.map(folder => new FolderWatch(folder, onChange)),
      ];
      return { dispose: () => watches.forEach(watch => void watch.dispose()) };
    },
  };
}

function locate({ files, nested, others, auto }: MemoryState, row: string): RowPlace | undefined {
  const lists = [...Object.values(files).flat(), ...nested.files];
  const paths = new Map<string, string>([
    ...lists.flatMap(file => rowPaths(file)),
    ...others.map(path => [`file/${path}`, path] as const),
    ...auto.notes.map(path => [`note/${path}`, path] as const),
  ]);
  if (row === 'auto') {
    const [note] = auto.notes;
    const line = auto.file?.line(['autoMemoryEnabled']);
    return auto.file
      ? { path: auto.file.path, ...(line === undefined ? {} : { line }) }
      : note === undefined
        ? undefined
        : { path: note };
  }
  const placed = placedNotes(lists).get(row);
  if (placed) {
    return { path: placed.path, line: placed.note.line + 1 };
  }
  const path = paths.get(row);
  return path === undefined ? undefined : { path };
}
