import { join } from 'node:path';
import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { messageOf } from '../base/errors';
import type { KnownNames } from '../cli/agentFiles/headHelp';
import type { ChannelRegistry } from '../core/registry/channelRegistry';
import { GitProgram } from '../node/git/gitProgram';
import { allEnded } from '../node/stopLadder';
import { systemClock } from '../node/systemClock';
import { Profiles } from './account/profiles';
import { createAcpClient } from './acp/acpClients';
import { followCommands } from './acp/follow/followCommands';
import { type ActiveChatViews, bindActiveChat } from './activeChat';
import { addCommands } from './addToChat/addCommands';
import { AddToChat } from './addToChat/addToChat';
import { mentionTarget } from './addToChat/mentionTarget';
import { agentCommands } from './agent/agentCommands';
import { createCli } from './agent/createCli';
import { readRulesOf } from './agent/readRules';
import { createPromptRunner } from './agentFiles/createPromptRunner';
import { hostPlaces } from './agentFiles/hostPlaces';
import { knownNames } from './agentFiles/knownNames';
import { AgentErrands } from './agents/agentErrands';
import { agentsCommands } from './agents/agentsCommands';
import { createAgents } from './agents/createAgents';
import { buildTools } from './agentTools/buildTools';
import { toolCommands } from './agentTools/choice/toolCommands';
import type { RunLogs } from './agentTools/run/runLogs';
import { ContentFiles } from './attachments/contentFiles';
import { MessageContents } from './attachments/messageContents';
import { chatCommands } from './chat/chatCommands';
import type { Chats } from './chat/chats';
import { FileOpener } from './chat/fileOpener';
import { promptCommands } from './chat/promptCommands';
import { queueCommands } from './chat/queueCommands';
import { settingCommands } from './chat/settingCommands';
import { createCodeReview } from './codeReview/createCodeReview';
import { reviewRunCommands } from './codeReview/reviewRunCommands';
import type { CommandTable } from './commands/command';
import { failureUi } from './commands/failureUi';
import { FirstPrompts } from './commands/firstPrompts';
import { runCommand } from './commands/run';
import type { CommandId } from './contributed';
import { createChats } from './conversations/createChats';
import { type ConversationParts, createConversations } from './conversations/createConversations';
import { exportCommands } from './export/exportCommands';
import { Exporter } from './export/exporter';
import { buildFolders } from './folders/buildFolders';
import { folderCommands } from './folders/folderCommands';
import { RememberedFolders } from './folders/rememberedFolders';
import { createFront } from './front/createFront';
import { createPrograms } from './gate/folderPrograms';
import { GateKeeper } from './gate/gate';
import { programCommands } from './gate/programCommands';
import { createGateway } from './gateway/createGateway';
import { gatewayCommands } from './gateway/gatewayCommands';
import { CommitMessages } from './gitTexts/commitMessages';
import { gitTextCommands } from './gitTexts/gitTextCommands';
import { PullRequests } from './gitTexts/pullRequests';
import { createHeadlessRuns } from './headless/createHeadlessRuns';
import { HostActions } from './hostActions';
import type { HostBase } from './hostBase';
import { reportIgnoredSettings } from './ignoredSettings';
import { Links } from './links/links';
import { confirmSecretFile } from './mentions/files/confirmSecretFile';
import { MentionUses } from './mentions/files/mentionUses';
import { SecretQuestion } from './mentions/files/secretQuestion';
import { GitReader } from './mentions/git/gitReader';
import { Mentions } from './mentions/mentions';
import { createPrivacy } from './mentions/privacy/createPrivacy';
import { createSources } from './mentions/sourceTable';
import { followNotifications } from './notifications/followNotifications';
import type { OutputLog } from './outputLog';
import { diffCommands } from './proposedEdits/diffCommands';
import type { ProposalEditors } from './proposedEdits/proposalEditors';
import { Proposals } from './proposedEdits/proposals';
import { createPython } from './python/createPython';
import { Reporter, reportCommands } from './report/reporter';
import { AgentRewind } from './review/agentRewind';
import { buildEdits, type Edits } from './review/buildEdits';
import { changeCommands } from './review/changeCommands';
import { followReviews } from './review/followReviews';
import { ReviewCommands } from './review/reviewCommands';
import { Rewinder } from './review/rewinder';
import { createRuns } from './runs/createRuns';
import { programPath, RunTasks } from './runTasks/runTasks';
import { savedPromptCommands } from './savedPrompts/savedPromptCommands';
import { SavedPrompts } from './savedPrompts/savedPrompts';
import { agentPickCommands } from './sections/agentPick';
import { createSections } from './sections/createSections';
import { memoryCommands } from './sections/memoryCommands';
import { sectionCommands } from './sections/sectionCommands';
import type { SectionTab } from './sections/tab/sectionTab';
import { buildSessions } from './sessions/buildSessions';
import { importCommands } from './sessions/importCommands';
import { sessionCommands } from './sessions/sessionCommands';
import { SessionImport } from './sessions/sessionImport';
import { ageText } from './sessions/shortTexts';
import { SettingsReader } from './settings';
import { watchSettings } from './settingsWatch';
import { Sharing } from './sharing/sharing';
import { createShell } from './shell/createShell';
import { createStatusLine } from './statusLine/createStatusLine';
import { takeUpEarlierWindows } from './takeUp';
import { followTasks } from './tasks/followTasks';
import { TaskActions } from './tasks/taskActions';
import { taskCommands } from './tasks/taskCommands';
import { TaskOutputs } from './tasks/taskOutputs';
import { ClaudeTerminals } from './terminalBridge/claudeTerminals';
import { ideCommands } from './terminalBridge/ideCommands';
import type { IdeStart } from './terminalBridge/ideStart';

