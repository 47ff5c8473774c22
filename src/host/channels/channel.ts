import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { Log } from '../../base/log';
import type { BlobContent, Draft, ViewState } from '../../contract/calls';
import type { Conversation, Turn } from '../../contract/conversation';
import type { AgentPhase, ConversationEvent, Place } from '../../contract/events';
import type { BlobId, ChannelId, MessageId, PromptId, ToolCallId } from '../../contract/ids';
import type { Prompt, PromptAnswer } from '../../contract/prompts';
import type { Snapshot, TurnPage } from '../../contract/snapshot';
import { isFolder } from '../../node/isFolder';
import type {
  AgentExit,
  AgentProcess,
  PermissionAnswer,
  RewoundFiles,
} from '../../protocol/agentSource';
import { AgentSession, type SessionOwner, type SessionState } from './agentSession';
import { agentStateOf, goneFolder } from './agentState';
import { hasBackground } from './background';
import { PermissionBroker, type StoredPrompt } from './broker';
import { ChannelTasks } from './channelTasks';
import { ConversationStore } from './conversationStore';
import { Dispatcher } from './dispatcher';
import { EditEvents } from './editEvents';
import { holderWords, type SessionHolder } from './elsewhere';
import { Forking } from './forking';
import type { ChannelRecord, Journal, RecordStart } from './journal';
import { PathSpelling } from './pathSpelling';
import { lostWithProcess, PlaceNote } from './placeNote';
import type { ChannelPage, ChannelPorts, LaunchSession } from './ports';
import { followRecord } from './recordFollower';
import { RecordKeeper } from './recordKeeper';
import { isDelta } from './relay';
import { endedByReload, holdsMessage, resumingText } from './restored';
import { withAnswer } from './sessionGrants';
import { SettingsSwitch } from './settingsSwitch';
import { type ReviewOwner, TurnReview } from './turnReview';

/**
 * One conversation with at most one live agent process: its queue, its open prompts, what was said,
 * and everything of it that survives the page and the window.
 */
export class Channel implements Disposable {
  readonly id: ChannelId;
  readonly cwd: string;
  readonly messages: Dispatcher;
  readonly settings: SettingsSwitch;
  readonly reviews: TurnReview;
  readonly tasks: ChannelTasks;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly turnEnded = this.store.add(new Emitter<void>());
  private readonly said: ConversationStore;
  private readonly session: AgentSession;
  private readonly broker: PermissionBroker;
  private readonly edits: EditEvents;
  private readonly keeper: RecordKeeper;
  private readonly forking: Forking;
  private readonly spelling: PathSpelling;
  private readonly place: PlaceNote;
  private isRestartDue = false;
  /** What is sent from here on is not held: the person wrote it to be read next. */
  private isStopping = false;
  private going: Promise<void> = Promise.resolve();
  private shownPhase: AgentPhase = 'stopped';
  private since = 0;
  private holder: SessionHolder | undefined;
  private heldState: SessionState | undefined;

  /** Anything of it that a title, a badge or a list shows may be different. */
  readonly onChanged = this.changed.event;
  /** A turn ended, or was found to have ended: stored turns of before among them. */
  readonly onTurnEnded = this.turnEnded.event;

