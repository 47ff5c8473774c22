import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { AgentReports } from '../../../protocol/agentReports';
import type {
  ActionOutcome,
  ActionRequest,
  RowPlace,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { type KnownServer, knownServers, type ReportedServer } from './knownServers';
import { ServerActions } from './serverActions';
import { serverForm } from './serverForm';
import { serverGroups } from './serverRows';
import { ServerSizes } from './serverSizes';
import type { ServersPorts } from './serversPorts';

/** Milliseconds until servers that are connecting are looked at again, and how often. */
const interval = 1_000;
const mostLooks = 30;

/** Shows the MCP servers with their states, tools and files, and changes them. */
export class ServersSection implements SectionSource {
  readonly id = 'servers';
  readonly title = l10n.t('MCP servers');
  private readonly sizes = new ServerSizes();
  private readonly actions: ServerActions;
  private onChange: (() => void) | undefined;
  private timer: Disposable | undefined;
  private looks = 0;

  constructor(private readonly options: ServersPorts) {
    this.actions = new ServerActions(
      options,
      place => this.servers(place),
      () => this.onChange?.(),
    );
  }

  async read(place: SectionPlace): Promise<SectionContent> {
    const found = await this.find(place);
    const { servers, problems, report, reason } = found;
    this.lookAgain(report ?? []);
    const groups = serverGroups(servers, {
      isTrusted: place.isTrusted,
      isAnswered: report !== undefined,
      isOffering: this.options.editor.isOffering,
      sizes: this.sizes.known,
      commands: commandsOf(place, found.reports),
      signingIn: this.options.signIns.names,
    });
    const add = { id: 'add', label: l10n.t('Add Server…'), form: serverForm() };
    return {
      groups,
      notes: [
        ...problems.map(({ file, text }) => ({
          text: l10n.t('{0} cannot be read: {1}', file, text),
          tone: 'bad' as const,
        })),
        ...(reason === undefined
          ? []
          : [{ text: l10n.t('Only what the files say is shown: {0}', reason) }]),
      ],
      ...(place.isTrusted && place.cwd !== undefined ? { actions: [add] } : {}),
    };
  }

  async act(place: SectionPlace, request: ActionRequest): Promise<ActionOutcome> {
    return this.actions.act(place, request);
  }

  async locate(place: SectionPlace, row: string): Promise<RowPlace | undefined> {
    const { servers } = await this.files(place);
    const { definition, editor } = servers.find(({ id }) => id === row) ?? {};
    if (definition) {
      const { file: path, line } = definition;
      return { path, ...(line === undefined ? {} : { line }) };
    }
    return editor ? { path: editor.file } : undefined;
  }

  watch(_place: SectionPlace, onChange: () => void): Disposable {
    this.onChange = onChange;
    this.looks = 0;
    return {
      dispose: () => {
        this.onChange = undefined;
        this.timer?.dispose();
      },
    };
  }

  private async servers(place: SectionPlace): Promise<readonly KnownServer[]> {
    return (await this.find(place)).servers;
  }

  private async find(place: SectionPlace) {
    const answer = await this.ask(place);
    const files = await this.files(place, answer.report);
    return { ...files, ...answer };
  }

  private async files(place: SectionPlace, report: readonly ReportedServer[] = []) {
    const [files, editor] = await Promise.all([
      this.options.files(place.cwd),
      this.options.editor.list(),
    ]);
    const broken = [...editor.broken].map(([file, text]) => ({ file, text }));
    return {
      servers: knownServers(files.servers, editor.servers, report),
      problems: [...files.problems, ...broken],
    };
  }

  /** Asks a CLI; `reason` says why none has answered. */
  private async ask(place: SectionPlace): Promise<{
    report?: readonly ReportedServer[];
    reports?: AgentReports;
    reason?: string;
  }> {
    if (!place.isTrusted) {
      return { reason: l10n.t('this workspace is not trusted, so nothing is started.') };
    }
    try {
      const reports = await place.reports();
      const { mcpServers = [] } = await reports.ask('mcp_status', {});
      void this.sizes.refresh(reports, () => this.onChange?.());
      return { report: mcpServers, reports };
    } catch (error) {
      return { reason: messageOf(error) };
    }
  }

  /** The CLI does not report that a server has connected. */
  private lookAgain(report: readonly ReportedServer[]): void {
    this.timer?.dispose();
    if (!report.some(({ status }) => status === 'pending')) {
      this.looks = 0;
    } else if (this.onChange && this.looks < mostLooks) {
      this.looks += 1;
      this.timer = this.options.clock.setTimeout(() => this.onChange?.(), interval);
    }
  }
}

function commandsOf({ channel }: SectionPlace, reports: AgentReports | undefined): string[] {
  // Before its start, a conversation knows commands of earlier processes, but none of servers.
  const live = channel?.agent.isLive ? channel.conversation.summary.choices.commands : [];
  const commands = live.length > 0 ? live : (reports?.start.commands ?? []);
  return commands.map(({ name }) => name);
}
