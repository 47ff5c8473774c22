import { createServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { countKnown } from '../counts';

export const driverFolder = fileURLToPath(new URL('./driver', import.meta.url));
export const driverSocketVariable = 'TANDEM_DRIVER_SOCKET';

/** The whole `vscode` module, as passed to functions in `evaluate`. */
export type VsCode = typeof import('vscode');

const connectMs = 30_000;

export interface WindowFilter {
  /** Process id of the window's extension host. */
  pid?: number;
  /** Opened folder (any of several) or `.code-workspace` file. */
  workspace?: string;
  /** Extension host to exclude, for example the one before a reload. */
  exceptPid?: number | undefined;
}

interface Hello {
  pid: number;
  workspace: string | null;
  folders: string[];
}

interface Reply {
  id: number;
  value?: unknown;
  error?: { message: string; stack?: string };
}

/** Extension host of one window. */
export class DriverWindow {
  private readonly waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  private lastId = 0;

  constructor(
    private readonly connection: Socket,
    readonly pid: number,
    readonly workspace: string | undefined,
    readonly folders: readonly string[],
  ) {}

  /** False after a reload, a crash or the end of the window. */
  get connected(): boolean {
    return !this.connection.destroyed;
  }

  /** Resolves when this extension host has ended. */
  closed(): Promise<void> {
    if (!this.connected) return Promise.resolve();
    return new Promise(done => this.connection.once('close', () => done()));
  }

  /**
   * Runs a function in the extension host. The function is sent as text: it sees `vscode`, its
   * arguments and `require`, but not the test's scope. Arguments and result travel as JSON
   * (undefined becomes null). Rejects with the function's error, or when the extension host ends.
   */
  evaluate<Result, Args extends unknown[]>(
    run: (api: VsCode, ...args: Args) => Result | PromiseLike<Result>,
    ...args: Args
  ): Promise<Result> {
    const id = ++this.lastId;
    return new Promise<Result>((done, reject) => {
      if (!this.connected) return reject(new Error(`Extension host ${this.pid} has ended`));
      this.waiting.set(id, { resolve: value => done(value as Result), reject });
      this.connection.write(`${JSON.stringify({ id, source: String(run), args })}\n`);
    });
  }

  /** Called by the hub for each answer. */
  settle({ id, value, error }: Reply): void {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    if (!error) {
      entry?.resolve(value);
      return;
    }
    const remote = new Error(error.message);
    if (error.stack) remote.stack = error.stack;
    entry?.reject(remote);
  }

  /** Called by the hub when the connection is lost. */
  abandon(): void {
    for (const { reject } of this.waiting.values()) {
      reject(new Error(`Extension host ${this.pid} ended before it answered`));
    }
    this.waiting.clear();
  }
}

/** Listens for the driver extensions of all windows of one editor. */
export class DriverHub {
  private readonly windows: DriverWindow[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly connections = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly socket: string,
  ) {
    server.on('connection', connection => this.accept(connection));
  }

  static listen(socket: string): Promise<DriverHub> {
    const server = createServer();
    const hub = new DriverHub(server, socket);
    return new Promise((done, reject) => {
      server.once('error', reject);
      server.listen(socket, () => done(hub));
    });
  }

  /** Returns the newest matching window, waiting until one connects. Rejects after 30 s. */
  window(filter: WindowFilter = {}): Promise<DriverWindow> {
    return new Promise((done, reject) => {
      const look = () => {
        const found = this.connectedWindows().findLast(candidate => fits(candidate, filter));
        if (!found) return;
        clearTimeout(timer);
        this.listeners.delete(look);
        done(found);
      };
      const timer = setTimeout(() => {
        this.listeners.delete(look);
        const known = this.connectedWindows().map(({ pid, folders }) => ({ pid, folders }));
        const wanted = JSON.stringify(filter);
        reject(new Error(`No window fits ${wanted}; connected: ${JSON.stringify(known)}`));
      }, connectMs);
      this.listeners.add(look);
      look();
    });
  }

  /** Runs `evaluate` in the newest connected window. */
  async evaluate<Result, Args extends unknown[]>(
    run: (api: VsCode, ...args: Args) => Result | PromiseLike<Result>,
    ...args: Args
  ): Promise<Result> {
    const target = await this.window();
    return target.evaluate(run, ...args);
  }

  connectedWindows(): DriverWindow[] {
    return this.windows.filter(candidate => candidate.connected);
  }

  async dispose(): Promise<void> {
    const closed = new Promise<void>(done => this.server.close(() => done()));
    for (const connection of this.connections) connection.destroy();
    await closed;
  }

  private accept(connection: Socket): void {
    this.connections.add(connection);
    let found: DriverWindow | undefined;
    connection.on('error', () => connection.destroy());
    connection.on('close', () => {
      this.connections.delete(connection);
      found?.abandon();
    });
    createInterface({ input: connection }).on('line', line => {
      const frame = JSON.parse(line) as { hello: Hello } | { started: string[] } | Reply;
      if ('started' in frame) return countKnown(frame.started);
      if (!('hello' in frame)) return found?.settle(frame);
      const { pid, workspace, folders } = frame.hello;
      found = new DriverWindow(connection, pid, workspace ?? undefined, folders);
      this.windows.push(found);
      for (const listener of [...this.listeners]) listener();
    });
  }
}

function fits(candidate: DriverWindow, { pid, workspace, exceptPid }: WindowFilter): boolean {
  if (pid !== undefined && candidate.pid !== pid) return false;
  if (exceptPid !== undefined && candidate.pid === exceptPid) return false;
  if (workspace === undefined) return true;
  const path = resolve(workspace);
  return candidate.workspace === path || candidate.folders.includes(path);
}
