import type { MemoryPlaces } from '../../../cli/memory/memoryFiles';
import type { ChangePreview } from '../files/changePreview';

/** Parts of the host that the section uses. */
export interface MemoryPorts {
  /** Where the CLI of a folder looks. */
  places(cwd: string | undefined): MemoryPlaces;
  /** Opens a file in an editor. */
  open(path: string): Promise<void>;
  readonly preview: ChangePreview;
}
