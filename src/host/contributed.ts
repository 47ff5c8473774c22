import type { Effort, ModeAfterPlan, PermissionMode } from '../contract/content';

/** All ids that the manifest contributes, with types. A test checks them against package.json. */

export const views = {
  chat: 'tandem.chat',
  changes: 'tandem.changes',
  todos: 'tandem.todos',
  tasks: 'tandem.tasks',
  runs: 'tandem.runs',
  prompts: 'tandem.prompts',
  sessions: 'tandem.sessions',
} as const;
export const chatTabType = 'tandem.chatTab';
export const sectionTabType = 'tandem.sections';
export const inspectorType = 'tandem.inspector';
/** Source of problems that a review has found; their quick fixes are their own. */
export const reviewSource = 'Tandem Review';
export const taskType = 'tandem';
/** Scheme of the right side of a proposed edit: an in-memory document that the user may edit. */
export const proposalScheme = 'tandem-proposal';
export const statusItems = {
  status: 'tandem.status',
  changes: 'tandem.changes',
  usage: 'tandem.usage',
  statusLine: 'tandem.statusLine',
  inspector: 'tandem.inspector',
  ide: 'tandem.ide',
} as const;

type HunkArguments = [first?: unknown, second?: unknown, third?: unknown, fourth?: unknown];

