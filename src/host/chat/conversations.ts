import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { FolderAccess } from '../../cli/cliLauncher';
import type { Gate } from '../../contract/calls';
import type { ChannelId, SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { RecordStart } from '../../core/conversation/channelRecord';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { ConversationAgent } from '../agents/defaultAgents';
import { nativeUi } from '../nativeText/nativeUi';
import { askOpenElsewhere, confirmTakeOver } from './takeOverDialogs';

export interface ConversationsOptions {
  /** @param agent of a conversation that is not loaded; absent: the folder's default */
  gate(channel?: Channel, agent?: ConversationAgent): Promise<Gate>;
  /** Agent of new conversations in a folder; undefined: Claude Code. */
  defaultAgent(cwd: string): string | undefined;
  /** Agent of a stored session; undefined: Claude Code. */
  sourceOf(id: SessionId): Promise<string | undefined>;
  /** Asks about the programs that a folder brings, unless that is settled. Does not reject. */
  askAboutPrograms(where: FolderAccess): Promise<void>;
  /** Folders that the agent of a new conversation may use besides its own. */
  added(cwd: string): readonly string[];
  /** Folder for new conversations; undefined without an open folder. */
  cwd(): string | undefined;
}

/** Provides pages with conversations, checking the gate and who else has them open. */
export class Conversations {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly options: ConversationsOptions,
  ) {}

  /**
   * Creates a conversation.
   * @param start absent: with the folder's default agent; else its own agent, or Claude Code
   * @returns undefined behind a closed gate
   */
  async create(cwd = this.options.cwd(), start?: RecordStart): Promise<Channel | undefined> {
    if (!cwd) {
      return undefined;
    }
    const source = start ? start.source : this.options.defaultAgent(cwd);
    if (!(await this.isOpen({ source }))) {
      return undefined;
    }
    const whole = { ...this.startIn(cwd, { source }), ...start };
    await this.askAboutPrograms({ ...whole, cwd });
    const channel = await this.registry.create(cwd, whole);
    void channel.agent.warmUp();
    return channel;
  }

  /**
   * Creates a conversation that no page shows. Starts no process and asks nothing.
   * @throws UserError with the reason why no conversation is possible
   */
  async createUnseen(cwd: string, start: RecordStart): Promise<Channel> {
    await this.requireOpen(start);
    return this.registry.create(cwd, { ...this.startIn(cwd, start), ...start });
  }

  /**
   * Loads an existing conversation.
   * @returns undefined behind a closed gate or if another window has it
   */
  async load(id: ChannelId): Promise<Channel | undefined> {
    const head = await this.registry.headOf(id);
    if (!head || !(await this.isOpen(head))) {
      return undefined;
    }
    const channel = await this.registry.loadById(id);
    if (channel && !channel.heldBy) {
      // The page shows the question at once, not an empty conversation first.
      await this.askAboutPrograms(channel.record);
    }
    void channel?.agent.warmUp();
    return channel;
  }

  /** Returns whether another window shows the conversation. */
  async isElsewhere(id: ChannelId): Promise<boolean> {
    const head = await this.registry.headOf(id);
    return head !== undefined && this.registry.isElsewhere(head.cwd, id);
  }

  /**
   * Returns the conversation of a session. Asks first if another process has it open.
   * @param cwd folder that it runs in; defaults to the folder for new conversations
   * @returns undefined if the user cancels
   */
  async obtain(id: SessionId, cwd = this.requireCwd()): Promise<Channel | undefined> {
    const open = this.registry.bySession(id);
    const holder = open ? undefined : await this.registry.holderOf(cwd, id);
    switch (holder && (await askOpenElsewhere(holder))) {
      case 'takeOver':
        return this.taking(() => this.registry.takeSession(cwd, id, holder));
      case 'readOnly':
        return this.registry.openSession(cwd, id, { readOnly: true });
      default:
        return holder ? undefined : (open ?? this.registry.openSession(cwd, id));
    }
  }

  /** Takes over a conversation that is shown here from its current holder, after asking. */
  async takeOver({ cwd, record: { sessionId }, heldBy }: Channel): Promise<void> {
    const holder = await this.registry.holderOf(cwd, sessionId);
    if (!holder || (await confirmTakeOver(holder, heldBy?.wasOurs === true))) {
      await this.taking(() => this.registry.takeSession(cwd, sessionId, holder));
    }
  }

  /** Like `requireOpen`, for the agent of a stored session. */
  async requireOpenFor(id: SessionId): Promise<void> {
    await this.requireOpen({ source: await this.options.sourceOf(id) });
  }

  /**
   * @param agent absent: the folder's default
   * @throws UserError with the reason why no conversation is possible
   */
  async requireOpen(agent?: ConversationAgent): Promise<void> {
    const gate = await this.options.gate(undefined, agent);
    switch (gate.kind) {
      case 'open':
      // Each page asks for itself.
      case 'programs':
        return;
      case 'untrusted':
        throw new UserError(
          'trust.required',
          vscode.l10n.t('Tandem starts nothing in a workspace that is not trusted.'),
        );
      case 'noFolder':
        throw noFolder();
      case 'noCli':
        throw new UserError('cli.missing', gate.message);
    }
  }

  /** Start of a conversation in a folder, with the folders that the user added to it. */
  private startIn(cwd: string, { source }: ConversationAgent): RecordStart {
    const added = this.options.added(cwd);
    return {
      ...(added.length > 0 ? { addDirs: added } : {}),
      ...(source === undefined ? {} : { source }),
    };
  }

  private async isOpen(agent: ConversationAgent): Promise<boolean> {
    return (await this.options.gate(undefined, agent)).kind === 'open';
  }

  /** Only Claude Code runs the programs that a folder's files name. */
  private async askAboutPrograms(where: FolderAccess & ConversationAgent): Promise<void> {
    if (where.source === undefined) {
      await this.options.askAboutPrograms(where);
    }
  }

  private requireCwd(): string {
    const cwd = this.options.cwd();
    if (!cwd) {
      throw noFolder();
    }
    return cwd;
  }

  /** Shows progress, because another window or process may take seconds to let go. */
  private taking(take: () => Promise<Channel>): Thenable<Channel> {
    const title = vscode.l10n.t('Taking the conversation over');
    const location = vscode.ProgressLocation.Notification;
    return nativeUi.withProgress({ location, title }, take);
  }
}

function noFolder(): UserError {
  return new UserError(
    'folder.none',
    vscode.l10n.t('Open a folder first: a conversation works in one.'),
  );
}
