import type { MemoryPlaces } from '../../../cli/memory/memoryFiles';
import type { SettingsFilesOptions } from '../files/settingsFiles';

/** Parts of the host that the section uses. */
export interface MemoryPorts {
  /** Where the CLI of a folder looks. */
  places(cwd: string | undefined): MemoryPlaces;
  /** Opens a file in an editor. */
  open(path: string): Promise<void>;
  readonly preview: SettingsFilesOptions['preview'];
}