  constructor(
    record: ChannelRecord,
    private readonly ports: ChannelPorts,
    journal: Journal,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.id = record.channelId;
    this.cwd = record.cwd;
    this.spelling = new PathSpelling(record.cwd);
    this.keeper = new RecordKeeper(record, journal, clock);
    const emit = (events: readonly ConversationEvent[]) => this.said.apply(events);
    const now = () => clock.now();
    const complete = (turns: readonly Turn[]) => this.edits.rememberedOf(turns);
    this.place = new PlaceNote(this.keeper, () => this.conversation, emit, now);
    this.said = this.store.add(new ConversationStore(clock.now(), clock, log, complete));
    this.forking = new Forking(this.cwd, ports.agents, this.keeper, this.said, log);
    const takeWords = (tool: ToolCallId) => this.broker.takeWords(tool);
    this.edits = new EditEvents(this.id, ports, takeWords, emit);
    ports.edits.attach({ id: this.id, cwd: this.cwd, title: () => this.title });
    this.reviews = new TurnReview(this.reviewOwner(emit), ports.edits);
    this.broker = new PermissionBroker(this.id, ports.proposals, emit, now, (stored, decision) =>
      this.resumeAfter(stored, decision),
    );
    this.session = new AgentSession(ports.agents, this.sessionOwner(), log);
    this.tasks = new ChannelTasks({
      tasks: () => this.conversation.summary.tasks,
      live: () => this.session.live,
      stopTurn: () => this.stop(),
    });
    this.settings = new SettingsSwitch({
      live: () => this.session.live,
      settings: () => this.conversation.summary.settings,
      emit,
      now,
      onRestartNeeded: () => this.needRestart(),
      onPicked: picks => this.keeper.save({ picks: { ...this.keeper.current.picks, ...picks } }),
    });
    this.messages = new Dispatcher(
      this.session,
      this.settings,
      this.keeper,
      {
        picks: () => this.currentPicks(),
        whileWorking: () => ports.settings.whileWorking,
        prepare: () => {
          ports.edits.warmUp(this.id);
          return this.restartIfDue();
        },
        emit,
        now,
      },
      log,
    );
    this.store.add(this.said.onApplied(events => this.onApplied(events)));
  }

  /** What was said, once it has been folded. */
  get onEvents(): Event<readonly ConversationEvent[]> {
    return this.said.onApplied;
  }

  get conversation(): Conversation {
    return this.said.current;
  }

  get title(): string {
    const { title } = this.conversation.summary;
    const first = this.said.firstText?.split('\n', 1)[0];
    return title ?? this.record.fallbackTitle ?? first?.slice(0, 60) ?? 'New conversation';
  }

  /** What of it survives the window. */
  get record(): ChannelRecord {
    return this.keeper.current;
  }

  /** Nothing was said and nothing is about to be. */
  get isFresh(): boolean {
    const { turns, open, summary } = this.conversation;
    return turns.length === 0 && open === undefined && summary.queue.length === 0;
  }

  /** A process carries it, or is on its way to or from that. */
  get isLive(): boolean {
    return this.session.live !== undefined;
  }

  /** The agent's process, also while it ends. */
  get pid(): number | undefined {
    return this.session.pid;
  }

  /** Since when it has been as it is, milliseconds since 1970. */
  get phaseSince(): number {
    return this.since;
  }

  /** Who else has the session: no process of ours may take it up. */
  get heldBy(): SessionHolder | undefined {
    return this.holder;
  }

  /** Whether its process can end without a loss: it does nothing, and nothing waits for anybody. */
  get canSleep(): boolean {
    const { queue, inFlight, temporary } = this.record;
    return (
      // Nothing but its process remembers it.
      temporary !== 'said' &&
      this.session.state.phase === 'idle' &&
      this.conversation.open === undefined &&
      this.broker.waiting.length === 0 &&
      queue.length === 0 &&
      inFlight.length === 0 &&
      !hasBackground(this.conversation)
    );
  }

  /** Brings back what was said and what was waiting, after a reload. */
  async restore(): Promise<void> {
    const { session, events: said, isOwn: isStored } = await this.forking.read();
    const { sessionId, inFlight, prompts, queue, picks, costUsd } = this.keeper.current;
    // The agent may have gone before it wrote the newest message into its store.
    const unstored = inFlight.filter(message => !holdsMessage(said, message));
    const wasCutOff = prompts.length > 0 || inFlight.length > unstored.length;
    if (session) {
      this.said.restore(session, wasCutOff && isStored ? endedByReload(said) : said);
    }
    this.said.apply([
      { type: 'session.changed', sessionId, cwd: this.cwd },
      { type: 'settings.changed', settings: { mode: this.ports.settings.initialMode, ...picks } },
      { type: 'usage.changed', usage: { costUsd } },
    ]);
    this.place.restore();
    void this.recallEdits().catch((error: unknown) =>
      this.log.warn('Edits of before', { error: messageOf(error) }),
    );
    this.messages.restore(queue);
    if (unstored.length > 0) {
      this.messages.takeBack(unstored);
    }
    if (prompts.length > 0 && isStored) {
      this.broker.restore(prompts);
      this.session.become({
        phase: 'stopped',
        detail: 'Interrupted by the reload. Answer the prompt to go on.',
      });
    } else if (wasCutOff && isStored) {
      this.session.become({
        phase: 'stopped',
        detail: 'The turn was interrupted by the reload.',
        actions: ['resume'],
      });
    }
    if (!(await isFolder(this.cwd))) {
      this.session.become({ phase: 'stopped', detail: goneFolder(this.cwd) });
    }
    this.keeper.save({ inFlight: [] });
  }

