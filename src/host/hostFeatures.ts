import { join } from 'node:path';
import { messageOf } from '../base/errors';
import { Profiles } from './account/profiles';
import { lateAcpClient } from './acp/lateAcpClient';
import type { ActiveChatViews } from './activeChat';
import { createCli } from './agent/createCli';
import { readRulesOf } from './agent/readRules';
import { createPromptRunner } from './agentFiles/createPromptRunner';
import { createAgents } from './agents/createAgents';
import { buildTools } from './agentTools/buildTools';
import type { RunLogs } from './agentTools/run/runLogs';
import { ContentFiles } from './attachments/contentFiles';
import { MessageContents } from './attachments/messageContents';
import type { Chats } from './chat/chats';
import { FileOpener } from './chat/fileOpener';
import type { OwnCode } from './codeCache/keepCode';
import { createChats } from './conversations/createChats';
import { type ConversationParts, createConversations } from './conversations/createConversations';
import { buildFolders } from './folders/buildFolders';
import { RememberedFolders } from './folders/rememberedFolders';
import { createFront } from './front/createFront';
import { createPrograms } from './gate/folderPrograms';
import { GateKeeper } from './gate/gate';
import { createGateway } from './gateway/createGateway';
import { createHeadlessRuns } from './headless/createHeadlessRuns';
import { HostActions } from './hostActions';
import type { HostBase } from './hostBase';
import { createInspector } from './inspector/createInspector';
import { Links } from './links/links';
import { confirmSecretFile } from './mentions/files/confirmSecretFile';
import { MentionUses } from './mentions/files/mentionUses';
import { SecretQuestion } from './mentions/files/secretQuestion';
import { Mentions } from './mentions/mentions';
import { createSources } from './mentions/sourceTable';
import { lateParticipant } from './participant/lateParticipant';
import { AskedEdits } from './proposedEdits/askedEdits';
import type { ProposalEditors } from './proposedEdits/proposalEditors';
import { Proposals } from './proposedEdits/proposals';
import { createPython } from './python/createPython';
import { AgentRewind } from './review/agentRewind';
import { buildEdits, type Edits } from './review/buildEdits';
import { followTitles } from './review/followTitles';
import { ReviewCommands } from './review/reviewCommands';
import { Rewinder } from './review/rewinder';
import { createRuns } from './runs/createRuns';
import { SavedPrompts } from './savedPrompts/savedPrompts';
import { lateSections } from './sections/lateSections';
import { buildSessions } from './sessions/buildSessions';
import { SessionImport } from './sessions/sessionImport';
import { Sharing } from './sharing/sharing';
import { createShell } from './shell/createShell';
import { createSpeech } from './speech/createSpeech';
import { TaskActions } from './tasks/taskActions';
import { TaskOutputs } from './tasks/taskOutputs';
import type { IdeStart } from './terminalBridge/ideStart';
import { createTools } from './toolsForOthers/createTools';

/** Parts that can be loaded without the rest. */
export interface HostParts {
  readonly proposalEditors: ProposalEditors;
  readonly ide: IdeStart;
  readonly runs: RunLogs;
  /** Absent where the host is one file. */
  readonly code: OwnCode | undefined;
}

/** The features that commands and events connect. */
export type Features = ReturnType<typeof createFeatures>;

/** Builds the features in the order of what they need. */
export function createFeatures(
  base: HostBase,
  views: ActiveChatViews,
  { ide, ...parts }: HostParts,
) {
  const { settings, clock, log, add } = base;
  const cli = createCli(base);
  const programs = createPrograms(base, cli);
  const remembered = new RememberedFolders(base.context.workspaceState);
  const others = createAgents(base, cli, () => gate.cwd);
  const { defaults } = others;
  const gate: GateKeeper = add(new GateKeeper(cli, settings, programs, remembered, defaults));
  const edits = buildEdits({ ...base, tree: views.changes });
  const opening = () => settings.get('tandem.diff.open');
  const proposals = new Proposals({ opening, editors: parts.proposalEditors, clock, log });
  const askedEdits = new AskedEdits({ opening, editors: parts.proposalEditors, clock, log });
  const version: string = base.context.extension.packageJSON.version;
  const readRules = readRulesOf(settings, () => cli.configFolder);
  const sharing = add(new Sharing(clock, readRules));
  const python = createPython(base);
  const { globalState: state, secrets } = base.context;
  const profiles = new Profiles({ state, secrets });
  const { gateway, calls } = createGateway({
    ...{ ...base, profiles, cli, registry: () => registry },
    isRecorded: channel => inspector.isRecorded(channel),
  });
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
    acpClient: lateAcpClient(base, {
      ...{ tools, readRules, sharing, askedEdits },
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
  base.add(followTitles(edits.reviews, registry.onChanged, log));
  const inspector = createInspector({
    ...{ ...base, cli, profiles, gateway, calls, registry },
    chats: () => chats,
  });
  const tasks = new TaskActions(add(new TaskOutputs(clock, log)));
  const reviews = createReviews(base, edits, (channel, message) => chats.fork(channel, message));
  const folders = buildFolders({
    ...{ ...base, gate, registry, watch, remembered },
    chats: () => chats,
    folderOf: async id => (await foreign.stored(id))?.cwd ?? (await agents.findSession(id))?.cwd,
    requireTemporary: () => agents.requireTemporary(),
    onWorktreeRemoved: path => edits.actions.letGo(path),
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
    programs,
    () => sharing,
    id => runs.executor.variablesOf(id),
  );
  const saved = new SavedPrompts(join(base.storage, 'savedPrompts.json'), log);
  const contents = new MessageContents(add(new ContentFiles(() => clock.now())));
  const front = createFront(base, sharing, () => chats.isAnyVisible);
  const speech = createSpeech({ ...base, environment: () => cli.shellEnvironment() });
  const actions = new HostActions(cli, others.service, log);
  const chats: Chats = createChats({
    ...{ ...base, registry, marks, folders, gate, programs, agents, reviews, tasks, mentions },
    ...{ saved, contents, front, speech, remembered, defaults, live: inspector.live },
    inspect: (channel, turn) => inspector.show(channel, turn),
    lastTitle: async () => (await sessions.newest())?.title,
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
  const sectionTab = lateSections({
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
  const forOthers = createTools({
    ...{ ...base, gate, readRules, openText: runs.unasked.showText },
    features: {
      startRun: wanted => runs.unasked.start(wanted),
      runs: runs.unasked.runs,
      conversations: () => sessions.ofWorkspace(),
      searchText: sessions.searchText,
      code: tools.codeSearch,
      changes: async () => {
        await edits.list.settled();
        return edits.list.all;
      },
    },
  });
  const headless = createHeadlessRuns({ ...base, cli, agents, programs, environment });
  const participant = lateParticipant({
    ...{ ...base, registry, chats, folders, gate, programs, agents, defaults, sharing, sessions },
  });
  return {
    ...{ cli, others, router, foreign, gate, programs, edits, proposals, tools, agents, registry },
    ...{ tasks, reviews, runs, headless, readRules, forOthers, participant, askedEdits, speech },
    ...{
      folders,
      chats,
      sessions,
      links,
      saved,
      front,
      sharing,
      python,
      profiles,
      sectionTab,
      inspector,
    },
  };
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
