import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { lacks } from '../../contract/agentFeatures';
import type { ConversationEvent } from '../../contract/events';
import type { ToolCallId } from '../../contract/ids';
import { programName } from '../../contract/labels/agentNames';
import { raceTimeout } from '../../node/raceTimeout';
import type { Picks } from '../../protocol/agentLauncher';
import type { PermissionAnswer } from '../../protocol/agentSource';
import { AgentSupervisor } from './agentSupervisor';
import { CallDecisions } from './callDecisions';
import type { ChannelRecord, RecordStorage } from './channelRecord';
import { ChannelTasks } from './channelTasks';
import { ConversationStore } from './conversationStore';
import { EditEvents } from './editEvents';
import { Elicitations } from './elicitations';
import { FolderNotice } from './folderNotice';
import { Forking } from './forking';
import { MessagePreparation } from './messagePreparation';
import { MessageSender } from './messageSender';
import { OpenPrompts } from './openPrompts';
import { OptionSwitch } from './optionSwitch';
import { PathSpelling } from './pathSpelling';
import { PermissionBroker, type StoredPrompt } from './permissionBroker';
import type { ChannelPorts } from './ports';
import { RecordKeeper } from './recordKeeper';
import { SessionLease } from './sessionLease';
import { SessionRestorer } from './sessionRestorer';
import { SettingsSwitch } from './settingsSwitch';
import { ShellLines } from './shellLines';
import { SideQuestions } from './sideQuestions';
import { ToolChoice } from './toolChoice';
import { TurnReview } from './turnReview';

/** Milliseconds that writing to disk may delay showing a prompt. */
const saveTimeout = 1_000;

export interface ChannelContext {
  readonly record: ChannelRecord;
  readonly ports: ChannelPorts;
  readonly storage: RecordStorage;
  readonly clock: Clock;
  readonly log: Log;
  title(): string;
  /** Called when a prompt is answered whose process is gone. */
  onLateAnswer(stored: StoredPrompt, decision: PermissionAnswer): void;
}

/** The conversation and its record: everything that needs no agent process. */
type StoredParts = ReturnType<typeof createStoredParts>;

/** Builds the parts of a channel, each from those before it. */
export function createChannelParts(context: ChannelContext) {
  const stored = createStoredParts(context);
  return { ...stored, ...createAgentParts(context, stored) };
}

function createStoredParts(context: ChannelContext) {
  const { record, ports, storage, clock, log } = context;
  const { channelId: id, cwd } = record;
  const now = () => clock.now();
  const emit = (events: readonly ConversationEvent[]) => history.apply(events);
  const keeper = new RecordKeeper(record, storage, clock);
  const history = new ConversationStore(
    now(),
    clock,
    log,
    turns => edits.rememberedOf(turns),
    () => forking.reopen(),
  );
  const { source } = record;
  const own = source === undefined ? undefined : ports.agents.forSource?.(source);
  const forking = new Forking(cwd, own ?? ports.agents, keeper, history, log);
  const folders = () => ports.folders?.() ?? [];
  const spelling = new PathSpelling(cwd, process.platform, folders);
  const takeFeedback = (tool: ToolCallId) => broker.takeFeedback(tool);
  const edits = new EditEvents(id, spelling, ports, takeFeedback, emit);
  const savePrompts = async () => {
    keeper.save({ prompts: broker.waiting });
    await raceTimeout(keeper.flush(), saveTimeout, clock);
  };
  const { onLateAnswer } = context;
  const broker = new PermissionBroker(id, ports.proposals, emit, now, savePrompts, onLateAnswer);
  const inputs = new Elicitations(emit, now, async url => (await ports.openPage?.(url)) === true);
  const turns = {
    id,
    conversation: () => history.current,
    title: () => context.title(),
    turn: (turn: Parameters<typeof history.turn>[0]) => history.turn(turn),
    emit,
  };
  return {
    ...{ keeper, history, edits, broker, inputs },
    prompts: new OpenPrompts(broker, inputs),
    shell: new ShellLines(keeper, {
      runner: ports.shell,
      identify: pid => ports.identify(pid),
      clock,
      place: () => {
        const { addDirs = [] } = keeper.current;
        return { cwd, addDirs, mode: history.current.summary.settings.mode };
      },
      emit,
    }),
    folderNotice: new FolderNotice(keeper, () => history.current, emit, now),
    forking,
    reviews: new TurnReview(turns, ports.edits),
  };
}