/** Arguments of each command. All are optional for the user and validated before use. */
export interface CommandArguments {
  'tandem.chat.open': [];
  'tandem.chat.new': [];
  'tandem.chat.openInTab': [];
  'tandem.chat.reopenClosed': [];
  'tandem.chat.send': [text?: unknown];
  /** Path of a workspace folder or work tree. */
  'tandem.chat.newInFolder': [folder?: unknown];
  'tandem.chat.newWithAgent': [agent?: unknown];
  'tandem.chat.newTemporary': [];
  /** Name of an agent; else the user picks one. */
  'tandem.agents.newConversation': [agent?: unknown];
  'tandem.agents.chooseDefault': [agent?: unknown];
  'tandem.agents.install': [agent?: unknown];
  'tandem.agents.signIn': [agent?: unknown];
  'tandem.agents.signOut': [agent?: unknown];
  'tandem.agents.resumeSession': [agent?: unknown];
  'tandem.agents.configure': [];
  /** Editor that the configuration is for, as `editorTargets` names it. */
  'tandem.agents.copyConfiguration': [editor?: unknown];
  /** Path of the folder. */
  'tandem.chat.addFolder': [folder?: unknown];
  'tandem.programs.allow': [];
  'tandem.programs.decline': [];
  'tandem.prompts.save': [];
  'tandem.prompts.insert': [];
  'tandem.prompts.stash': [];
  'tandem.tools.choose': [];
  /** Id of a section, and of a row in it. */
  'tandem.sections.open': [section?: unknown, row?: unknown];
  'tandem.sections.account': [];
  'tandem.sections.usage': [];
  'tandem.sections.context': [];
  'tandem.sections.memory': [];
  'tandem.sections.servers': [];
  'tandem.sections.agents': [];
  'tandem.sections.skills': [];
  'tandem.sections.plugins': [];
  'tandem.sections.permissions': [];
  'tandem.sections.sandbox': [];
  'tandem.sections.hooks': [];
  'tandem.sections.outputStyles': [];
  'tandem.sections.settings': [];
  'tandem.sections.status': [];
  'tandem.gateway.observe': [];
  'tandem.gateway.stop': [];
  'tandem.inspector.open': [];
  /** `conversation`, `folder` or `everywhere`; else the user picks one. */
  'tandem.inspector.record': [scope?: unknown];
  'tandem.inspector.stopRecording': [];
  'tandem.inspector.clear': [];
  /** Path of a log; else the user picks one. */
  'tandem.inspector.import': [path?: unknown];
  'tandem.inspector.exportHar': [];
  'tandem.inspector.exportJsonl': [];
  'tandem.inspector.compare': [];
  /** Id of a turn of the conversation in front; else its newest one. */
  'tandem.inspector.explainTurn': [turnId?: unknown];
  'tandem.memory.addLine': [];
  'tandem.mcp.reviewServers': [];
  'tandem.mcp.copyConfiguration': [];
  'tandem.worktree.new': [branch?: unknown, base?: unknown];
  'tandem.worktree.manage': [];
  'tandem.chat.previewMessage': [];
  'tandem.chat.find': [];
  'tandem.chat.stop': [];
  'tandem.chat.retry': [];
  'tandem.chat.fork': [target?: unknown];
  'tandem.chat.editLast': [];
  'tandem.chat.runShellLine': [line?: unknown];
  'tandem.chat.askAside': [question?: unknown];
  'tandem.chat.continue': [];
  'tandem.chat.goOnAtReset': [];
  'tandem.chat.cancelGoOn': [];
  'tandem.chat.resume': [];
  'tandem.permission.allowOnce': [requestId?: unknown];
  'tandem.permission.allowAlways': [requestId?: unknown];
  'tandem.permission.allowWith': [requestId?: unknown];
  'tandem.permission.deny': [requestId?: unknown, message?: unknown];
  /** Answers by question; else the user is asked. */
  'tandem.question.answer': [requestId?: unknown, answers?: unknown];
  'tandem.input.answer': [requestId?: unknown];
  'tandem.input.decline': [requestId?: unknown];
  'tandem.input.cancel': [requestId?: unknown];
  'tandem.plan.approve': [requestId?: unknown, mode?: unknown];
  'tandem.plan.approveAndAcceptEdits': [requestId?: unknown];
  'tandem.plan.keepPlanning': [requestId?: unknown, feedback?: unknown];
  'tandem.mode.default': [];
  'tandem.mode.acceptEdits': [];
  'tandem.mode.plan': [];
  'tandem.mode.auto': [];
  'tandem.mode.dontAsk': [];
  'tandem.mode.bypassPermissions': [];
  'tandem.mode.set': [mode?: unknown];
  'tandem.model.set': [model?: unknown];
  'tandem.effort.set': [effort?: unknown];
  'tandem.thinking.set': [maxTokens?: unknown];
  'tandem.fastMode.toggle': [];
  'tandem.followAlong.toggle': [];
  'tandem.ultracode.toggle': [];
  'tandem.queue.edit': [];
  'tandem.queue.sendNow': [];
  'tandem.queue.remove': [];
  'tandem.queue.moveUp': [];
  'tandem.queue.moveDown': [];
  /** Row of the list of conversations, or a session id and its folder; else the conversation in front. */
  'tandem.chat.exportMarkdown': [target?: unknown, cwd?: unknown];
  'tandem.chat.exportJson': [target?: unknown, cwd?: unknown];
  'tandem.chat.copyTurn': [];
  'tandem.chat.goToPrompt': [];
  'tandem.report.create': [];
  'tandem.walkthrough.open': [];
  'tandem.diff.open': [requestId?: unknown];
  /** Document shown in the diff, passed by the diff's title buttons. */
  'tandem.diff.accept': [document?: unknown];
  'tandem.diff.reject': [document?: unknown];
  'tandem.changes.review': [];
  /** Title menus pass the focused row, which does not narrow commands on all changes. */
  'tandem.changes.reviewAll': [];
  /** Row of a conversation, or its group in the Source Control view. */
  'tandem.changes.reviewConversation': [target?: unknown];
  /** Row of the tree, or a file; else the file of the active editor. */
  'tandem.changes.openDiff': [target?: unknown];
  'tandem.changes.openFile': [target?: unknown];
  'tandem.changes.next': [];
  'tandem.changes.previous': [];
  /**
   * Either a row of the tree; or path, conversation, current line and previous line; or file,
   * changes and index (VS Code's quick diff peek); else the change at the cursor.
   */
  'tandem.changes.keepHunk': HunkArguments;
  'tandem.changes.undoHunk': HunkArguments;
  'tandem.changes.keepFile': [target?: unknown];
  'tandem.changes.undoFile': [target?: unknown];
  'tandem.changes.keepTurn': [];
  'tandem.changes.undoTurn': [];
  'tandem.changes.keepAll': [];
  'tandem.changes.undoAll': [];
  'tandem.changes.keepConversation': [target?: unknown];
  'tandem.changes.undoConversation': [target?: unknown];
  'tandem.changes.restore': [];
  'tandem.rewind.open': [];
  'tandem.review.changes': [];
  /** Name of the branch to compare with. */
  'tandem.review.branch': [base?: unknown];
  /** Hashes of the oldest and the newest commit. */
  'tandem.review.commits': [oldest?: unknown, newest?: unknown];
  /** Comment of a finding, or its id; else the finding at the cursor. */
  'tandem.review.addToChat': [target?: unknown];
  'tandem.review.apply': [target?: unknown];
  'tandem.review.dismiss': [target?: unknown, reason?: unknown];
  'tandem.review.dismissed': [];
  'tandem.review.clear': [];
  /** Source control of a repository. */
  'tandem.commitMessage.generate': [target?: unknown];
  'tandem.commitMessage.stop': [];
  /** Name of the branch to compare with. */
  'tandem.pullRequest.draft': [base?: unknown];
  /** Row of the tree, else a task that the user picks. */
  'tandem.tasks.stop': [target?: unknown];
  'tandem.tasks.showOutput': [target?: unknown];
  'tandem.tasks.goTo': [target?: unknown];
  'tandem.tasks.clear': [];
  /** Prompt, files, runs at a time, and whether each has a work tree; see `runCommands`. */
  'tandem.runs.start': [start?: unknown];
  'tandem.runs.onSelection': unknown[];
  /** Arguments as VS Code's menus pass them: see `runs/targets/menuTargets`. */
  'tandem.runs.onFiles': unknown[];
  'tandem.runs.onChanges': unknown[];
  /** Id of a run, as rows of the tree have it; else the user picks one. */
  'tandem.runs.stop': [run?: unknown];
  /** Id of a batch or of one of its runs; else all. */
  'tandem.runs.stopAll': [batch?: unknown];
  'tandem.runs.again': [runOrBatch?: unknown];
  'tandem.runs.openConversation': [run?: unknown];
  'tandem.runs.openResult': [run?: unknown];
  'tandem.runs.showChanges': [run?: unknown];
  'tandem.runs.showResults': [batch?: unknown];
  'tandem.runs.clear': [];
  /** Row of the Prompts view; else the user picks a prompt. */
  'tandem.prompts.run': [prompt?: unknown];
  'tandem.prompts.runAgain': [prompt?: unknown];
  'tandem.prompts.runOnChanges': [prompt?: unknown];
  'tandem.prompts.edit': [prompt?: unknown];
  'tandem.prompts.reveal': [prompt?: unknown];
  'tandem.prompts.newFile': [];
  /** `tab` opens it beside what is in front, unless it is shown already. */
  'tandem.sessions.resume': [sessionId?: unknown, place?: unknown];
  /** Row of the list, a session id, or `focused` for the focused row. */
  'tandem.sessions.openConversation': [target?: unknown];
  'tandem.sessions.openInTab': [target?: unknown];
  'tandem.sessions.openInSideBar': [target?: unknown];
  'tandem.sessions.openInNewWindow': [target?: unknown];
  'tandem.sessions.openInTerminal': [target?: unknown];
  'tandem.sessions.copyId': [target?: unknown];
  'tandem.sessions.revealFile': [target?: unknown];
  'tandem.sessions.rename': [target?: unknown, title?: unknown];
  /** `target` as above, and all selected rows. */
  'tandem.sessions.delete': [target?: unknown, others?: unknown];
  'tandem.sessions.archive': [target?: unknown, others?: unknown];
  'tandem.sessions.unarchive': [target?: unknown, others?: unknown];
  'tandem.sessions.pin': [target?: unknown, others?: unknown];
  'tandem.sessions.unpin': [target?: unknown, others?: unknown];
  'tandem.sessions.markUnread': [target?: unknown, others?: unknown];
  'tandem.sessions.markRead': [target?: unknown, others?: unknown];
  'tandem.sessions.search': [words?: unknown];
  'tandem.sessions.restore': [];
  'tandem.sessions.report': [];
  'tandem.sessions.refresh': [];
  'tandem.sessions.groupByFolder': [];
  'tandem.sessions.groupByTime': [];
  'tandem.sessions.showAllFolders': [];
  'tandem.sessions.showWorkspace': [];
  /** Names of the agents whose conversations are listed; else the user picks them. */
  'tandem.sessions.filterByAgent': [agents?: unknown];
  'tandem.sessions.continueLast': [];
  /** Session id, link or transcript path. */
  'tandem.sessions.import': [name?: unknown];
  /** Arguments as VS Code's menus pass them: see `addToChat/shapes`. */
  'tandem.context.addSelection': unknown[];
  'tandem.context.addFiles': unknown[];
  'tandem.context.addTerminal': unknown[];
  'tandem.context.addChanges': unknown[];
  'tandem.context.addChangeGroup': unknown[];
  'tandem.context.addCommit': unknown[];
  'tandem.context.addTest': unknown[];
  'tandem.context.addTestMessage': unknown[];
  'tandem.context.addCell': unknown[];
  'tandem.context.addVariable': unknown[];
  /** URI of the file and line, 1-based. */
  'tandem.context.addProblem': unknown[];
  'tandem.context.choose': [];
  'tandem.chat.focusEditor': [];
  /** URI of a file; else the selection of the active editor. */
  'tandem.ide.mention': [target?: unknown];
  'tandem.ide.connections': [];
  /** Mode, model, conversation to resume, and folder; see `TerminalStart`. */
  'tandem.terminal.open': [start?: unknown];
  'tandem.terminal.openWith': [];
  'tandem.terminal.insertReference': [target?: unknown];
  'tandem.speech.dictate': [];
  'tandem.speech.setUp': [];
  'tandem.cli.install': [];
  'tandem.cli.choosePath': [];
  'tandem.cli.searchAgain': [];
  'tandem.account.signIn': [];
  'tandem.settings.open': [];
  'tandem.log.show': [];
}

