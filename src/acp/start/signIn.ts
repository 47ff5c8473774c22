import type { AcpClient, AcpCommand, AcpSignedIn, AcpSignIn } from '../ports';
import { rpcCodeOf, rpcCodes } from '../wire/rpcError';
import { signedOut } from '../wire/startErrors';
import type { AgentConnection, Introduction } from './agentConnection';
import { toSignInWays } from './signInWays';

/** Milliseconds that an agent's own page in the browser may take. */
const timeToSignIn = 15 * 60_000;

/** How to go on: on the same connection, or with a new process that has these variables. */
export type AfterSignIn = 'goOn' | { readonly env: Readonly<Record<string, string>> };

/**
 * Lets the user sign in by one of the agent's ways.
 * @param error answer of the agent, which says that nobody is signed in
 * @throws UserError `agent.signedOut` if nobody has signed in; any other error as it is
 */
export async function signIn(
  error: unknown,
  agent: {
    readonly title: string;
    readonly command: Pick<AcpCommand, 'command' | 'args' | 'env'>;
    readonly introduction: Introduction | undefined;
    readonly client: Pick<AcpClient, 'signIn'>;
    readonly connection: Pick<AgentConnection, 'request'>;
  },
  signal: AbortSignal,
): Promise<AfterSignIn> {
  if (rpcCodeOf(error) !== rpcCodes.signInNeeded) {
    throw error;
  }
  const ways = toSignInWays(agent.introduction?.authMethods ?? [], agent.command);
  const refusal = signedOut(
    agent.title,
    ways.map(({ label }) => label),
    error,
  );
  const taken =
    ways.length > 0 ? await agent.client.signIn?.(agent.title, ways, signal) : undefined;
  const way = taken && ways.find(({ id }) => id === taken.id);
  if (!taken || !way || signal.aborted) {
    throw refusal;
  }
  return complete(way, taken, agent.connection);
}

async function complete(
  { id, how }: AcpSignIn,
  { env = {} }: AcpSignedIn,
  connection: Pick<AgentConnection, 'request'>,
): Promise<AfterSignIn> {
  if (how.kind === 'agent') {
    await connection.request('authenticate', { methodId: id }, timeToSignIn);
    return 'goOn';
  }
  // Credentials and variables are read by a process that starts.
  return { env };
}
