import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import { deepEqual } from '../../../base/json';
import type { Log } from '../../../base/log';
import type { AgentServers, ServerConfigs } from '../../../protocol/agentSource';
import { messageText } from '../../nativeText/messageText';
import type { ServerQuestions, ServerUi } from './serverQuestions';
import { configsOf, type WorkspaceServers } from './workspaceServers';

/** Part of a channel that gets servers. */
export interface ServedChannel {
  readonly agent: {
    readonly slot: {
      readonly status: { readonly phase: string };
      settledLive(): Promise<{ readonly servers: Pick<AgentServers, 'set'> } | undefined>;
    };
    needRestart(): void;
  };
  note(text: string): void;
}

export interface FollowedServers {
  readonly servers: WorkspaceServers;
  readonly questions: ServerQuestions;
  readonly ui: ServerUi;
  channels(): Iterable<ServedChannel>;
  readonly log: Log;
}

/**
 * Sends changed MCP servers to running agents, asks about those that are not allowed yet, and warns
 * the user of files that cannot be read.
 */
export function followServers(parts: FollowedServers): Disposable {
  const { servers, questions, ui, channels, log } = parts;
  const report = (error: unknown) => {
    log.warn('The user could not be asked about MCP servers', { error: messageOf(error) });
  };
  return servers.onChanged(found => {
    for (const [file, reason] of found.broken) {
      showBroken(ui, file, reason).catch(report);
    }
    for (const channel of channels()) {
      void offer(channel, configsOf(found), parts);
    }
    questions.askAbout(found.servers).catch(report);
  });
}

async function offer(
  channel: ServedChannel,
  configs: ServerConfigs,
  { servers, log }: FollowedServers,
): Promise<void> {
  const { slot } = channel.agent;
  const isStarting = slot.status.phase === 'starting';
  try {
    // A start ends with the servers that it began with: what is set earlier would be lost.
    const live = await slot.settledLive();
    if (isStarting && deepEqual(configs, servers.handedOut)) {
      return;
    }
    const troubles = await live?.servers.set(configs);
    for (const [name, reason] of troubles ?? []) {
      channel.note(l10n.t('The MCP server "{0}" cannot be reached: {1}', name, reason));
    }
  } catch (error) {
    if (error instanceof UserError && error.code === 'cli.unsupported') {
      channel.agent.needRestart();
      return;
    }
    log.warn('MCP servers were not taken', { error: messageOf(error) });
  }
}

async function showBroken(ui: ServerUi, file: string, reason: string): Promise<void> {
  const open = l10n.t('Open File');
  const message = l10n.t('{0} cannot be read: {1}', file, reason);
  if ((await ui.showWarningMessage(messageText(message, 500), open)) === open) {
    await ui.openFile(file);
  }
}