  /**
   * Reads once more what the agent has stored: another process has gone on with the session. While a
   * turn runs here nothing is read, for it tells all by itself; nor of what is not stored.
   * @throws UserError `unreadable`; what was shown stays
   */
  async reload(): Promise<void> {
    if (this.conversation.open) {
      return;
    }
    const { session, events } = await this.forking.read();
    if (!session) {
      return;
    }
    // What the next process is set to is for this conversation to say.
    const said = events.filter(event => event.type !== 'settings.changed');
    const { sessionId } = this.keeper.current;
    this.said.replace(session, said);
    // Lines may name the session that they were copied from.
    this.said.apply([{ type: 'session.changed', sessionId, cwd: this.cwd }]);
    await this.recallEdits();
  }

  /** The messages that are here and, if there are any, the ones of the page before. */
  loadEarlier(): Promise<boolean> {
    return this.said.loadEarlier();
  }

  /** Has the message and all after it here. @throws UserError `absent` when nobody has sent it */
  async loadMessage(id: MessageId): Promise<void> {
    await this.said.message(id);
  }

  /**
   * All turns, the oldest first. Of a long conversation they are read from the agent's store and not
   * kept. Texts and images of those that are loaded may be blobs.
   */
  turns(): AsyncIterable<Turn> {
    return this.said.turns();
  }

  /** Starts the agent ahead of the first message, so that the pickers have something to offer. */
  async warmUp(): Promise<void> {
    const { phase, detail } = this.session.state;
    if (phase === 'stopped' && detail === undefined) {
      // The failure is shown by the session's own state.
      await this.session.ensure().catch((error: unknown) => this.log.debug(messageOf(error)));
    }
  }

  /** Ends the process of an idle conversation; the next message starts another that knows the same. */
  async sleep(): Promise<void> {
    if (!this.canSleep) {
      return;
    }
    this.pinPicks();
    await this.session.sleep();
    if (!this.session.live) {
      this.keeper.forget('process');
    }
  }

  /** Somebody else has the session, or, without an argument, has no more. */
  hold(holder: SessionHolder | undefined, detail?: string): void {
    this.holder = holder;
    this.heldState = holder && {
      phase: 'stopped',
      detail: detail ?? holderWords(holder),
      actions: [holder.wasOurs ? 'takeBack' : 'takeOver'],
    };
    if (holder) {
      this.messages.hold();
    }
    this.session.become(this.heldState ?? { phase: 'stopped' });
  }

  /** Ends the process at once for somebody else who goes on with the session; all is saved then. */
  async letGo(holder: SessionHolder, detail: string): Promise<void> {
    this.messages.hold();
    this.pinPicks();
    await this.session.end(this.canSleep ? 'whenIdle' : 'now');
    await this.going;
    this.hold({ ...holder, wasOurs: true }, detail);
    this.keeper.save({});
    await this.keeper.flush();
  }

  /** Tells the person something in the conversation. */
  note(text: string): void {
    const notice = { kind: 'warning', text } as const;
    this.said.apply([{ type: 'notice', at: this.clock.now(), notice }]);
  }

