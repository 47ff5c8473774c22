import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { AcpClient, AcpClientFactory, AcpSignedIn } from '../../../src/acp/ports';
import { UserError } from '../../../src/base/errors';
import type { JsonObject } from '../../../src/base/json';
import { silentLog } from '../../../src/base/log';
import { AgentTerminal } from '../../../src/host/acp/terminals/agentTerminal';
import { startCommand } from '../../../src/host/acp/terminals/startCommand';
import { isWithin } from '../../../src/node/isWithin';
import { systemClock } from '../../../src/node/systemClock';

/** State of the editor's side that a test sets and reads. */
export interface ClientState {
  /** Unsaved texts by path. */
  readonly unsaved: Map<string, string>;
  readonly followed: string[];
  readonly servers: JsonObject[];
  /** Answer to a request to sign in; undefined: the user closes it. A command of it is run. */
  signedIn: AcpSignedIn | undefined;
  /** Called before each write, which waits for it. */
  beforeWrite: (() => Promise<void>) | undefined;
  /** Names of the ways to sign in that were offered. */
  readonly offered: string[];
  /** Clients that have not been disposed of. */
  open: number;
}

export function clientState(): ClientState {
  return {
    unsaved: new Map(),
    followed: [],
    servers: [],
    signedIn: undefined,
    beforeWrite: undefined,
    offered: [],
    open: 0,
  };
}

/** Returns clients without an editor: files on disk, and real commands without a view. */
export function headlessClient(state: ClientState, env: NodeJS.ProcessEnv): AcpClientFactory {
  return async ({ cwd, addDirs }): Promise<AcpClient> => {
    const roots = [cwd, ...addDirs];
    const requireInside = async (path: string) => {
      const inside = await Promise.all(roots.map(root => isWithin(root, path)));
      if (!inside.includes(true)) {
        throw new UserError('file.outside', `${path} is outside of the folders.`);
      }
    };
    state.open += 1;
    const clock = systemClock;
    const log = silentLog;
    return {
      files: {
        read: async path => {
          await requireInside(path);
          return state.unsaved.get(path) ?? readFile(path, 'utf8').catch(() => undefined);
        },
        write: async (path, text, signal) => {
          await requireInside(path);
          await state.beforeWrite?.();
          if (signal.aborted) throw new UserError('conversation.stopped', 'It was stopped.');
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, text);
        },
      },
      terminals: {
        create: async request => {
          const { platform, execPath } = process;
          const own = Object.entries(env).filter((one): one is [string, string] => !!one[1]);
          const started = await startCommand(request, {
            ...{ env: Object.fromEntries(own), roots, platform, execPath, clock, log },
          });
          const { outputByteLimit } = request;
          const view = { write: () => undefined, end: () => undefined };
          const onReleased = () => undefined;
          return new AgentTerminal({
            ...{ process: started, outputByteLimit, view, onReleased, clock, log },
          });
        },
      },
      servers: async () => state.servers,
      follow: (path, line) => state.followed.push(line === undefined ? path : `${path}:${line}`),
      signIn: async (_agent, ways) => {
        state.offered.push(...ways.map(({ label }) => label));
        const { signedIn } = state;
        const way = ways.find(({ id }) => id === signedIn?.id);
        if (way?.how.kind === 'terminal') {
          const { command, args } = way.how;
          await promisify(execFile)(command, [...args], { env: { ...env, ...way.how.env } });
        }
        return signedIn;
      },
      dispose: () => {
        state.open -= 1;
      },
    };
  };
}
