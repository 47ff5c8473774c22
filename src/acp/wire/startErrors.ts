import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ProcessExit } from '../../node/spawnProcess';
import { cutText } from '../../protocol/elicitation/cutText';
import { type RpcError, rpcCodeOf, rpcCodes, wordsOf } from './rpcError';

export function stoppedWhileStarting(agent: string): UserError {
  return new UserError('agent.stopped', l10n.t('{0} was stopped while it started.', agent));
}

/** Explains an agent whose program is not on this machine. */
export function notInstalled(agent: string, command: string): UserError {
  return new UserError(
    'agent.missing',
    l10n.t(
      '{0} is not installed: the program {1} was not found. Install it, or correct its command in the setting {2}.',
      agent,
      command,
      'tandem.agents',
    ),
  );
}

/** @param seconds time that the agent was given */
export function silentAtStart(agent: string, seconds: number): UserError {
  return new UserError(
    'agent.timeout',
    l10n.t(
      '{0} has not answered within {1} seconds. Check that its command in the setting {2} starts it as an ACP agent, and try again.',
      agent,
      seconds,
      'tandem.agents',
    ),
  );
}

export function unansweredRequest(agent: string, seconds: number): UserError {
  return new UserError(
    'agent.timeout',
    l10n.t('{0} has not answered within {1} seconds. Try again, or stop it.', agent, seconds),
  );
}

/** @param version `protocolVersion` of the agent's answer */
export function otherProtocol(agent: string, version: unknown): UserError {
  return new UserError(
    'agent.version',
    l10n.t(
      '{0} speaks version {1} of the Agent Client Protocol, and Tandem speaks version 1. Install another version of {0}, or update Tandem.',
      agent,
      shown(version),
    ),
  );
}

/** An agent can write anything in place of a number. */
function shown(version: unknown): string {
  const text = typeof version === 'string' ? version : (JSON.stringify(version) ?? 'undefined');
  return cutText(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), 100);
}

/** @param stderr last lines of the agent, without secrets */
export function endedEarly(agent: string, exit: ProcessExit, stderr: string): UserError {
  const message = exit.signal
    ? l10n.t('{0} was ended by {1}.', agent, exit.signal)
    : l10n.t(
        '{0} ended with exit code {1}. Its last output may say why. Restart it after that.',
        agent,
        String(exit.code),
      );
  return new UserError('agent.ended', message, stderr === '' ? {} : { detail: stderr });
}

/** @param methods the agent's own names for its ways to sign in */
export function signedOut(agent: string, methods: readonly string[], cause: unknown): UserError {
  const message =
    methods.length > 0
      ? l10n.t(
          '{0} needs you to sign in. It offers: {1}. Sign in to continue.',
          agent,
          methods.join(', '),
        )
      : l10n.t(
          '{0} needs you to sign in. Run it in a terminal and sign in there, then continue here.',
          agent,
        );
  return new UserError('agent.signedOut', message, { cause });
}

/** Explains that an agent does nothing outside of conversations either before a sign-in. */
export function signedOutBefore(agent: string, cause: unknown): UserError {
  return new UserError(
    'agent.signedOut',
    l10n.t(
      '{0} needs you to sign in first. Start a conversation with it: there it offers its ways to sign in.',
      agent,
    ),
    { cause },
  );
}

/**
 * Gives an agent's refusal its name: errors of the wire are the agent's own words.
 * @param methods the agent's own names for its ways to sign in
 * @param stderr last lines of the agent, without secrets
 */
export function refusedBy(
  agent: string,
  error: RpcError,
  of: {
    readonly methods: readonly { readonly id: string; readonly name?: string | undefined }[];
    readonly stderr: string;
  },
): UserError {
  if (rpcCodeOf(error) === rpcCodes.signInNeeded) {
    const ways = of.methods.map(({ id, name }) => name || id);
    return signedOut(agent, ways, error);
  }
  return new UserError('agent.refused', l10n.t('{0} refused: {1}', agent, wordsOf(error)), {
    cause: error,
    ...(of.stderr ? { detail: of.stderr } : {}),
  });
}