function createAgentParts(context: ChannelContext, stored: StoredParts) {
  const { record, ports, clock, log } = context;
  const { cwd } = record;
  const { keeper, history, edits, broker, inputs, prompts, forking, folderNotice, shell } = stored;
  const decisions = new CallDecisions(broker, edits, keeper);
  // Reads the parts below only while it runs an agent, when they exist.
  const agent = new AgentSupervisor({
    ...{ cwd, ports, keeper, history, prompts, edits, forking, folderNotice, clock, log },
    calls: {
      decide: (request, signal) => decisions.decide(request, signal),
      elicit: (request, signal) => inputs.ask(request, signal),
      onPageFinished: (server, pageId) => inputs.pageFinished(server, pageId),
      beforeTool: use => edits.beforeTool(use),
      afterTool: (use, outcome) => edits.afterTool(use, outcome),
    },
    messages: () => messages,
    inBackground: () => choices.tasks.inBackground,
    // A foreign agent has none of Claude Code's settings.
    applyOptions: process =>
      keeper.current.source === undefined
        ? choices.settings.applyOptions(process)
        : choices.options.applyPicks(process),
    written: () => choices.settings.written(),
    giveBack: process => choices.settings.giveBack(process),
    acquireLease: session => lease.acquire(session),
    readOnlyStatus: () => lease.state,
    catchUp: () => restorer.catchUp(),
  });
  const { slot } = agent;
  const choices = createChoices(context, stored, agent);
  const messages = createSender(context, stored, agent, choices);
  const lease = new SessionLease(agent, messages, keeper, ports);
  const restorer = new SessionRestorer({
    ...{ cwd, settings: ports.settings, known: ports.known, keeper, history, slot, broker, edits },
    ...{ forking, lease, messages, folderNotice, shell, sideQuestions: choices.sideQuestions, log },
  });
  return { agent, ...choices, messages, lease, restorer };
}

/** Creates the parts that change a running agent: its settings, its tools, its tasks. */
function createChoices(context: ChannelContext, stored: StoredParts, agent: AgentSupervisor) {
  const { ports, clock, log } = context;
  const { keeper, history } = stored;
  const emit = (events: readonly ConversationEvent[]) => history.apply(events);
  const live = () => agent.slot.live;
  const onRestartNeeded = () => agent.needRestart();
  return {
    tasks: new ChannelTasks({
      tasks: () => history.current.summary.tasks,
      live,
      program: () => programName(history.current.summary.choices),
      stopTurn: () => agent.stop(),
      emit,
    }),
    sideQuestions: new SideQuestions(keeper, {
      process: () => agent.slot.ensure(),
      emit,
      now: () => clock.now(),
    }),
    settings: new SettingsSwitch({
      hasProcess: () => agent.slot.isComingOrLive,
      live: () => agent.slot.settledLive(),
      settings: () => history.current.summary.settings,
      models: () => history.current.summary.choices.models,
      picks: () => keeper.current.picks,
      rememberedEfforts: () => ports.settings.rememberedEfforts ?? {},
      usualEffort: () => ports.settings.effort ?? null,
      emit,
      now: () => clock.now(),
      onRestartNeeded,
      onPicked: picks => keeper.save({ picks }),
      onLent: own => keeper.save({ ownModel: own }),
      rememberEffort: (model, effort) => ports.settings.rememberEffort?.(model, effort),
      onRefused: (choices, before) =>
        keeper.save({ picks: withEarlier(keeper.current.picks, choices, before) }),
    }),
    options: new OptionSwitch({
      hasProcess: () => agent.slot.isComingOrLive,
      live: () => agent.slot.settledLive(),
      settings: () => history.current.summary.settings,
      choices: () => history.current.summary.choices,
      picks: () => keeper.current.picks,
      emit,
      now: () => clock.now(),
      onPicked: picks => keeper.save({ picks }),
    }),
    tools: new ToolChoice(keeper, {
      live,
      defaults: () => ports.settings.disabledTools ?? [],
      emit,
      onRestartNeeded,
      onRefused: error => log.info('The agent was not told of tools', { error: messageOf(error) }),
    }),
  };
}

function createSender(
  { record, ports, clock, log }: ChannelContext,
  { keeper, history }: StoredParts,
  agent: AgentSupervisor,
  { settings, options, tools }: ReturnType<typeof createChoices>,
): MessageSender {
  const owner = {
    picks: () => settings.written(),
    whileWorking: () =>
      lacks(history.current.summary.choices, 'steering') ? 'queue' : ports.settings.whileWorking,
    prepare: async () => {
      agent.expectAnswer();
      await tools.settled();
      return agent.restartIfDue();
    },
    emit: (events: readonly ConversationEvent[]) => history.apply(events),
    now: () => clock.now(),
  };
  const preparation = new MessagePreparation(ports.contextOf?.(record.channelId), clock);
  return new MessageSender({
    slot: agent.slot,
    switches: {
      applyPicks: (process, picks, borrowed) =>
        keeper.current.source === undefined
          ? settings.applyPicks(process, picks, borrowed)
          : options.applyPicks(process),
    },
    keeper,
    owner,
    preparation,
    log,
  });
}

/** Returns picks with these choices as they were before. */
function withEarlier(picks: Picks, choices: readonly (keyof Picks)[], before: Picks): Picks {
  const other = Object.entries(picks).filter(([key]) => !choices.some(choice => choice === key));
  const earlier = Object.entries(before).filter(([key]) => choices.some(choice => choice === key));
  return Object.fromEntries([...other, ...earlier]);
}
