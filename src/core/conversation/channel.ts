import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { conversationTitle } from '../../base/conversationTitle';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Conversation } from '../../contract/conversation';
import { isDelta } from '../../contract/deltas';
import { type Draft, emptyDraft } from '../../contract/draft';
import type { FieldProblems, FormEntries } from '../../contract/elicitation';
import type { ConversationEvent } from '../../contract/events';
import type { ChannelId, MessageId, PromptId } from '../../contract/ids';
import type { PromptAnswer } from '../../contract/prompts';
import type { Snapshot } from '../../contract/snapshot';
import type { ViewState } from '../../contract/view';
import type { ContextBlock, PermissionAnswer } from '../../protocol/agentSource';
import type { AgentSupervisor } from './agentSupervisor';
import { approvedPlan } from './approvedPlan';
import { createChannelParts } from './channelParts';
import type { ChannelRecord, RecordStorage } from './channelRecord';
import type { ChannelTasks } from './channelTasks';
import type { ConversationReader } from './conversationStore';
import type { FolderNotice } from './folderNotice';
import type { Forking } from './forking';
import { GoOn } from './goOn';
import type { LeaseHolder } from './leaseHolder';
import { type MessageSender, requireContent } from './messageSender';
import { effortOfCommand, modelOfCommand } from './modelCommand';
import type { OptionSwitch } from './optionSwitch';
import type { StoredPrompt } from './permissionBroker';
import type { ChannelPorts } from './ports';
import { followRecord, forgetOwnModel, rememberModel } from './recordFollower';
import { resumingText } from './restoredEvents';
import type { SessionLease } from './sessionLease';
import type { SessionRestorer } from './sessionRestorer';
import type { SettingsSwitch } from './settingsSwitch';
import { shellBlock } from './shellBlock';
import type { ShellLines } from './shellLines';
import type { SideQuestions } from './sideQuestions';
import type { ToolChoice } from './toolChoice';
import type { TurnReview } from './turnReview';
import { unknownAgent } from './unknownAgent';

type ChannelParts = ReturnType<typeof createChannelParts>;

/**
 * A conversation with at most one live agent process, and all of its state that survives the page
 * and the window. Each part has one job, and callers use the parts directly.
 */
export class Channel implements Disposable {
  readonly id: ChannelId;
  readonly cwd: string;
  readonly history: ConversationReader;
  readonly restorer: SessionRestorer;
  readonly forking: Forking;
  readonly agent: AgentSupervisor;
  readonly lease: SessionLease;
  readonly messages: MessageSender;
  readonly settings: SettingsSwitch;
  readonly options: OptionSwitch;
  readonly tools: ToolChoice;
  readonly reviews: TurnReview;
  readonly tasks: ChannelTasks;
  readonly shell: ShellLines;
  readonly sideQuestions: SideQuestions;
  readonly folderNotice: FolderNotice;
  readonly goOn: GoOn;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly turnEnded = this.store.add(new Emitter<void>());
  private readonly parts: ChannelParts;

  /** Fires when anything that a title, badge or list shows may have changed. */
  readonly onChanged = this.changed.event;
  /** Fires when a turn ends, including turns restored from disk. */
  readonly onTurnEnded = this.turnEnded.event;
  /** Titles that were replaced here, which the agent's store may still have. */
  private readonly replaced = new Set<string>();
  /** Title of the first message, which lists ask for after each event. */
  private titled: { readonly text?: string | undefined; readonly title?: string | undefined } = {};
  private readonly followed = {
    waiting: () => this.parts.broker.waiting,
    ownMode: () => this.settings.written().mode,
  };

