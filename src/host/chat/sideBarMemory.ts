import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import type { ChannelId } from '../../contract/ids';
import { parsedBy } from '../../node/parsedBy';
import { SharedFile } from '../../node/sharedFile';

const schema = z.object({
  byFolder: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

type SideBarChats = { byFolder: Record<string, readonly ChannelId[]> };

/** Exceeds the number of windows that a user opens on a single folder. */
const mostRemembered = 8;

/** Conversations that side bars showed last, by workspace. Each window shows a different one. */
export class SideBarMemory {
  private readonly file: SharedFile<SideBarChats>;

  constructor(path: string, log: Log) {
    this.file = new SharedFile<SideBarChats>({
      ...{ path, version: 1, log },
      initial: () => ({ byFolder: {} }),
      parse: data => {
        const parsed = parse(data);
        return parsed.ok ? { ok: true, value: toPlaces(parsed.value) } : parsed;
      },
    });
  }

  /** Returns the remembered conversations, newest first. */
  async read(cwd: string): Promise<readonly ChannelId[]> {
    return (await this.file.read()).byFolder[cwd] ?? [];
  }

  async save(cwd: string, id: ChannelId): Promise<void> {
    await this.file.change(({ byFolder }) => {
      const others = (byFolder[cwd] ?? []).filter(one => one !== id);
      return { byFolder: { ...byFolder, [cwd]: [id, ...others].slice(0, mostRemembered) } };
    });
  }
}

const parse = parsedBy(schema);

/** Converts data of earlier versions, which stored a single conversation per folder. */
function toPlaces({ byFolder }: z.infer<typeof schema>): SideBarChats {
  const entries = Object.entries(byFolder).map(([folder, ids]) => [
    folder,
    typeof ids === 'string' ? [ids] : ids,
  ]);
  return { byFolder: Object.fromEntries(entries) };
}
