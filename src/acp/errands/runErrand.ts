import { homedir } from 'node:os';
import { isFolder } from '../../node/isFolder';
import type { AcpCommand } from '../ports';
import {
  AgentConnection,
  type ConnectionOptions,
  type Introduction,
} from '../start/agentConnection';
import { RpcError, rpcCodeOf, rpcCodes } from '../wire/rpcError';
import { refusedBy, signedOutBefore, stoppedWhileStarting } from '../wire/startErrors';

export interface ErrandOptions
  extends Pick<ConnectionOptions, 'env' | 'version' | 'clock' | 'log'> {
  readonly command: AcpCommand;
  /** Folder that the errand is about; a missing one is replaced by the user's own. */
  readonly cwd: string;
  /** Ends the agent, and the errand with it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts an agent for requests that belong to no conversation, and ends it.
 * @throws UserError if it does not start, refuses, or is ended by the signal
 */
export async function runErrand<T>(
  options: ErrandOptions,
  task: (connection: AgentConnection, introduction: Introduction) => Promise<T>,
): Promise<T> {
  const { command, env, cwd, signal, log } = options;
  const connection = new AgentConnection(
    {
      ...options,
      command: command.command,
      args: command.args,
      env: { ...env, ...command.env },
      title: command.name,
      cwd: (await isFolder(cwd)) ? cwd : homedir(),
    },
    {
      onNotification: () => undefined,
      onRequest: async method => {
        throw new RpcError(rpcCodes.methodNotFound, `"Method not found": ${method}`);
      },
      onNoise: what => log.debug(`Not understood: ${what}`),
      onExit: () => undefined,
    },
  );
  const abort = () => connection.dispose();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    if (signal?.aborted) {
      throw stoppedWhileStarting(command.name);
    }
    return await task(connection, await connection.start());
  } catch (error) {
    if (!(error instanceof RpcError)) {
      throw error;
    }
    throw rpcCodeOf(error) === rpcCodes.signInNeeded
      ? signedOutBefore(command.name, error)
      : refusedBy(command.name, error, { methods: [], stderr: connection.stderr });
  } finally {
    signal?.removeEventListener('abort', abort);
    await connection.stop('whenIdle', async () => undefined);
  }
}
