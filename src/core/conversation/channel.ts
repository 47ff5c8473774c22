import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Conversation, Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { ChannelId, PromptId, ToolCallId } from '../../contract/ids';
import type { PromptAnswer } from '../../contract/prompts';
import type { Snapshot } from '../../contract/snapshot';
import type { Draft, ViewState } from '../../contract/view';
import { raceTimeout } from '../../node/raceTimeout';
import type { PermissionAnswer } from '../../protocol/agentSource';
import { AgentSupervisor } from './agentSupervisor';
import type { ChannelRecord, RecordStorage } from './channelRecord';
import { ChannelTasks } from './channelTasks';
import { type ConversationReader, ConversationStore } from './conversationStore';
import { EditEvents } from './editEvents';
import { FolderNotice } from './folderNotice';
import { Forking } from './forking';
import type { LeaseHolder } from './leaseHolder';
import { MessageSender } from './messageSender';
import { PermissionBroker, type StoredPrompt } from './permissionBroker';
import type { ChannelPorts } from './ports';
import { followRecord } from './recordFollower';
import { RecordKeeper } from './recordKeeper';
import { isDelta } from './relay';
import { resumingText } from './restoredEvents';
import { SessionLease } from './sessionLease';
import { SessionRestorer } from './sessionRestorer';
import { SettingsSwitch } from './settingsSwitch';
import { ToolCalls } from './toolCalls';
import { ToolChoice } from './toolChoice';
import { TurnReview } from './turnReview';

