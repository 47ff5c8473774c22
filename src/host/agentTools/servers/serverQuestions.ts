import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { messageText } from '../../nativeText/messageText';
import type { nativeUi } from '../../nativeText/nativeUi';
import type { WorkspaceServer } from './mcpFile';
import type { ServerAnswer, ServerConsent } from './serverConsent';
import type { WorkspaceServers } from './workspaceServers';

/** UTF-16 units. VS Code shows 1,000 of a message, and in a row what fits in one line. */
const longestName = 60;
const longestFile = 200;
const longestSummary = 500;
const longestRow = 100;

/** Native UI with which the user is asked. */
export interface ServerUi
  extends Pick<typeof nativeUi, 'showWarningMessage' | 'showInformationMessage' | 'showQuickPick'> {
  openFile(path: string): Promise<void>;
}

/** Asks the user which servers of the workspace agents may use. */
export class ServerQuestions {
  /** Hashes of the servers that wait and were asked about. */
  private asked: ReadonlySet<string> = new Set();

  constructor(
    private readonly consent: ServerConsent,
    private readonly servers: Pick<WorkspaceServers, 'list'>,
    private readonly ui: ServerUi,
  ) {}

  /** Asks once about each server that waits; closing the message leaves it waiting. */
  async askAbout(servers: readonly WorkspaceServer[]): Promise<void> {
    const waiting = servers.filter(({ consent }) => consent === 'waiting');
    const fresh = waiting.filter(({ identity }) => !this.asked.has(identity?.hash ?? ''));
    this.asked = new Set(waiting.flatMap(({ identity }) => identity?.hash ?? []));
    const [first, ...others] = fresh;
    if (first && others.length === 0) {
      await this.askAboutOne(first);
    } else if (first) {
      await this.askAboutSeveral(fresh);
    }
  }

  /** Lets the user change all answers. */
  async review(): Promise<void> {
    const { servers } = await this.servers.list();
    const usable = servers.filter(({ consent }) => consent !== undefined);
    if (usable.length === 0) {
      // The command ends even while its message is shown.
      void this.ui.showInformationMessage(
        l10n.t('No folder of this workspace has an MCP server in .vscode/mcp.json.'),
      );
      return;
    }
    await this.pickAmong(usable);
  }

  /**
   * Buttons that act do not come first, because a key binding presses the first one. A command that
   * is too long for the message can be allowed only after the file was opened.
   */
  private async askAboutOne(server: WorkspaceServer): Promise<void> {
    const summary = server.identity?.summary ?? '';
    const show = l10n.t('Show Configuration');
    const allow = l10n.t('Allow');
    const decline = l10n.t("Don't Allow");
    let isSeen = summary.length <= longestSummary;
    for (;;) {
      const actions = isSeen ? [show, allow, decline] : [show, decline];
      const picked = await this.ui.showWarningMessage(this.question(server), ...actions);
      if (picked !== show) {
        const answer = picked === allow ? 'allowed' : picked === decline ? 'declined' : undefined;
        return answer && this.answer([[server, answer]]);
      }
      await this.ui.openFile(server.file);
      isSeen = true;
    }
  }

  private question(server: WorkspaceServer): string {
    const { kind, identity } = server;
    const name = messageText(server.name, longestName);
    const file = messageText(server.file, longestFile);
    const summary = messageText(identity?.summary ?? '', longestSummary);
    const heading = this.consent.knowsOther(server)
      ? l10n.t('The MCP server "{0}" has changed in {1}.', name, file)
      : l10n.t('There is a new MCP server "{0}" in {1}.', name, file);
    const question =
      kind === 'stdio'
        ? l10n.t('Allow agents to run it? {0}', summary)
        : l10n.t('Allow agents to connect to it? {0}', summary);
    return `${heading} ${question}`;
  }

  private async askAboutSeveral(servers: readonly WorkspaceServer[]): Promise<void> {
    const review = l10n.t('Review…');
    const names = servers.map(({ name }) => messageText(name, longestName)).join(', ');
    const message = plural(servers.length, {
      other: l10n.t(
        '{0} MCP servers of this workspace are new or have changed. Agents can use those that you allow: {1}',
        servers.length,
        names,
      ),
    });
    if ((await this.ui.showWarningMessage(message, review)) === review) {
      await this.pickAmong(servers);
    }
  }

  private async pickAmong(servers: readonly WorkspaceServer[]): Promise<void> {
    const items = servers.map(server => ({
      label: server.name,
      description: server.file,
      detail: server.identity?.summary ?? '',
      picked: server.consent === 'allowed',
      server,
    }));
    const picked = await this.ui.showQuickPick(items, {
      canPickMany: true,
      title: l10n.t('MCP servers that agents may use'),
      placeHolder: l10n.t('What is not ticked is not allowed'),
      matchOnDetail: true,
    });
    if (!picked) {
      return;
    }
    const ticked = new Set(picked.map(({ server }) => server));
    const isLong = ({ identity }: WorkspaceServer) => (identity?.summary.length ?? 0) > longestRow;
    const added = servers.filter(one => ticked.has(one) && one.consent !== 'allowed');
    const answers = servers.flatMap((one): [WorkspaceServer, ServerAnswer][] =>
      ticked.has(one)
        ? added.includes(one) && !isLong(one)
          ? [[one, 'allowed']]
          : []
        : [[one, 'declined']],
    );
    await this.answer(answers);
    // A row shows only the start of a long command.
    await Promise.all(added.filter(isLong).map(one => this.askAboutOne(one)));
  }

  /** Drops answers to configurations that have been replaced since: there is a newer question. */
  private async answer(answers: readonly [WorkspaceServer, ServerAnswer][]): Promise<void> {
    const { servers } = await this.servers.list();
    const hashes = new Set(servers.map(({ identity }) => identity?.hash));
    const valid = answers.filter(([{ identity }]) => hashes.has(identity?.hash));
    await this.consent.answer(new Map(valid));
  }
}