  async stop(): Promise<void> {
    this.messages.hold();
    if (this.isStopping) {
      return;
    }
    this.isStopping = true;
    try {
      await this.session.interrupt();
    } finally {
      this.isStopping = false;
    }
  }

  /** A new process for the conversation, at the person's wish. */
  async resume(): Promise<void> {
    await this.session.ensure();
  }

  /** The last prompt once more. @throws UserError when there is none */
  async retry(): Promise<void> {
    this.messages.send(await this.lastMessage());
  }

  /** The last message back into the composer. @throws UserError when there is none */
  async editLast(): Promise<void> {
    this.messages.compose(await this.lastMessage());
  }

  /** After a limit of turns or of money. */
  goOn(): void {
    this.messages.send({ text: 'Continue.', images: [] });
  }

  /** @throws UserError `held`, and as the broker does */
  async answer(id: PromptId, answer: PromptAnswer): Promise<void> {
    if (this.holder) {
      throw new UserError('held', holderWords(this.holder));
    }
    await this.broker.answer(id, answer);
  }

  /** Nobody here is asked any more. */
  withdrawPrompts(): void {
    this.broker.withdrawAll();
  }

  openPromptDiff(id: PromptId): Promise<void> {
    return this.ports.proposals.reveal(id);
  }

  /**
   * What a conversation begins with that goes on from before a message of this one.
   * @throws UserError `absent`, or why the agent cannot go back there
   */
  forkBefore(id: MessageId): Promise<RecordStart> {
    return this.forking.startBefore(id, this.title);
  }

  /**
   * Goes on from before a message in the same session, with the message in the composer. Later messages
   * stay in the agent's store and leave the conversation.
   * @throws UserError `busy` while it works, `first`, or why the agent cannot go back there
   */
  async rewindBefore(id: MessageId): Promise<void> {
    const { phase } = this.conversation.summary.agent;
    if (this.holder) {
      throw new UserError('held', holderWords(this.holder));
    }
    if (!['idle', 'stopped', 'lost'].includes(phase)) {
      throw new UserError('busy', 'The agent is at work. Wait until it has finished, or stop it.');
    }
    const { draft, at } = await this.forking.cutBefore(id);
    await this.session.retire();
    this.keeper.forget('process');
    await this.forking.cutAt(at);
    await this.reload();
    this.messages.compose(draft);
  }

  /**
   * Has the agent put its files back to what they were before a message, see `AgentProcess`.
   * @throws UserError `busy` while it works
   */
  rewindFiles(id: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    return this.session.rewindFiles(id, isDryRun);
  }

  /**
   * Gives the conversation a name.
   * @returns false when no live agent could store it: who asked has to
   * @throws UserError `busy` when the agent is at work and knows no such request
   */
  async rename(title: string): Promise<boolean> {
    const isStored = await this.session.rename(title);
    this.said.apply([{ type: 'session.changed', title }]);
    return isStored;
  }

  /** A setting changed that only a new process takes up. */
  needRestart(): void {
    if (this.place.refusesRestart(this.session.live !== undefined)) {
      return;
    }
    this.isRestartDue = this.session.live !== undefined;
    this.publishAgent();
  }

  /** What the page says of its folder. */
  showPlace(place: Pick<Place, 'folder' | 'branch'>): void {
    this.place.show(place);
  }

  /** Further folders that the agent may work in, from its next process on. */
  setFolders(addDirs: readonly string[]): void {
    this.keeper.save({ addDirs });
    this.needRestart();
  }

  /** Ends the process: its folder is about to go. */
  async endProcess(): Promise<void> {
    this.messages.hold();
    await this.session.end(this.session.state.phase === 'idle' ? 'whenIdle' : 'now');
  }

  /** Its folder was removed: it can be read, and go on in another one. */
  folderGone(detail: string): void {
    this.session.become({ phase: 'stopped', detail, actions: ['chooseFolder'] });
  }

  /** What a conversation begins with that goes on from all of this one, in another folder. */
  startElsewhere(): Promise<RecordStart> {
    return this.forking.startElsewhere(this.title);
  }

