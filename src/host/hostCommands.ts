import type { ChannelRegistry } from '../core/registry/channelRegistry';
import { GitProgram } from '../node/git/gitProgram';
import { followCommands } from './acp/followCommands';
import { addCommands } from './addToChat/addCommands';
import { AddToChat } from './addToChat/addToChat';
import { mentionTarget } from './addToChat/mentionTarget';
import { agentCommands } from './agent/agentCommands';
import { hostPlaces } from './agentFiles/hostPlaces';
import { AgentErrands } from './agents/agentErrands';
import { agentsCommands } from './agents/agentsCommands';
import { toolCommands } from './agentTools/choice/toolCommands';
import { chatCommands } from './chat/chatCommands';
import { promptCommands } from './chat/promptCommands';
import { queueCommands } from './chat/queueCommands';
import { settingCommands } from './chat/settingCommands';
import { createCodeReview } from './codeReview/createCodeReview';
import { reviewRunCommands } from './codeReview/reviewRunCommands';
import type { CommandTable } from './commands/command';
import type { FirstPrompts } from './commands/firstPrompts';
import { exportCommands } from './export/exportCommands';
import { Exporter } from './export/exporter';
import { folderCommands } from './folders/folderCommands';
import { programCommands } from './gate/programCommands';
import { gatewayCommands } from './gateway/gatewayCommands';
import { CommitMessages } from './gitTexts/commitMessages';
import { gitTextCommands } from './gitTexts/gitTextCommands';
import { PullRequests } from './gitTexts/pullRequests';
import type { HostBase } from './hostBase';
import type { Features, HostParts } from './hostFeatures';
import { inspectorCommands } from './inspector/commands/inspectorCommands';
import { confirmSecretFile } from './mentions/files/confirmSecretFile';
import { GitReader } from './mentions/git/gitReader';
import { createPrivacy } from './mentions/privacy/createPrivacy';
import { diffCommands } from './proposedEdits/diffCommands';
import type { ProposalEditors } from './proposedEdits/proposalEditors';
import { Reporter, reportCommands } from './report/reporter';
import { changeCommands } from './review/changeCommands';
import { allRunCommands } from './runs/allRunCommands';
import { savedPromptCommands } from './savedPrompts/savedPromptCommands';
import { agentPickCommands } from './sections/agentPick';
import { memoryCommands } from './sections/memoryCommands';
import { sectionCommands } from './sections/sectionCommands';
import { importCommands } from './sessions/importCommands';
import { sessionCommands } from './sessions/sessionCommands';
import { ageText } from './sessions/shortTexts';
import { speechCommands } from './speech/speechCommands';
import { taskCommands } from './tasks/taskCommands';
import { ClaudeTerminals } from './terminalBridge/claudeTerminals';
import { ideCommands } from './terminalBridge/ideCommands';
import { walkthroughCommands } from './views/walkthroughCommands';

/** Collects the commands. Fails to compile if a contributed one has no implementation. */
export function createCommands(
  base: HostBase,
  features: Features,
  parts: HostParts,
  firsts: FirstPrompts,
): CommandTable {
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
    noteTest: test => features.tools.testFailures.noteAdded(test),
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
      others: () =>
        [codeReview.suggestions, features.askedEdits, ide.service?.loaded?.diffs ?? []].flat(),
    }),
    ...exportCommands({ chats, exporter, sessions, cwd: () => gate.cwd }),
    ...folderCommands({ chats, folders }),
    ...followCommands({ settings }),
    ...features.forOthers.commands,
    ...gatewayCommands({ settings, version: async () => (await cli.locate()).version }),
    ...gitTextCommands(gitTexts),
    ...ideCommands({ ide, terminals, adding, mentioning }),
    ...inspectorCommands({ chats, window: features.inspector.window }),
    ...importCommands({ sessions, openName: name => links.openName(name) }),
    ...programCommands({ chats, programs, agents, cwd: () => gate.cwd }),
    ...promptCommands({
      firsts,
      showPrompt: async ({ channel, prompt }) => {
        await chats.goTo(channel);
        chats.revealItem(channel, prompt.id);
      },
    }),
    ...queueCommands({ chats }),
    ...reportCommands({ reporter }),
    ...reviewRunCommands(codeReview),
    ...allRunCommands(features.runs.parts),
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
    ...sessionCommands({ chats, sessions, bySession: id => registry.bySession(id) }),
    ...settingCommands({ chats }),
    ...speechCommands({ chats, speech: features.speech }),
    ...taskCommands({ tasks, channels, goTo: (channel, card) => chats.goTo(channel, card) }),
    ...toolCommands({ chats, ...tools }),
    ...walkthroughCommands(),
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

/** Models that the first conversation with a choice offers. */
function offeredModels(registry: ChannelRegistry) {
  const offered = registry.all.map(({ conversation }) => conversation.summary.choices.models);
  return offered.find(({ length }) => length > 0) ?? [];
}