/** Everything in Tandem except the contributions that VS Code needs at startup. */
export interface Host extends Disposable {
  readonly chats: Chats;
  readonly sectionTab: SectionTab;
  readonly runTasks: RunTasks;
  /** Follows a link from outside VS Code. Never rejects. */
  openLink(uri: vscode.Uri): Promise<void>;
  /** Names that running agents have reported, for files of agents and prompts. */
  knownNames(): KnownNames;
  run(command: CommandId, args: readonly unknown[]): Promise<unknown>;
  /** Resolves when the processes are gone that `dispose` has asked to end. */
  ended(): Promise<void>;
}

/** Parts that can be loaded without the rest. */
export interface HostParts {
  readonly proposalEditors: ProposalEditors;
  readonly ide: IdeStart;
  readonly runs: RunLogs;
}

/** Builds all features in dependency order. */
export function buildHost(
  context: vscode.ExtensionContext,
  log: OutputLog,
  views: ActiveChatViews,
  parts: HostParts,
): Host {
  const store = new DisposableStore();
  const base = createBase(context, log, store);
  const features = createFeatures(base, views, parts);
  follow(base, views, features);
  const { chats, links, sectionTab, cli, programs } = features;
  const program = programPath(context.extensionPath);
  const commands = createCommands(base, features, parts);
  const failures = failureUi(log);
  return {
    chats,
    sectionTab,
    runTasks: new RunTasks({ program, locate: () => cli.locate(), programs, log }),
    openLink: uri => links.handle(uri),
    knownNames: () => knownNames(features.registry.all),
    run: (command, args) => runCommand(commands, failures, command, args),
    dispose: () => store.dispose(),
    ended: allEnded,
  };
}

function createBase(
  context: vscode.ExtensionContext,
  log: OutputLog,
  store: DisposableStore,
): HostBase {
  const add = <T extends Disposable>(part: T): T => store.add(part);
  const storage = context.globalStorageUri.fsPath;
  return { context, storage, settings: add(new SettingsReader()), clock: systemClock, log, add };
}

type Features = ReturnType<typeof createFeatures>;