  constructor(
    record: ChannelRecord,
    private readonly ports: ChannelPorts,
    storage: RecordStorage,
    private readonly clock: Clock,
    log: Log,
  ) {
    const { channelId: id, cwd } = record;
    const title = () => this.title;
    const parts = createChannelParts({
      ...{ record, ports, storage, clock, log, title },
      onLateAnswer: (stored, decision) => this.resumeAfter(stored, decision),
    });
    this.id = id;
    this.cwd = cwd;
    this.parts = parts;
    this.history = this.store.add(parts.history);
    this.restorer = parts.restorer;
    this.forking = parts.forking;
    this.agent = parts.agent;
    this.lease = parts.lease;
    this.messages = parts.messages;
    this.settings = parts.settings;
    this.options = parts.options;
    this.tools = parts.tools;
    this.reviews = parts.reviews;
    this.tasks = parts.tasks;
    this.shell = this.store.add(parts.shell);
    this.sideQuestions = parts.sideQuestions;
    this.folderNotice = parts.folderNotice;
    this.goOn = this.store.add(
      new GoOn(
        parts.keeper,
        {
          conversation: () => this.conversation,
          mayStart: () => this.heldBy === undefined && ports.mayStart?.() !== false,
          continueTurn: () => this.continueTurn(false),
          emit: events => parts.history.apply(events),
          note: text => this.note(text),
        },
        clock,
      ),
    );
    this.store.add(
      parts.history.onNews(events => {
        if (events.some(({ type }) => type === 'prompt.sent' || type === 'conversation.cleared')) {
          this.goOn.cancel();
        }
      }),
    );
    ports.edits.attach({ id, cwd, title });
    this.store.add(parts.history.onApplied(events => this.onApplied(events)));
    // Some agents report nothing after the end of a turn.
    this.store.add(parts.messages.onSettled(() => this.changed.fire()));
    // An answer of before counts only for the turn that its message begins.
    this.store.add(parts.messages.composer.onReturned(() => parts.broker.forgetAllowance()));
    if (record.source !== undefined) {
      parts.history.apply([{ type: 'choices.changed', choices: unknownAgent(record.source) }]);
    }
  }

  get conversation(): Conversation {
    return this.parts.history.current;
  }

  get title(): string {
    const { title: given } = this.conversation.summary;
    const { fallbackTitle: fallback } = this.record;
    const named = conversationTitle({ given, fallback });
    return named ?? this.firstTitle() ?? l10n.t('New conversation');
  }

  /** State that survives the window. */
  get record(): ChannelRecord {
    return this.parts.keeper.current;
  }

  /** True if the conversation has no turns, and no messages that will begin one. */
  get isFresh(): boolean {
    const { turns, open, summary } = this.conversation;
    const { queue, sending = [] } = summary;
    return turns.length === 0 && open === undefined && queue.length + sending.length === 0;
  }

  /** True if the composer holds something that was not sent, or output of shell lines waits. */
  get hasDraft(): boolean {
    const { draft, shellLines = [] } = this.record;
    const { text, images, attachments = [] } = draft;
    return text !== '' || [images, attachments, shellLines].some(({ length }) => length > 0);
  }

  /**
   * True if its record holds nothing that the user would miss. A conversation that is stored, or
   * continues one that is, may show nothing because it was looked for in the wrong place (ADR 21).
   */
  get isEmpty(): boolean {
    const { storedAs, sessionId, fork } = this.record;
    return this.isFresh && !this.hasDraft && storedAs !== sessionId && fork === undefined;
  }

  get isClosed(): boolean {
    return this.store.isDisposed;
  }

  /** Holder of the session outside this window; while set, no process may start here. */
  get heldBy(): LeaseHolder | undefined {
    return this.lease.heldBy;
  }

  /** Shows the user a warning in the conversation. */
  note(text: string): void {
    const notice = { kind: 'warning', text } as const;
    this.parts.history.apply([{ type: 'notice', at: this.clock.now(), notice }]);
  }

  /**
   * Sends a message of the user with the output of the shell lines that have ended.
   * @returns the id of the message
   * @throws UserError as `MessageSender.send` does
   */
  send(draft: Draft, context: readonly ContextBlock[] = []): MessageId {
    requireContent(draft);
    const lines = this.shell.ended;
    // Sending writes the record at once: what the message brings must be nowhere else in it.
    this.shell.drop(lines.map(line => line.id));
    return this.messages.send(draft, [...lines.map(shellBlock), ...context]);
  }

  /**
   * Sends the message of the composer and empties the composer (`seen`: see `saveDraft`). The draft
   * is cleared first: sending writes the record at once, and a kill right after that would leave the
   * message in both places.
   * @throws UserError as `send` does
   */
  sendDraft(draft: Draft, context: readonly ContextBlock[] = [], seen?: number): MessageId {
    requireContent(draft);
    this.saveDraft(emptyDraft, seen);
    return this.send(draft, context);
  }

