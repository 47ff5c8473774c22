import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { StorageKeys } from '../../contributed';
import type { WorkspaceServer } from './mcpFile';

const key = 'mcp.serverAnswers' satisfies keyof StorageKeys;

export type ServerAnswer = 'allowed' | 'declined';

/**
 * Keeps which servers the user has allowed in this workspace: outside of its files, and each for one
 * configuration only.
 */
export class ServerConsent implements Disposable {
  private readonly changed = new Emitter<void>();

  readonly onChanged = this.changed.event;

  /** @param memory of the workspace, on the user's side */
  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** Returns the servers; those that are not allowed without their configuration. */
  judge(servers: readonly WorkspaceServer[]): readonly WorkspaceServer[] {
    return servers.map(({ config, ...server }): WorkspaceServer => {
      if (config === undefined) {
        return server;
      }
      const answer = this.answerTo(server);
      if (answer === 'allowed') {
        return { ...server, config, consent: 'allowed' };
      }
      return answer === 'declined'
        ? {
            ...server,
            consent: 'declined',
            reason: l10n.t('you did not allow it; "Review MCP Servers…" changes that'),
          }
        : {
            ...server,
            consent: 'waiting',
            reason: l10n.t('it is new or has changed; "Review MCP Servers…" asks about it'),
          };
    });
  }

  /** Checks whether the user has decided on the server with another configuration. */
  knowsOther(server: WorkspaceServer): boolean {
    const known = this.answers[keyOf(server)];
    return known !== undefined && known.hash !== server.identity?.hash;
  }

  /** Replaces earlier answers to these servers. */
  async answer(answers: ReadonlyMap<WorkspaceServer, ServerAnswer>): Promise<void> {
    const given = [...answers].flatMap(([server, answer]) =>
      server.identity ? [[keyOf(server), { hash: server.identity.hash, answer }] as const] : [],
    );
    if (given.length > 0) {
      try {
        await this.memory.update(key, { ...this.answers, ...Object.fromEntries(given) });
      } finally {
        // Even if it could not be written, the memory of this window has the answer.
        this.changed.fire();
      }
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private answerTo(server: WorkspaceServer): ServerAnswer | undefined {
    const known = this.answers[keyOf(server)];
    return known && known.hash === server.identity?.hash ? known.answer : undefined;
  }

  private get answers(): StorageKeys[typeof key] {
    return this.memory.get<StorageKeys[typeof key]>(key, {});
  }
}

function keyOf({ file, name }: WorkspaceServer): string {
  return JSON.stringify([file, name]);
}