function createFeatures(base: HostBase, views: ActiveChatViews, { ide, ...parts }: HostParts) {
  const { settings, clock, log, add } = base;
  const cli = createCli(base);
  const programs = createPrograms(base);
  const remembered = new RememberedFolders(base.context.workspaceState);
  const others = createAgents(base, cli, () => gate.cwd);
  const { defaults } = others;
  const gate: GateKeeper = add(new GateKeeper(cli, settings, programs, remembered, defaults));
  const edits = buildEdits({ ...base, tree: views.changes });
  const opening = () => settings.get('tandem.diff.open');
  const proposals = new Proposals({ opening, editors: parts.proposalEditors, clock, log });
  const version: string = base.context.extension.packageJSON.version;
  const readRules = readRulesOf(settings, () => cli.configFolder);
  const sharing = add(new Sharing(clock, readRules));
  const python = createPython(base);
  const { globalState: state, secrets } = base.context;
  const profiles = new Profiles({ state, secrets });
  const { gateway, calls } = createGateway({ ...base, profiles, cli, registry: () => registry });
  const tools = buildTools({
    ...{ ...base, version, readRules },
    registry: () => registry,
    logs: parts.runs,
  });
  const environment: ConversationParts['environment'] = async (env, cwd, ...of) =>
    gateway.variables((await python.forAgent(env, cwd)) ?? env, cwd, ...of);
  const conversations = createConversations({
    ...{ ...base, cli, gate, programs, tools, proposals, version },
    catalog: others.catalog,
    acpClient: createAcpClient(base, {
      ...{ tools, readRules, sharing },
      environment: async cwd => python.forProgram(await cli.shellEnvironment(), cwd),
    }),
    edits: edits.tracker,
    environment,
    shell: createShell({
      ...{ ...base, cli, readRules },
      environment: async cwd => python.forProgram((await cli.locate()).env, cwd),
    }),
    contextOf: id => ({
      prepare: async (message, signal, patiently) => {
        const channel = registry.get(id);
        const run = channel && (await prompts.expand(channel, message, patiently));
        const draft = run ? { ...message, text: run.text } : message;
        return { ...run, ...(await mentions.prepare(channel, draft, signal, patiently)) };
      },
    }),
  });
  const { agents, router, foreign, foreignFolder, registry, watch, marks } = conversations;
  base.add(registry.onChanged(() => calls.forgetClosed()));
  const tasks = new TaskActions(add(new TaskOutputs(clock, log)));
  const reviews = createReviews(base, edits, (channel, message) => chats.fork(channel, message));
  const folders = buildFolders({
    ...{ ...base, gate, registry, watch, remembered },
    chats: () => chats,
    folderOf: async id => (await foreign.stored(id))?.cwd ?? (await agents.findSession(id))?.cwd,
    requireTemporary: () => agents.requireTemporary(),
  });
  const uses = new MentionUses(join(base.storage, 'mentionUses.json'), clock, log);
  const mentions = new Mentions(
    createSources({
      ...{ ...base, uses, readRules, registry, terminals: parts.runs.terminals },
      agents: router,
      sessions: async () => {
        await sessions.list.ready();
        return sessions.list.rows.filter(({ stored }) => stored !== undefined);
      },
      openSession: async id => void (await chats.openSession(id)),
      showTask: async ({ id }, task) => {
        const channel = registry.get(id);
        await (channel && tasks.showOutput(channel, task.id));
      },
    }),
    new SecretQuestion(confirmSecretFile),
    log,
    ({ cwd }, paths) =>
      void uses
        .add(cwd, paths)
        .catch((error: unknown) => log.warn('Uses of mentions', { error: messageOf(error) })),
  );
  const prompts = createPromptRunner(
    agents,
    () => sharing,
    id => runs.executor.variablesOf(id),
  );
  const saved = new SavedPrompts(join(base.storage, 'savedPrompts.json'), log);
  const contents = new MessageContents(add(new ContentFiles(() => clock.now())));
  const front = createFront(base, sharing, () => chats.isAnyVisible);
  const actions = new HostActions(cli, others.service, log);
  const chats: Chats = createChats({
    ...{ ...base, registry, marks, folders, gate, programs, agents, reviews, tasks, mentions },
    ...{ saved, contents, front, remembered, defaults },
    sourceOf: id => router.sourceOf(id),
    act: (action, channel) => actions.run(action, channel),
  });
  const runs = createRuns({
    ...{ ...base, registry, chats, folders, gate, cli, programs, agents, defaults, saved },
    ...{ sharing, readRules, trees: views },
  });
  const imports = new SessionImport(() => chats, agents, folders.picker);
  const sessions = buildSessions({
    ...{ ...base, gate, cli, profiles, registry, chats, folders, imports, marks, foreignFolder },
    memory: base.context.workspaceState,
    foreign,
    idePort: () => ide.port(),
    live: watch.live,
    tree: views.sessions,
  });
  const sectionTab = createSections({
    ...{ ...base, agents, cli, profiles, gateway, calls },
    editorServers: tools.servers,
    onChanged: registry.onChanged,
    onActiveChanged: chats.onActiveChanged,
    onProgramsAnswered: programs.onAnswered,
    startNew: conversation => chats.startNew(conversation),
    conversations: async () => {
      await sessions.list.ready();
      return sessions.list.rows;
    },
    opener: new FileOpener(),
    channels: () => registry.all,
    active: () => chats.active,
    cwd: () => gate.cwd,
  });
  const links = new Links(() => chats, imports, gate, log);
  const headless = createHeadlessRuns({ ...base, cli, agents, programs, environment });
  return {
    ...{ cli, others, router, foreign, gate, programs, edits, proposals, tools, agents, registry },
    ...{ tasks, reviews, runs, headless, readRules },
    ...{ folders, chats, sessions, links, saved, front, sharing, python, profiles, sectionTab },
  };
}

