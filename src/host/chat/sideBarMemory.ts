import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { makeFolder } from '../../node/durableFolder';
import { VersionedFile } from '../../node/versionedFile';

const schema = z.object({
  byFolder: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

type SideBarChats = { byFolder: Record<string, readonly ChannelId[]> };

/** Exceeds the number of windows that a user opens on a single folder. */
const mostRemembered = 8;

/** Conversations that side bars showed last, by workspace. Each window shows a different one. */
export class SideBarMemory {
  private opening: Promise<VersionedFile<SideBarChats>> | undefined;

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  /** Returns the remembered conversations, newest first. */
  async read(cwd: string): Promise<readonly ChannelId[]> {
    const file = await this.file();
    await file.refresh();
    return file.value.byFolder[cwd] ?? [];
  }

  async save(cwd: string, id: ChannelId): Promise<void> {
    const file = await this.file();
    // The file is shared with other windows.
    await file.refresh();
    file.update(({ byFolder }) => {
      const others = (byFolder[cwd] ?? []).filter(one => one !== id);
      return { byFolder: { ...byFolder, [cwd]: [id, ...others].slice(0, mostRemembered) } };
    });
    await file.flush();
  }

  private file(): Promise<VersionedFile<SideBarChats>> {
    this.opening ??= this.openFile();
    return this.opening;
  }

  private async openFile(): Promise<VersionedFile<SideBarChats>> {
    await makeFolder(dirname(this.path));
    return VersionedFile.open<SideBarChats>({
      path: this.path,
      version: 1,
      initial: () => ({ byFolder: {} }),
      parse: data => {
        const parsed = z.safeParse(schema, data);
        return parsed.success
          ? { ok: true, value: toPlaces(parsed.data) }
          : { ok: false, error: z.prettifyError(parsed.error) };
      },
      log: this.log,
    });
  }
}

/** Converts data of earlier versions, which stored a single conversation per folder. */
function toPlaces({ byFolder }: z.infer<typeof schema>): SideBarChats {
  const entries = Object.entries(byFolder).map(([folder, ids]) => [
    folder,
    typeof ids === 'string' ? [ids] : ids,
  ]);
  return { byFolder: Object.fromEntries(entries) };
}
