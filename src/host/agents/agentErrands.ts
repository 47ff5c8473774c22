import * as vscode from 'vscode';
import type { AcpLauncher } from '../../acp/acpLauncher';
import type { ListedSession } from '../../acp/errands/listSessions';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import type { AgentCatalog } from './agentCatalog';
import { agentIcon } from './agentIcon';
import { keptSessionRows } from './keptSessionRows';

export interface AgentErrandParts {
  readonly catalog: Pick<AgentCatalog, 'offered'>;
  readonly foreign: Pick<AcpLauncher, 'agentSessions' | 'adopt' | 'signOut'>;
  /** Folder for new conversations. */
  cwd(): string | undefined;
  /** Whether conversations can run in the folder in this window. */
  covers(folder: string): Promise<boolean>;
  /** Returns how long ago a time was, in words of a language. */
  age(at: number, language: string): string;
  /** Shows a stored conversation in a tab. */
  open(id: SessionId, cwd: string): Promise<unknown>;
}

/** Has agents other than Claude Code list the sessions that they keep, and sign the user out. */
export class AgentErrands {
  constructor(private readonly parts: AgentErrandParts) {}

  /**
   * Lets the user pick a session that an agent has kept, and goes on with it in a tab.
   * @param given name of the agent; else the user picks one
   * @throws UserError `agent.*`, `folder.none`, `trust.required`
   */
  async resume(given: unknown): Promise<void> {
    requireTrust();
    const cwd = this.parts.cwd();
    if (cwd === undefined) {
      throw new UserError('folder.none', vscode.l10n.t('Open a folder first.'));
    }
    const agent = await this.agent(given, vscode.l10n.t("Resume Other Agent's Conversation"));
    const session = agent === undefined ? undefined : await this.pickSession(agent, cwd);
    if (agent === undefined || !session) {
      return;
    }
    if (!(await this.parts.covers(session.cwd))) {
      throw new UserError(
        'folder.none',
        vscode.l10n.t(
          'This conversation of {0} belongs to {1}. Open that folder first.',
          agent,
          session.cwd,
        ),
      );
    }
    await this.parts.open(await this.parts.foreign.adopt(agent, session), session.cwd);
  }

  /**
   * Signs the user out of an agent, if it offers that.
   * @throws UserError `agent.*`, `trust.required`
   */
  async signOut(given: unknown): Promise<void> {
    requireTrust();
    const agent = await this.agent(given, vscode.l10n.t('Sign Out of Agent'));
    if (agent === undefined) {
      return;
    }
    const isDone = await whileShown(vscode.l10n.t('Signing out of {0}', agent), async signal => {
      await this.parts.foreign.signOut(agent, this.parts.cwd() ?? '', signal);
      return true;
    });
    if (isDone) {
      void nativeUi.showInformationMessage(vscode.l10n.t('You are signed out of {0}.', agent));
    }
  }

  private async pickSession(agent: string, cwd: string): Promise<ListedSession | undefined> {
    const { foreign, age } = this.parts;
    const asking = vscode.l10n.t('Asking {0} for its conversations', agent);
    const answer = await whileShown(asking, async signal => ({
      sessions: await foreign.agentSessions(agent, cwd, signal),
    }));
    if (!answer) {
      return undefined;
    }
    const { sessions } = answer;
    if (!sessions) {
      throw new UserError(
        'agent.noList',
        vscode.l10n.t(
          '{0} does not list its conversations. Those that you began here are in the list of conversations.',
          agent,
        ),
      );
    }
    if (sessions.length === 0) {
      void nativeUi.showInformationMessage(
        vscode.l10n.t('{0} has kept no conversations in this folder.', agent),
      );
      return undefined;
    }
    const rows = keptSessionRows(sessions, at => age(at, vscode.env.language));
    const picked = await nativeUi.showQuickPick(rows, {
      title: vscode.l10n.t('Resume Conversation of {0}', agent),
      placeHolder: vscode.l10n.t('Select the conversation to resume'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    return picked?.session;
  }

  /** @returns undefined if the user picks none */
  private async agent(given: unknown, title: string): Promise<string | undefined> {
    if (typeof given === 'string') {
      return given;
    }
    const found = (await this.parts.catalog.offered()).filter(one => one.found);
    if (found.length === 0) {
      throw new UserError(
        'agent.none',
        vscode.l10n.t(
          'No agent other than Claude Code was found. Install one, or add it to the setting {0}.',
          'tandem.agents',
        ),
      );
    }
    const items = found.map(one => ({
      label: one.name,
      iconPath: new vscode.ThemeIcon(agentIcon(one.name)),
      ...(one.found?.version === undefined ? {} : { description: one.found.version }),
    }));
    return (await nativeUi.showQuickPick(items, { title }))?.label;
  }
}

/**
 * Shows that an agent is at work, with a button that ends it.
 * @returns undefined if the user has ended it
 */
async function whileShown<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return nativeUi.withProgress({ location, title, cancellable: true }, async (_, token) => {
    const abort = new AbortController();
    const ended = token.onCancellationRequested(() => abort.abort());
    try {
      return await task(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) {
        return undefined;
      }
      throw error;
    } finally {
      ended.dispose();
    }
  });
}
