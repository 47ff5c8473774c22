import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { AgentServers } from '../../protocol/agentSource';

/** Rejects what the protocol has no request for. */
export async function unsupported(): Promise<never> {
  throw new UserError('cli.unsupported', l10n.t('This agent does not offer that.'));
}

/** MCP servers are given to an agent when its session begins, and not asked about. */
export const noServers: AgentServers = {
  toolsChanged: async () => false,
  set: unsupported,
  list: unsupported,
};

export async function noOlderVersions(): Promise<never> {
  throw new UserError(
    'rewind.unsupported',
    l10n.t('This agent keeps no older versions of files. Undo its changes in the review.'),
  );
}