  /** Stops the agent's turn; without one, the shell lines that run. */
  async stop(): Promise<void> {
    const { phase } = this.agent.slot.status;
    const isWorking = phase === 'working' || phase === 'stopping';
    await (this.shell.isRunning && !isWorking ? this.shell.stop() : this.agent.stop());
  }

  /** Sends the last message again. @throws UserError if there is none */
  async retry(): Promise<void> {
    this.messages.sendAhead(await this.lastMessage(), true);
  }

  /** Puts the last message back into the composer. @throws UserError if there is none */
  async editLast(): Promise<void> {
    this.messages.composer.compose(await this.lastMessage());
  }

  /**
   * Continues a turn that was interrupted, or that ended at a limit.
   * @param keepsPause whether a paused queue stays as it is
   * @throws UserError if nothing has been sent yet
   */
  continueTurn(keepsPause = true): void {
    if (!this.parts.history.lastMessage) {
      throw nothingSent();
    }
    this.messages.sendAhead({ text: 'Continue.', images: [] }, keepsPause);
  }

  /** Answers an open prompt. @throws UserError `session.openElsewhere`, and as the broker does */
  async answer(id: PromptId, answer: PromptAnswer): Promise<void> {
    this.lease.requireOwn();
    const { modeAfterPlan = 'previous' } = this.ports.settings;
    const { modes } = this.conversation.summary.choices;
    const complete = approvedPlan(answer, modeAfterPlan, modes);
    await this.parts.prompts.answer(id, complete, () => this.agent.exitSettled());
  }

  /** Returns what is wrong with the entries of a server's form. @throws UserError `prompt.gone` */
  checkForm(id: PromptId, entries: FormEntries): FieldProblems {
    return this.parts.prompts.checkForm(id, entries);
  }

  /** Records that a page had all of a prompt's request in view. */
  noteSeen(id: PromptId): void {
    this.parts.broker.noteSeen(id);
  }

  /** Records that VS Code's Chat view has all of a prompt's request, with buttons that name it. */
  noteShown(id: PromptId): void {
    this.parts.broker.noteShown(id);
  }

  /**
   * Returns whether the user can have read all of a prompt's request.
   * @param by `isNamed`: whether the answer names the prompt
   */
  hasSeen(id: PromptId, by?: { readonly isNamed: boolean }): boolean {
    return this.parts.broker.hasSeen(id, by);
  }

  /** Drops open prompts and queued messages, which wait in the window that took over. */
  clearAfterTransfer(): void {
    this.parts.prompts.withdrawAll();
    this.messages.restore([]);
    this.messages.hold('elsewhere');
    this.goOn.release();
  }

  openPromptDiff(id: PromptId): Promise<void> {
    return this.ports.proposals.reveal(id);
  }

  /**
   * Renames the conversation.
   * @returns false if no live agent could store the title, so that the caller has to
   * @throws UserError `conversation.busy` if the agent is working and does not support renaming
   */
  async rename(title: string): Promise<boolean> {
    const isStored = await this.agent.rename(title);
    const { title: before } = this.conversation.summary;
    if (before !== undefined) {
      this.replaced.add(before);
    }
    this.replaced.delete(title);
    this.parts.history.apply([{ type: 'session.changed', title }]);
    // Renaming may have ended the agent, and a message may have been sent in the meantime.
    void this.messages.flushQueue();
    return isStored;
  }

  /** Takes over a title that the agent has stored without telling it. */
  noteStoredTitle(title: string): void {
    const { title: shown } = this.conversation.summary;
    if (shown !== undefined && this.replaced.has(title)) {
      return;
    }
    this.replaced.clear();
    if (title !== shown) {
      this.parts.history.apply([{ type: 'session.changed', title }]);
    }
  }

  /** Sets additional folders that the agent may access, from its next process on. */
  setFolders(addDirs: readonly string[]): void {
    this.parts.keeper.save({ addDirs });
    this.folderNotice.refresh();
    this.agent.needRestart();
  }

  /**
   * Replaces the composer's draft.
   * @param seen number of the latest returned message that the page knows; absent: all of them
   */
  saveDraft(draft: Draft, seen = this.messages.composer.latestReturn): void {
    this.messages.composer.save(draft, seen);
  }

