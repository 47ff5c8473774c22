import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import { deepEqual } from '../../../base/json';
import type { Log } from '../../../base/log';
import { readBoundedText } from '../../../node/boundedFile';
import type { ServerConfigs } from '../../../protocol/agentSource';
import { readMcpFile, type WorkspaceServer, withoutTwins } from './mcpFile';
import type { ServerConsent } from './serverConsent';

/** Path of the file in a workspace folder. */
export const mcpFile = '.vscode/mcp.json';
/** Maximum size of a file that is read, in MB. */
const largest = 1;

/** Workspace whose servers are read. */
export interface ServerPlace {
  readonly isTrusted: boolean;
  /** Whether agents get servers: the workspace is trusted, and the setting is on. */
  readonly isOffering: boolean;
  /** Returns the paths of its folders. */
  folders(): readonly string[];
  /** Fires when a file, the folders, trust or the setting may have changed. */
  readonly onMayDiffer: Event<void>;
}

export interface FoundServers {
  readonly servers: readonly WorkspaceServer[];
  /** Errors in files that cannot be read, by path. */
  readonly broken: ReadonlyMap<string, string>;
}

const none: FoundServers = { servers: [], broken: new Map() };

/** Follows the MCP servers that the workspace folders define in `.vscode/mcp.json`. */
export class WorkspaceServers implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<FoundServers>());
  /** Servers of each file when it could be read last: a file is broken while someone edits it. */
  private readonly readable = new Map<string, readonly WorkspaceServer[]>();
  private known: FoundServers = none;
  private reading: Promise<void> = Promise.resolve();
  private handed: ServerConfigs = {};

  /** Fires when the offered servers change, the user's answers, or the errors in their files. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly place: ServerPlace,
    private readonly consent: ServerConsent,
    private readonly log: Log,
  ) {
    this.store.add(place.onMayDiffer(() => this.look()));
    this.store.add(consent.onChanged(() => this.look()));
  }

  get isOffering(): boolean {
    return this.place.isOffering;
  }

  /** Returns the allowed servers in the agent's format; empty if none are to be offered. */
  async configs(): Promise<ServerConfigs> {
    await this.read();
    this.handed = configsOf(this.known);
    return this.handed;
  }

  /** Servers that the agent got that was started last. */
  get handedOut(): ServerConfigs {
    return this.handed;
  }

  /** Lists all servers, even while none are offered; none in an untrusted workspace. */
  async list(): Promise<FoundServers> {
    return this.place.isTrusted ? this.readAll() : none;
  }

  dispose(): void {
    this.store.dispose();
  }

  private look(): void {
    void this.read().catch((error: unknown) =>
      this.log.warn('MCP servers of the workspace', { error: messageOf(error) }),
    );
  }

  /** Queues reads, so that the last one requested sees the newest files. */
  private read(): Promise<void> {
    const before = this.reading.catch(() => undefined);
    this.reading = before.then(async () => {
      const found = this.isOffering ? await this.readAll() : none;
      const isSame =
        deepEqual(found.servers, this.known.servers) &&
        deepEqual([...found.broken], [...this.known.broken]);
      this.known = found;
      if (!isSame && !this.store.isDisposed) {
        this.changed.fire(found);
      }
    });
    return this.reading;
  }

  private async readAll(): Promise<FoundServers> {
    const servers: WorkspaceServer[] = [];
    const broken = new Map<string, string>();
    for (const folder of this.place.folders()) {
      const file = join(folder, mcpFile);
      try {
        const text = await textOf(file);
        const context = { folder, file, home: homedir(), env: process.env, read: textFile };
        this.readable.set(file, text === undefined ? [] : await readMcpFile(text, context));
      } catch (error) {
        broken.set(file, messageOf(error));
      }
      servers.push(...(this.readable.get(file) ?? []));
    }
    return { servers: this.consent.judge(withoutTwins(servers)), broken };
  }
}

/** Converts servers to the agent's format, without those that are not offered. */
export function configsOf({ servers }: FoundServers): ServerConfigs {
  return Object.fromEntries(
    servers.flatMap(({ name, config }) => (config ? [[name, config] as const] : [])),
  );
}

function textFile(path: string): Promise<string> {
  return readBoundedText(path, largest);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await textFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