/** Milliseconds that writing to disk may delay showing a prompt. */
const saveTimeout = 1_000;

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
  readonly tools: ToolChoice;
  readonly reviews: TurnReview;
  readonly tasks: ChannelTasks;
  readonly folderNotice: FolderNotice;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly turnEnded = this.store.add(new Emitter<void>());
  private readonly conversations: ConversationStore;
  private readonly broker: PermissionBroker;
  private readonly edits: EditEvents;
  private readonly keeper: RecordKeeper;

  /** Fires when anything that a title, badge or list shows may have changed. */
  readonly onChanged = this.changed.event;
  /** Fires when a turn ends, including turns restored from disk. */
  readonly onTurnEnded = this.turnEnded.event;

  constructor(
    record: ChannelRecord,
    private readonly ports: ChannelPorts,
    storage: RecordStorage,
    private readonly clock: Clock,
    log: Log,
  ) {
    const { channelId: id, cwd } = record;
    this.id = id;
    this.cwd = cwd;
    const emit = (events: readonly ConversationEvent[]) => history.apply(events);
    const now = () => clock.now();
    const live = () => this.agent.slot.live;
    const keeper = new RecordKeeper(record, storage, clock);
    const complete = (turns: readonly Turn[]) => edits.rememberedOf(turns);
    const history = this.store.add(new ConversationStore(clock.now(), clock, log, complete));
    const takeFeedback = (tool: ToolCallId) => broker.takeFeedback(tool);
    const edits = new EditEvents(id, ports, takeFeedback, emit);
    const savePrompts = async () => {
      keeper.save({ prompts: broker.waiting });
      await raceTimeout(keeper.flush(), saveTimeout, clock);
    };
    const broker = new PermissionBroker(
      id,
      ports.proposals,
      emit,
      now,
      savePrompts,
      (stored, decision) => this.resumeAfter(stored, decision),
    );
    this.keeper = keeper;
    this.conversations = history;
    this.history = history;
    this.edits = edits;
    this.broker = broker;
    ports.edits.attach({ id, cwd, title: () => this.title });
    this.folderNotice = new FolderNotice(keeper, () => history.current, emit, now);
    this.forking = new Forking(cwd, ports.agents, keeper, history, log);
    this.reviews = new TurnReview(
      {
        id,
        conversation: () => history.current,
        title: () => this.title,
        turn: one => history.turn(one),
        emit,
      },
      ports.edits,
    );
    this.agent = new AgentSupervisor({
      ...{ cwd, ports, keeper, said: history, broker, edits, clock, log },
      forking: this.forking,
      place: this.folderNotice,
      calls: new ToolCalls(cwd, broker, edits, keeper),
      messages: () => this.messages,
      inBackground: () => this.tasks.inBackground,
      claim: session => this.lease.acquire(session),
      held: () => this.lease.state,
      catchUp: () => this.restorer.catchUp(),
    });
    const { slot } = this.agent;
    this.tasks = new ChannelTasks({
      tasks: () => history.current.summary.tasks,
      live,
      stopTurn: () => this.agent.stop(),
      emit,
    });
    this.settings = new SettingsSwitch({
      live,
      settings: () => history.current.summary.settings,
      emit,
      now,
      onRestartNeeded: () => this.agent.needRestart(),
      onPicked: picks => keeper.save({ picks: { ...keeper.current.picks, ...picks } }),
    });
    this.tools = new ToolChoice(keeper, {
      live,
      defaults: () => ports.settings.disabledTools ?? [],
      emit,
      onRestartNeeded: () => this.agent.needRestart(),
      onRefused: error => log.info('The agent was not told of tools', { error: messageOf(error) }),
    });
    const senderOwner = {
      picks: () => this.agent.currentPicks(),
      whileWorking: () => ports.settings.whileWorking,
      prepare: async () => {
        ports.edits.warmUp(id);
        await this.tools.settled();
        return this.agent.restartIfDue();
      },
      emit,
      now,
    };
    this.messages = new MessageSender(slot, this.settings, keeper, senderOwner, log);
    this.lease = new SessionLease(this.agent, this.messages, keeper, ports);
    this.restorer = new SessionRestorer({
      ...{ cwd, settings: ports.settings, keeper, history, slot, broker, edits, log },
      forking: this.forking,
      lease: this.lease,
      messages: this.messages,
      folderNotice: this.folderNotice,
    });
    this.store.add(history.onApplied(events => this.onApplied(events)));
  }

  get conversation(): Conversation {
    return this.conversations.current;
  }

  get title(): string {
    const { title } = this.conversation.summary;
    const first = this.conversations.firstText?.split('\n', 1)[0];
    return title ?? this.record.fallbackTitle ?? first?.slice(0, 60) ?? 'New conversation';
  }

  /** State that survives the window. */
  get record(): ChannelRecord {
    return this.keeper.current;
  }

  /** True if the conversation has no turns and no queued messages. */
  get isFresh(): boolean {
    const { turns, open, summary } = this.conversation;
    return turns.length === 0 && open === undefined && summary.queue.length === 0;
  }

  /** True if the composer holds text or images that were not sent. */
  get hasDraft(): boolean {
    const { text, images } = this.record.draft;
    return text !== '' || images.length > 0;
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
    this.conversations.apply([{ type: 'notice', at: this.clock.now(), notice }]);
  }

  /** Sends the last message again. @throws UserError if there is none */
  async retry(): Promise<void> {
    this.messages.send(await this.lastMessage());
  }

  /** Puts the last message back into the composer. @throws UserError if there is none */
  async editLast(): Promise<void> {
    this.messages.compose(await this.lastMessage());
  }

  /** Continues after a limit of turns or cost. */
  continueTurn(): void {
    this.messages.send({ text: 'Continue.', images: [] });
  }

  /** Answers an open prompt. @throws UserError `openElsewhere`, and as the broker does */
  async answer(id: PromptId, answer: PromptAnswer): Promise<void> {
    this.lease.requireOwn();
    await this.broker.answer(id, answer);
  }

  /** Drops open prompts and queued messages, which wait in the window that took over. */
  clearAfterTransfer(): void {
    this.broker.withdrawAll();
    this.messages.restore([]);
    this.messages.hold();
  }

  openPromptDiff(id: PromptId): Promise<void> {
    return this.ports.proposals.reveal(id);
  }

  /**
   * Renames the conversation.
   * @returns false if no live agent could store the title, so that the caller has to
   * @throws UserError `busy` if the agent is working and does not support renaming
   */
  async rename(title: string): Promise<boolean> {
    const isStored = await this.agent.rename(title);
    this.conversations.apply([{ type: 'session.changed', title }]);
    // Renaming may have ended the agent, and a message may have been sent in the meantime.
    void this.messages.flushQueue();
    return isStored;
  }

  /** Sets additional folders that the agent may access, from its next process on. */
  setFolders(addDirs: readonly string[]): void {
    this.keeper.save({ addDirs });
    this.agent.needRestart();
  }

  saveDraft(draft: Draft): void {
    this.keeper.save({ draft });
  }

  saveView(view: ViewState): void {
    this.keeper.save({ view });
  }

  snapshot(): Snapshot {
    const { open, ...page } = this.conversations.page();
    const { draft, view } = this.keeper.current;
    return {
      channelId: this.id,
      ...page,
      ...(open ? { open } : {}),
      draft,
      view,
      history: this.conversations.texts,
    };
  }

  flush(): Promise<void> {
    return this.keeper.flush();
  }

  /** Ends the agent process and saves the record, then releases everything. */
  async close(): Promise<void> {
    // A card whose process is gone stays in the record, and the user may still answer it.
    if (this.agent.isLive) {
      this.broker.withdrawAll();
    } else {
      this.broker.closeDiffs();
    }
    await this.agent.end();
    await this.keeper.flush();
    this.dispose();
  }

  /** Releases everything without waiting: the window is closing. The record keeps what was open. */
  dispose(): void {
    this.agent.slot.dispose();
    this.ports.edits.detach(this.id);
    this.store.dispose();
  }

  private async lastMessage(): Promise<Draft> {
    const last = this.conversations.messages.at(-1);
    if (!last) {
      throw new UserError('empty', 'No message has been sent yet.');
    }
    return this.conversations.draftOf(last);
  }

  /** Resumes the session with a short message after an answer to a prompt whose process is gone. */
  private resumeAfter(stored: StoredPrompt, decision: PermissionAnswer): void {
    if (decision.kind === 'allow') {
      this.broker.allowNext(stored, decision);
    }
    this.messages.send({ text: resumingText(stored.prompt, decision), images: [] });
  }

  private onApplied(events: readonly ConversationEvent[]): void {
    this.edits.onApplied(events);
    let hasEnded = false;
    for (const event of events) {
      followRecord(event, this.keeper, () => this.broker.waiting);
      const { type } = event;
      if (type === 'prompt.opened' || type === 'prompt.closed' || type === 'task.changed') {
        this.agent.publish();
      } else if (event.type === 'turn.ended') {
        this.broker.forgetAllowance();
        hasEnded = true;
        if (event.outcome.kind !== 'completed' && !this.agent.isStopping) {
          this.messages.hold();
        }
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
