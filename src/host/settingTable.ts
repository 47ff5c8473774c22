import { toolName, toolRule } from '../cli/launch/flagValues';
import { efforts } from '../contract/content';
import type { SettingKey } from './contributed';

/**
 * How far a workspace may set a setting. A repository brings its settings along, so it gets no way
 * to run, widen, reveal or write more than the user has agreed to.
 *
 * `user`: read from user or remote settings only. `machine`: VS Code itself ignores workspaces.
 * `union`, `common`: both lists, or what they share. `smaller`: the smaller number of those set.
 * `both`: on only if all say so. `least`: the first value in `order` of those set. `beside`: the workspace's folder only if it lies beside the
 * repository. `workspace`: the workspace's value wins, as with other extensions.
 */
type SettingScope =
  | 'user'
  | 'machine'
  | 'union'
  | 'common'
  | 'smaller'
  | 'both'
  | 'least'
  | 'beside'
  | 'workspace';

export interface SettingRow {
  readonly scope: SettingScope;
  /** Values from the one that shares least. */
  readonly order?: readonly string[];
  /** Checks a workspace's value; the editor checks nothing. */
  accepts(value: unknown): boolean;
}

const never = (): boolean => false;
const isSwitch = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
const isPercent = (value: unknown): boolean => isCount(value) && Number(value) <= 100;
const isAmount = (value: unknown): boolean => isCount(value) && value !== 0;
/** Longest list that a workspace may add to a command line, in UTF-16 units. */
const longestList = 4_000;

function user(): SettingRow {
  return { scope: 'user', accepts: never };
}

function both(): SettingRow {
  return { scope: 'both', accepts: isSwitch };
}

function smaller(accepts = isAmount): SettingRow {
  return { scope: 'smaller', accepts };
}

function choice(...values: readonly (string | boolean | null)[]): SettingRow {
  return { scope: 'workspace', accepts: value => values.some(one => one === value) };
}

function least(...order: readonly string[]): SettingRow {
  return { scope: 'least', order, accepts: value => order.some(one => one === value) };
}

function tools(scope: 'union' | 'common', grammar: typeof toolRule): SettingRow {
  const isTool = (value: unknown) =>
    typeof value === 'string' && grammar.split(value).every(grammar.accepts);
  return {
    scope,
    accepts: value =>
      Array.isArray(value) && value.every(isTool) && value.join().length <= longestList,
  };
}

function model(): SettingRow {
  const isModel = (value: unknown) =>
    typeof value === 'string' && /^(?:[A-Za-z0-9][\w.:/@[\]-]{0,200})?$/.test(value);
  return { scope: 'workspace', accepts: isModel };
}

