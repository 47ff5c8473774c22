import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { VersionedFile } from '../../node/versionedFile';

const schema = z.object({ byFolder: z.record(z.string(), z.string()) });

type Places = { byFolder: Record<string, ChannelId> };

/** Which conversation the side bar showed last, by folder. */
export class SideBarMemory {
  private opening: Promise<VersionedFile<Places>> | undefined;

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  async read(cwd: string): Promise<ChannelId | undefined> {
    const file = await this.file();
    await file.refresh();
    return file.value.byFolder[cwd];
  }

  async save(cwd: string, id: ChannelId): Promise<void> {
    const file = await this.file();
    // Other windows remember other folders in it.
    await file.refresh();
    file.update(places => ({ byFolder: { ...places.byFolder, [cwd]: id } }));
    await file.flush();
  }

  private file(): Promise<VersionedFile<Places>> {
    this.opening ??= this.openFile();
    return this.opening;
  }

  private async openFile(): Promise<VersionedFile<Places>> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    return VersionedFile.open<Places>({
      path: this.path,
      version: 1,
      initial: () => ({ byFolder: {} }),
      parse: data => {
        const parsed = z.safeParse(schema, data);
        return parsed.success
          ? { ok: true, value: parsed.data as Places }
          : { ok: false, error: z.prettifyError(parsed.error) };
      },
      log: this.log,
    });
  }
}