export type CommandId = keyof CommandArguments;

/** Commands in the menus of rows. Their first argument is the row, unless they have none. */
export const rowCommands: readonly CommandId[] = [
  'tandem.context.addChanges',
  'tandem.context.addChangeGroup',
  'tandem.chat.fork',
  'tandem.chat.exportMarkdown',
  'tandem.chat.exportJson',
  'tandem.changes.reviewConversation',
  'tandem.changes.openDiff',
  'tandem.changes.openFile',
  'tandem.changes.keepHunk',
  'tandem.changes.undoHunk',
  'tandem.changes.keepFile',
  'tandem.changes.undoFile',
  'tandem.changes.keepConversation',
  'tandem.changes.undoConversation',
  'tandem.tasks.stop',
  'tandem.tasks.showOutput',
  'tandem.tasks.goTo',
  'tandem.runs.onChanges',
  'tandem.runs.stop',
  'tandem.runs.stopAll',
  'tandem.runs.again',
  'tandem.runs.openConversation',
  'tandem.runs.openResult',
  'tandem.runs.showChanges',
  'tandem.runs.showResults',
  'tandem.prompts.run',
  'tandem.prompts.runAgain',
  'tandem.prompts.runOnChanges',
  'tandem.prompts.edit',
  'tandem.prompts.reveal',
  'tandem.sessions.openInTab',
  'tandem.sessions.openInSideBar',
  'tandem.sessions.openInNewWindow',
  'tandem.sessions.openInTerminal',
  'tandem.sessions.copyId',
  'tandem.sessions.revealFile',
  'tandem.sessions.rename',
  'tandem.sessions.delete',
  'tandem.sessions.archive',
  'tandem.sessions.unarchive',
  'tandem.sessions.pin',
  'tandem.sessions.unpin',
  'tandem.sessions.markUnread',
  'tandem.sessions.markRead',
];