/** Each setting, how far a workspace may set it, and why. */
export const settingTable: Readonly<Record<SettingKey, SettingRow>> = {
  // Decides which program runs, with what, and what it reads first.
  'tandem.cli.path': user(),
  'tandem.cli.args': user(),
  'tandem.cli.env': user(),
  'tandem.cli.wrapper': user(),
  'tandem.cli.settings': user(),
  'tandem.mcp.config': user(),
  'tandem.mcp.offerWorkspaceServers': user(),
  'tandem.agents': user(),
  'tandem.editorTools.commands': user(),
  'tandem.speech.recorder': user(),
  'tandem.speech.recognizer': user(),
  'tandem.speech.recognizerInput': user(),
  'tandem.statusLine.enabled': user(),
  // Decides which files bring hooks and rules.
  'tandem.cli.settingSources': user(),
  // Decides what runs without asking.
  'tandem.permissions.initialMode': user(),
  'tandem.permissions.allowBypass': user(),
  'tandem.mode.cycle': user(),
  'tandem.plan.modeAfter': user(),
  'tandem.permissions.allowedTools': user(),
  'tandem.editorTools.allowReadOnly': user(),
  // A workspace may deny more.
  'tandem.permissions.disallowedTools': tools('union', toolRule),
  // A workspace may leave tools out.
  'tandem.tools': tools('common', toolName),
  'tandem.toolChoice.disabled': tools('union', toolName),
  // Decides which files the agent reaches.
  'tandem.additionalDirectories': user(),
  'tandem.folder.addOtherRoots': user(),
  // All choices are folders of the workspace.
  'tandem.folder.default': choice('activeEditor', 'first', 'ask'),
  // Decides which programs run.
  'tandem.python.useEnvironment': both(),
  // Decides where files are written.
  'tandem.worktree.folder': {
    scope: 'beside',
    accepts: value => typeof value === 'string' && /^[^-\p{Cc}][^\p{Cc}]{0,500}$/u.test(value),
  },
  // Chooses among the account's models, and is shown.
  'tandem.model': model(),
  // Chooses among the account's models.
  'tandem.runs.model': model(),
  'tandem.fallbackModel': model(),
  // Tells the agent what to do, with the user as its author.
  'tandem.agent': user(),
  'tandem.systemPrompt': user(),
  'tandem.appendSystemPrompt': user(),
  // Shown in the chat, where it can be changed.
  'tandem.effort': choice(...efforts, null),
  // Costs money.
  'tandem.thinking.maxTokens': smaller(isCount),
  // Switches on what the user has not agreed to.
  'tandem.betas': user(),
  // Limits what the agent does.
  'tandem.limits.maxTurns': smaller(),
  // Limits what it costs.
  'tandem.limits.maxBudgetUsd': smaller(),
  // Changes only what is shown, and where.
  'tandem.diff.open': choice('never', 'background', 'beside', 'focus'),
  'tandem.changes.codeLens': choice(true, false),
  'tandem.followAlong': choice(true, false),
  'tandem.sessions.groupBy': choice('time', 'folder'),
  'tandem.sessions.scope': choice('workspace', 'all'),
  'tandem.sessions.openIn': choice('tab', 'sideBar'),
  'tandem.notifications': choice('never', 'whenHidden', 'always'),
  'tandem.notificationSound': choice(true, false),
  'tandem.inspector.statusBar': choice(true, false),
  'tandem.context.warnAt': { scope: 'workspace', accepts: isPercent },
  'tandem.usage.warnAt': { scope: 'workspace', accepts: isPercent },
  // Writes what the user has not saved.
  'tandem.files.saveBeforeTools': both(),
  // Tells the agent what the editor knows.
  'tandem.problems.tellAgent': both(),
  // Gives the agent what the editor knows.
  'tandem.editorTools.enabled': user(),
  // Gives others what the editor knows.
  'tandem.editorTools.offerToOthers': user(),
  // Gives the agent instructions of the folder.
  'tandem.agentFiles.github': both(),
  // Costs a model call after each turn.
  'tandem.promptSuggestions': both(),
  // Decides when what the user types is sent.
  'tandem.composer.sendWith': user(),
  // Is an argument of a program.
  'tandem.speech.language': user(),
  // Orders what the user sends.
  'tandem.queue.whileWorking': choice('queue', 'steer'),
  // Decides whether the agent works on unseen.
  'tandem.tabs.onClose': user(),
  // Limits what runs at a time.
  'tandem.processes.maxLive': smaller(),
  // Limits how long it runs.
  'tandem.processes.sleepAfterMinutes': smaller(isAmount),
  // Tells what is selected.
  'tandem.context.selection': least('never', 'selection', 'always'),
  'tandem.ide.shareSelection': both(),
  // Decides whether the model calls pass another program.
  'tandem.gateway.observe': user(),
  // Decides whether what the user writes is kept on disk.
  'tandem.inspector.record': user(),
  // Orders what the user mentions.
  'tandem.mention.target': choice('auto', 'chat', 'terminal'),
  // Lets programs in terminals ask the editor.
  'tandem.ide.enabled': both(),
  // Decides which programs are told of the editor.
  'tandem.ide.terminalEnvironment': user(),
  // All windows share the store.
  'tandem.baselines.maxSizeMegabytes': {
    scope: 'machine',
    accepts: never,
  },
  'tandem.baselines.maxAgeDays': { scope: 'machine', accepts: never },
  'tandem.inspector.limit': { scope: 'machine', accepts: never },
};

/** Settings whose value of 0 means "no limit". */
export const unlimitedAtZero: ReadonlySet<SettingKey> = new Set([
  'tandem.processes.sleepAfterMinutes',
]);