/** Connects features that do not know each other. */
function follow(base: HostBase, views: ActiveChatViews, features: Features): void {
  const { context, settings, clock, log, add } = base;
  const { edits, registry, chats, tools, python } = features;
  add(followTasks(registry, views.tasks, views.status));
  add(followReviews(edits.list, registry));
  add(bindActiveChat(chats, registry, views, () => settings.get('tandem.context.warnAt')));
  tools.follow();
  python.follow(registry);
  add(createStatusLine({ settings, clock, log, cli: features.cli, chats, registry }));
  add(watchSettings(settings, registry, chats));
  add(
    followNotifications(registry, chats, settings, clock, log, id =>
      features.runs.executor.isRun(id),
    ),
  );
  takeUpEarlierWindows(base, features);
  void reportIgnoredSettings(settings, context.workspaceState, log);
}

function createReviews(
  { clock }: HostBase,
  edits: Edits,
  fork: ConstructorParameters<typeof ReviewCommands>[2],
): ReviewCommands {
  const { reviews, contents, files, actions } = edits;
  const agentRewind = new AgentRewind(reviews, contents, files, clock, done =>
    actions.showResult(done, true),
  );
  return new ReviewCommands(edits, new Rewinder(edits, agentRewind), fork);
}

/** Collects the commands. Fails to compile if a contributed one has no implementation. */
function createCommands(base: HostBase, features: Features, parts: HostParts): CommandTable {
  const { context, settings, clock, log } = base;
  const { cli, gate, programs, edits, proposals, tools, agents, registry, tasks } = features;
  const {
    others,
    router,
    foreign,
    reviews,
    folders,
    chats,
    sessions,
    links,
    saved,
    front,
    sharing,
    profiles,
  } = features;
  const { ide, proposalEditors: editors } = parts;
  const channels = () => registry.all;
  const open = { chats, channels };
  const manifest = context.extension.packageJSON;
  const exporter = new Exporter({
    channel: id => registry.bySession(id),
    openSession: (cwd, id) => router.openSession(cwd, id),
    agentOf: id => router.sourceOf(id),
    storedJson: (cwd, id) => agents.storedJson(cwd, id),
    clock,
    log,
  });
  const terminals = new ClaudeTerminals({
    locate: async cwd => profiles.forTerminal(await cli.locate(), cwd),
    folder: () => folders.picker.forNew(),
    models: () => offeredModels(registry),
    port: () => ide.port(),
    mayBypass: () => settings.get('tandem.permissions.allowBypass'),
  });
  const reporter = new Reporter({ manifest, settings, cli, agents, profiles, log, channels });
  const { codeReview, gitTexts } = createRunFeatures(base, features, editors);
  const adding = new AddToChat({
    ...{ add: make => chats.add(make), sharing, confirmSecret: confirmSecretFile },
  });
  const mentioning = (): 'chat' | 'terminal' =>
    mentionTarget({
      setting: settings.get('tandem.mention.target'),
      hasChat: chats.hasPage,
      hasTerminal: ide.service?.hasTerminal ?? false,
    });
  return {
    ...addCommands({ adding, front }),
    ...agentCommands({ cli }),
    ...agentsCommands({
      agents: others.service,
      errands: new AgentErrands({
        ...{ catalog: others.catalog, foreign, cwd: () => gate.cwd },
        covers: folder => folders.picker.covers(folder),
        age: (at, language) => ageText(at, clock.now(), language),
        open: (id, cwd) => chats.openSession(id, { cwd, in: 'tab' }),
      }),
      startNew: start => chats.startNew({ start }),
      locate: () => cli.locate(),
    }),
    ...changeCommands({ chats, edits, turns: reviews }),
    ...chatCommands({ chats, showLog: () => log.show() }),
    ...diffCommands({
      ...{ ...open, editors, proposals },
      others: () => [codeReview.suggestions, ide.service?.loaded?.diffs ?? []].flat(),
    }),
    ...exportCommands({ chats, exporter, sessions, cwd: () => gate.cwd }),
    ...folderCommands({ chats, folders }),
    ...followCommands({ settings }),
    ...gatewayCommands({ settings, version: async () => (await cli.locate()).version }),
    ...gitTextCommands(gitTexts),
    ...ideCommands({ ide, terminals, adding, mentioning }),
    ...importCommands({ sessions, openName: name => links.openName(name) }),
    ...programCommands({ chats, programs, agents, cwd: () => gate.cwd }),
    ...promptCommands({
      firsts: followFirstPrompts(base, features),
      showPrompt: async ({ channel, prompt }) => {
        await chats.goTo(channel);
        chats.revealItem(channel, prompt.id);
      },
    }),
    ...queueCommands({ chats }),
    ...reportCommands({ reporter }),
    ...reviewRunCommands(codeReview),
    ...features.runs.commands,
    ...savedPromptCommands({ chats, saved, log }),
    ...memoryCommands({
      configFolder: () => features.cli.configFolder,
      cwd: () => chats.active?.cwd ?? gate.cwd,
    }),
    ...agentPickCommands({
      agentPlaces: () => hostPlaces(context, cli.configFolder),
      usesGithub: () => settings.get('tandem.agentFiles.github'),
      cwd: () => gate.cwd,
      channels,
      startNew: conversation => chats.startNew(conversation),
    }),
    ...sectionCommands({ tab: features.sectionTab }),
    ...sessionCommands({ chats, sessions }),
    ...settingCommands({ chats }),
    ...taskCommands({ tasks, channels, goTo: (channel, call) => chats.goTo(channel, call) }),
    ...toolCommands({ chats, ...tools }),
  };
}