/** Value of each setting as read; unset settings have the manifest's default. */
export interface Settings {
  'tandem.cli.path': string;
  'tandem.cli.args': readonly string[];
  'tandem.cli.env': Readonly<Record<string, string | null>>;
  'tandem.cli.wrapper': readonly string[];
  'tandem.cli.settings': string;
  'tandem.cli.settingSources': readonly ('user' | 'project' | 'local' | '')[] | null;
  'tandem.permissions.initialMode': PermissionMode;
  'tandem.permissions.allowBypass': boolean;
  'tandem.mode.cycle': readonly PermissionMode[];
  'tandem.plan.modeAfter': ModeAfterPlan;
  'tandem.permissions.allowedTools': readonly string[];
  'tandem.permissions.disallowedTools': readonly string[];
  'tandem.tools': readonly string[] | null;
  'tandem.additionalDirectories': readonly string[];
  'tandem.folder.default': 'activeEditor' | 'first' | 'ask';
  'tandem.folder.addOtherRoots': boolean;
  'tandem.python.useEnvironment': boolean;
  'tandem.worktree.folder': string;
  'tandem.mcp.config': readonly string[];
  'tandem.mcp.offerWorkspaceServers': boolean;
  'tandem.model': string;
  'tandem.runs.model': string;
  'tandem.agent': string;
  /** As the user wrote it; `readAgentSetting` checks it. */
  'tandem.agents': unknown;
  'tandem.fallbackModel': string;
  'tandem.effort': Effort | null;
  'tandem.thinking.maxTokens': number | null;
  'tandem.betas': readonly string[];
  'tandem.systemPrompt': string;
  'tandem.appendSystemPrompt': string;
  'tandem.limits.maxTurns': number | null;
  'tandem.limits.maxBudgetUsd': number | null;
  'tandem.diff.open': 'never' | 'background' | 'beside' | 'focus';
  'tandem.files.saveBeforeTools': boolean;
  'tandem.problems.tellAgent': boolean;
  'tandem.editorTools.enabled': boolean;
  'tandem.editorTools.allowReadOnly': boolean;
  'tandem.editorTools.commands': readonly string[];
  'tandem.editorTools.offerToOthers': boolean;
  'tandem.toolChoice.disabled': readonly string[];
  'tandem.changes.codeLens': boolean;
  'tandem.followAlong': boolean;
  'tandem.agentFiles.github': boolean;
  'tandem.promptSuggestions': boolean;
  'tandem.composer.sendWith': 'enter' | 'modifierEnter';
  'tandem.speech.recorder': string | readonly string[];
  'tandem.speech.recognizer': readonly string[];
  'tandem.speech.recognizerInput': 'wav' | 'pcm';
  'tandem.speech.language': string;
  'tandem.queue.whileWorking': 'queue' | 'steer';
  'tandem.sessions.groupBy': 'time' | 'folder';
  'tandem.sessions.scope': 'workspace' | 'all';
  'tandem.sessions.openIn': 'tab' | 'sideBar';
  'tandem.tabs.onClose': 'keep' | 'stop';
  'tandem.processes.maxLive': number;
  'tandem.processes.sleepAfterMinutes': number;
  'tandem.notifications': 'never' | 'whenHidden' | 'always';
  'tandem.notificationSound': boolean;
  'tandem.context.selection': 'always' | 'selection' | 'never';
  'tandem.context.warnAt': number;
  'tandem.usage.warnAt': number;
  'tandem.statusLine.enabled': boolean;
  'tandem.gateway.observe': boolean;
  'tandem.inspector.record': 'off' | 'everywhere';
  'tandem.inspector.limit': number;
  'tandem.inspector.statusBar': boolean;
  'tandem.mention.target': 'auto' | 'chat' | 'terminal';
  'tandem.ide.enabled': boolean;
  'tandem.ide.terminalEnvironment': 'auto' | 'always' | 'never';
  'tandem.ide.shareSelection': boolean;
  'tandem.baselines.maxSizeMegabytes': number;
  'tandem.baselines.maxAgeDays': number;
}