  /** Tells the conversation once more what its calls did to files. */
  recallEdits(): Promise<void> {
    return this.edits.remember();
  }

  /** Forgets the tasks that have ended. */
  clearTasks(): void {
    this.said.apply([{ type: 'tasks.cleared' }]);
  }

  saveDraft(draft: Draft): void {
    this.keeper.save({ draft });
  }

  saveView(view: ViewState): void {
    this.keeper.save({ view });
  }

  attach(page: ChannelPage): Disposable {
    return this.said.attach(page);
  }

  snapshot(): Snapshot {
    const { open, ...page } = this.said.page();
    const { draft, view } = this.keeper.current;
    return {
      channelId: this.id,
      ...page,
      ...(open ? { open } : {}),
      draft,
      view,
      history: this.said.texts,
    };
  }

  /** @throws UserError `unreadable` */
  earlier(before: number): Promise<TurnPage> {
    return this.said.earlier(before);
  }

  blob(id: BlobId): Promise<BlobContent | undefined> {
    return this.said.blob(id);
  }

  flush(): Promise<void> {
    return this.keeper.flush();
  }

  /** Ends the conversation's process in order, then lets go of everything. */
  async close(): Promise<void> {
    // A card whose process is gone is in the record, and the person may still answer it.
    if (this.session.live) {
      this.broker.withdrawAll();
    } else {
      this.broker.closeDiffs();
    }
    await this.session.end(this.session.state.phase === 'idle' ? 'whenIdle' : 'now');
    await this.keeper.flush();
    this.dispose();
  }

  /** At once and without waiting: the window goes away, and the record says what was open. */
  dispose(): void {
    this.session.dispose();
    this.ports.edits.detach(this.id);
    this.store.dispose();
  }

  private reviewOwner(emit: ReviewOwner['emit']): ReviewOwner {
    const conversation = () => this.conversation;
    const title = () => this.title;
    return {
      id: this.id,
      get conversation() {
        return conversation();
      },
      get title() {
        return title();
      },
      emit,
    };
  }

  private async lastMessage(): Promise<Draft> {
    const last = this.said.messages.at(-1);
    if (!last) {
      throw new UserError('empty', 'No message has been sent yet.');
    }
    return this.said.draftOf(last);
  }

  private sessionOwner(): SessionOwner {
    return {
      cwd: this.cwd,
      nextSession: () => this.nextSession(),
      held: () => this.heldState,
      picks: () => this.keeper.current.picks,
      granted: () => this.keeper.current.granted,
      costBefore: () => this.keeper.current.costUsd,
      extras: () => {
        const { addDirs, temporary } = this.keeper.current;
        return { ...(addDirs ? { addDirs } : {}), ...(temporary ? { isTemporary: true } : {}) };
      },
      decide: async (request, signal) => {
        this.edits.asked(request.prompt.toolId);
        const answer = await this.broker.decide(request, signal);
        this.rememberGrants(request.prompt, answer);
        if (answer.kind === 'allow') {
          await this.edits.permitted(request.prompt.toolId);
        }
        return answer;
      },
      beforeTool: async use => this.edits.before(await this.spelling.ofUse(use)),
      afterTool: async (use, outcome) => this.edits.after(await this.spelling.ofUse(use), outcome),
      onEvents: events => this.said.apply(events),
      onState: () => this.publishAgent(),
      onIdle: () => void this.onIdle(),
      onStarted: process =>
        void this.onStarted(process).catch((error: unknown) =>
          this.log.warn('The process could not be noted', { error: messageOf(error) }),
        ),
      onGone: (exit, wasWorking) => {
        this.going = this.onGone(exit, wasWorking).catch((error: unknown) =>
          this.log.error('The end of the agent was not dealt with', { error: messageOf(error) }),
        );
      },
    };
  }

  private async nextSession(): Promise<LaunchSession> {
    if (this.holder) {
      throw new UserError('openElsewhere', holderWords(this.holder));
    }
    await this.ports.claim?.(this.record.sessionId);
    return this.forking.nextSession();
  }