  saveView(view: ViewState): void {
    this.parts.keeper.save({ view });
  }

  snapshot(): Snapshot {
    const { open, ...page } = this.parts.history.page();
    const { draft, view } = this.parts.keeper.current;
    return {
      channelId: this.id,
      ...page,
      ...(open ? { open } : {}),
      draft,
      returned: this.messages.composer.latestReturn,
      view,
      history: [...this.parts.history.texts, ...this.shell.all.map(line => `!${line.command}`)],
    };
  }

  flush(): Promise<void> {
    return this.parts.keeper.flush();
  }

  /** Ends the agent process and saves the record, then releases everything. */
  async close(): Promise<void> {
    this.parts.prompts.close(this.agent.isLive);
    // A message on its way would start another process.
    this.messages.halt();
    await Promise.all([this.agent.end(), this.shell.stop()]);
    await this.parts.keeper.flush();
    this.dispose();
  }

  /** Releases everything without waiting: the window is closing. The record keeps what was open. */
  dispose(): void {
    this.agent.dispose();
    this.ports.edits.detach(this.id);
    this.store.dispose();
  }

  private firstTitle(): string | undefined {
    const { firstText: text } = this.parts.history;
    if (text !== this.titled.text) {
      this.titled = { text, title: conversationTitle({ firstText: () => text }) };
    }
    return this.titled.title;
  }

  private async lastMessage(): Promise<Draft> {
    const last = this.parts.history.lastMessage;
    if (!last) {
      throw nothingSent();
    }
    return this.parts.history.draftOf(last);
  }

  /** Resumes the session with a short message after an answer to a prompt whose process is gone. */
  private resumeAfter(stored: StoredPrompt, decision: PermissionAnswer): void {
    if (decision.kind === 'allow') {
      this.parts.broker.allowNext(stored, decision);
    }
    this.messages.send({ text: resumingText(stored.prompt, decision), images: [] });
  }

  /** Keeps a model or an effort that was set by a message instead of the picker. */
  private followModel(event: ConversationEvent): void {
    const { history, keeper } = this.parts;
    // A stored session names models of earlier times.
    if (event.type === 'notice' && this.agent.isLive) {
      const { choices } = this.conversation.summary;
      const { picks } = keeper.current;
      const text = history.lastMessage?.text;
      const model = modelOfCommand(event, text, choices.models);
      if (model !== undefined) {
        keeper.save({ picks: { ...picks, model } });
        // The agent reports an id, which may have several names.
        history.apply([{ type: 'settings.changed', settings: { model } }]);
      }
      const effort = effortOfCommand(event, text);
      if (effort !== undefined) {
        void this.settings.set({ effort });
      }
    }
  }

  private onApplied(events: readonly ConversationEvent[]): void {
    this.parts.edits.onApplied(events);
    let hasEnded = false;
    for (const event of events) {
      followRecord(event, this.parts.keeper, this.followed);
      this.followModel(event);
      if (this.agent.slot.isComingOrLive) {
        rememberModel(event, this.parts.keeper, this.conversation.summary.choices.models);
        forgetOwnModel(event, this.parts.keeper, this.settings.borrowsModel);
      }
      if (event.type === 'conversation.cleared') {
        this.shell.drop(this.shell.ended.map(({ id }) => id));
      }
      const { type } = event;
      if (type === 'choices.changed') {
        this.options.follow();
      }
      if (type === 'conversation.cleared') {
        this.parts.prompts.forgetInputs();
      }
      if (type === 'prompt.opened' || type === 'prompt.closed' || type === 'task.changed') {
        this.agent.publish();
      } else if (event.type === 'turn.ended') {
        this.parts.broker.forgetAllowance();
        hasEnded = true;
        this.agent.onTurnEnded();
        this.messages.onTurnEnded(event.outcome.kind, this.agent.isStopping);
      }
    }
    if (events.some(event => !isDelta(event))) {
      this.changed.fire();
    }
    if (hasEnded) {
      this.turnEnded.fire();
    }
  }
}

function nothingSent(): UserError {
  return new UserError('message.empty', l10n.t('No message has been sent yet.'));
}