export type SettingKey = keyof Settings;

export interface ContextKeys {
  /** The conversation in front is working, so Stop applies. */
  'tandem:isWorking': boolean;
  /** Keys go to a chat, in the side bar or in a tab. */
  'tandem:chatHasFocus': boolean;
  /** A permission waits in the conversation in front, or in any if there is none; likewise below. */
  'tandem:asksPermission': boolean;
  'tandem:asksQuestion': boolean;
  'tandem:asksPlan': boolean;
  'tandem:asksInput': boolean;
  /** The active editor shows a proposal that is waiting. */
  'tandem:isProposal': boolean;
  /** Some file has changes by the agent to keep or undo. */
  'tandem:hasChanges': boolean;
  /** Paths of those files, for `resourcePath in`. */
  'tandem:changedPaths': readonly string[];
  /** The active editor shows a review of several files in which something waits. */
  'tandem:isReview': boolean;
  /** Prompts were run on files here, and not all of it was cleared. */
  'tandem:hasRuns': boolean;
  /** A task runs alongside the agent's replies, or has ended and was not cleared. */
  'tandem:hasTasks': boolean;
  /** An agent other than Claude Code answers in the conversation in front. */
  'tandem:isForeign': boolean;
  /** The agent in front takes no questions beside the conversation; likewise below. */
  'tandem:lacksSideQuestions': boolean;
  'tandem:lacksShellLines': boolean;
  'tandem:lacksToolChoice': boolean;
  /** A review has findings that are shown. */
  'tandem:hasFindings': boolean;
  /** A commit message is being written, so Stop applies. */
  'tandem:writesMessage': boolean;
  /** The agent keeps a to-do list in the chat in front. */
  'tandem:hasTodos': boolean;
}