  private rememberGrants(prompt: Prompt, answer: PermissionAnswer): void {
    const before = this.keeper.current.granted;
    const granted = withAnswer(before, prompt, answer);
    if (granted && granted !== before) {
      this.keeper.save({ granted });
    }
  }

  /** What the agent was switched to on the way is what its next process starts with. */
  private pinPicks(): void {
    const { mode, model } = this.currentPicks();
    const { picks } = this.keeper.current;
    this.keeper.save({ picks: { ...picks, mode, ...(model === 'default' ? {} : { model }) } });
  }

  private async onStarted(process: AgentProcess): Promise<void> {
    this.place.onStarted();
    const identity = process.pid === undefined ? undefined : await this.ports.identify(process.pid);
    if (identity && this.session.live === process) {
      this.keeper.save({ process: identity });
    }
  }

  private async onIdle(): Promise<void> {
    await this.messages.onIdle();
    await this.forking.settle();
    await this.session.live?.refreshUsage().catch((error: unknown) => {
      this.log.debug('No usage', { error: messageOf(error) });
    });
  }

  private async onGone(exit: AgentExit, wasWorking: boolean): Promise<void> {
    const { inFlight } = this.keeper.current;
    const { isStopping } = this;
    this.isRestartDue = false;
    this.pinPicks();
    if (wasWorking && this.conversation.open) {
      const outcome = exit.wasAsked
        ? ({ kind: 'interrupted' } as const)
        : ({ kind: 'lost', message: this.session.state.detail ?? '' } as const);
      this.said.apply([{ type: 'turn.ended', at: this.clock.now(), outcome }]);
    }
    if (!isStopping) {
      this.messages.hold();
    }
    if (isStopping) {
      this.broker.withdrawAll();
    } else {
      this.broker.interrupt();
    }
    this.keeper.forget('process');
    if (this.place.onGone()) {
      this.session.become({ phase: 'stopped', detail: lostWithProcess, actions: ['restart'] });
    }
    await this.edits.settleAll();
    if (inFlight.length > 0 && !(await this.forking.isStored())) {
      this.messages.takeBack(inFlight);
    }
    await this.messages.goOn();
  }

  /** A prompt of a process that is gone was answered: the session goes on with a short message. */
  private resumeAfter(stored: StoredPrompt, decision: PermissionAnswer): void {
    if (decision.kind === 'allow') {
      this.broker.allowNext(stored, decision);
    }
    this.messages.send({ text: resumingText(stored.prompt, decision), images: [] });
  }

  private async restartIfDue(): Promise<void> {
    // A message that joins a running turn leaves the restart to the next one.
    if (this.isRestartDue && this.session.state.phase !== 'working') {
      this.isRestartDue = false;
      this.pinPicks();
      await this.session.retire();
      this.keeper.forget('process');
    }
  }

  private currentPicks() {
    const { settings } = this.conversation.summary;
    const { mode, model } = { ...settings, ...settings.wished };
    return { mode, model };
  }

  private onApplied(events: readonly ConversationEvent[]): void {
    this.edits.onApplied(events);
    let hasEnded = false;
    for (const event of events) {
      followRecord(event, this.keeper, () => this.broker.waiting);
      const { type } = event;
      if (type === 'prompt.opened' || type === 'prompt.closed' || type === 'task.changed') {
        this.publishAgent();
      } else if (event.type === 'turn.ended') {
        this.broker.forgetAllowance();
        hasEnded = true;
        if (event.outcome.kind !== 'completed' && !this.isStopping) {
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

  private publishAgent(): void {
    const agent = agentStateOf(
      this.session.state,
      this.broker.waiting[0],
      this.tasks.inBackground.length,
      this.isRestartDue,
    );
    if (agent.phase !== this.shownPhase) {
      this.shownPhase = agent.phase;
      this.since = this.clock.now();
    }
    if (!deepEqual(agent, this.conversation.summary.agent)) {
      this.said.apply([{ type: 'agent.changed', agent }]);
    }
  }
}