/** Builds what works on changes in runs outside of conversations. */
function createRunFeatures(
  base: HostBase,
  { edits, chats, folders, headless: runs, readRules }: Features,
  editors: ProposalEditors,
) {
  const program = base.add(new GitProgram({ env: process.env, platform: process.platform }));
  const git = new GitReader(program, createPrivacy({ readRules, log: base.log }, program));
  const folder = () => folders.picker.forNew();
  const codeReview = createCodeReview({
    ...{ ...base, git, runs, editors, folder, files: edits.files },
    addToChat: make => chats.add(make),
  });
  return {
    codeReview,
    gitTexts: {
      messages: new CommitMessages({ git, runs }),
      pullRequests: new PullRequests({ git, runs, folder }),
    },
  };
}

function followFirstPrompts({ clock, add }: HostBase, { chats, registry }: Features): FirstPrompts {
  const firsts = new FirstPrompts({ chats, channels: () => registry.all }, clock);
  add(chats.onActiveChanged(() => firsts.note()));
  add(registry.onChanged(() => firsts.note()));
  return firsts;
}

/** Models that the first conversation with a choice offers. */
function offeredModels(registry: ChannelRegistry) {
  const offered = registry.all.map(({ conversation }) => conversation.summary.choices.models);
  return offered.find(({ length }) => length > 0) ?? [];
}