/** Keys of values in a Memento, which may be lost. */
export interface StorageKeys {
  'ignoredSettings.reported': readonly string[];
  /** Names of the agent's own tools, as it has reported them last. */
  'tools.reported': readonly string[];
  /** Efforts that the user picked, by model. */
  'effort.byModel': Readonly<Record<string, Effort>>;
  /** `tandem.context.selection` has taken over what `tandem.ide.shareSelection` said. */
  'context.followedShareSelection': boolean;
  /** Agent of new conversations by the absolute path of the folder; absent: Claude Code. */
  'agents.default': Readonly<Record<string, string>>;
  /** Facts that Claude Code has reported, by folder; checked when read. */
  'agents.known': unknown;
  /** Agents whose conversations are not listed. */
  'sessions.hiddenAgents': readonly string[];
  /** Folder chosen last for new conversations, and the folders added, by the folder they belong to. */
  'folders.chosen': {
    readonly last?: string;
    readonly added?: Readonly<Record<string, readonly string[]>>;
  };
  /** Conversations of requests in the Chat view that did not end; checked when read. */
  'participant.pending': Readonly<Record<string, unknown>>;
  /** Folders and conversations whose model calls are recorded; checked when read. */
  'inspector.folders': unknown;
  'inspector.conversations': unknown;
  /** Address to which a recorded call was sent last; checked when read. */
  'inspector.replayAddress': unknown;
  /** Findings that the user does not want to see again; checked when read. */
  'review.dismissed': unknown;
  /** Answers by file and name of the MCP server, each for the configuration with this hash. */
  'mcp.serverAnswers': Readonly<
    Record<string, { readonly hash: string; readonly answer: 'allowed' | 'declined' }>
  >;
}
