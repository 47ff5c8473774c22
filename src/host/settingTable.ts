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
  readonly why: string;
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

function user(why: string): SettingRow {
  return { scope: 'user', why, accepts: never };
}

function both(why: string): SettingRow {
  return { scope: 'both', why, accepts: isSwitch };
}

function smaller(why: string, accepts = isAmount): SettingRow {
  return { scope: 'smaller', why, accepts };
}

function choice(why: string, ...values: readonly (string | boolean | null)[]): SettingRow {
  return { scope: 'workspace', why, accepts: value => values.some(one => one === value) };
}

function least(why: string, ...order: readonly string[]): SettingRow {
  return { scope: 'least', why, order, accepts: value => order.some(one => one === value) };
}

function tools(scope: 'union' | 'common', why: string, grammar: typeof toolRule): SettingRow {
  const isTool = (value: unknown) =>
    typeof value === 'string' && grammar.split(value).every(grammar.accepts);
  return {
    scope,
    why,
    accepts: value =>
      Array.isArray(value) && value.every(isTool) && value.join().length <= longestList,
  };
}

function model(why: string): SettingRow {
  const isModel = (value: unknown) =>
    typeof value === 'string' && /^(?:[A-Za-z0-9][\w.:/@[\]-]{0,200})?$/.test(value);
  return { scope: 'workspace', why, accepts: isModel };
}

const runs = 'decides which program runs, with what, and what it reads first';
const widens = 'decides what runs without asking';
const reaches = 'decides which files the agent reaches';
const commands = 'tells the agent what to do, with the user as its author';
const shows = 'changes only what is shown, and where';

/** Each setting, how far a workspace may set it, and why. */
export const settingTable: Readonly<Record<SettingKey, SettingRow>> = {
  'tandem.cli.path': user(runs),
  'tandem.cli.args': user(runs),
  'tandem.cli.env': user(runs),
  'tandem.cli.wrapper': user(runs),
  'tandem.cli.settings': user(runs),
  'tandem.cli.settingSources': user('decides which files bring hooks and rules'),
  'tandem.permissions.initialMode': user(widens),
  'tandem.permissions.allowBypass': user(widens),
  'tandem.mode.cycle': user(widens),
  'tandem.plan.modeAfter': user(widens),
  'tandem.permissions.allowedTools': user(widens),
  'tandem.permissions.disallowedTools': tools('union', 'a workspace may deny more', toolRule),
  'tandem.tools': tools('common', 'a workspace may leave tools out', toolName),
  'tandem.additionalDirectories': user(reaches),
  'tandem.folder.default': choice('all are folders of it', 'activeEditor', 'first', 'ask'),
  'tandem.folder.addOtherRoots': user(reaches),
  'tandem.python.useEnvironment': both('decides which programs run'),
  'tandem.worktree.folder': {
    scope: 'beside',
    why: 'decides where files are written',
    accepts: value => typeof value === 'string' && /^[^-\p{Cc}][^\p{Cc}]{0,500}$/u.test(value),
  },
  'tandem.mcp.config': user(runs),
  'tandem.mcp.offerWorkspaceServers': user(runs),
  'tandem.model': model("chooses among the account's models, and is shown"),
  'tandem.runs.model': model("chooses among the account's models"),
  'tandem.agent': user(commands),
  'tandem.agents': user(runs),
  'tandem.fallbackModel': model("chooses among the account's models"),
  'tandem.effort': choice('is shown, and can be changed', ...efforts, null),
  'tandem.thinking.maxTokens': smaller('costs money', isCount),
  'tandem.betas': user('switches on what the user has not agreed to'),
  'tandem.systemPrompt': user(commands),
  'tandem.appendSystemPrompt': user(commands),
  'tandem.limits.maxTurns': smaller('limits what the agent does'),
  'tandem.limits.maxBudgetUsd': smaller('limits what it costs'),
  'tandem.diff.open': choice(shows, 'never', 'background', 'beside', 'focus'),
  'tandem.files.saveBeforeTools': both('writes what the user has not saved'),
  'tandem.problems.tellAgent': both('tells the agent what the editor knows'),
  'tandem.editorTools.enabled': user('gives the agent what the editor knows'),
  'tandem.editorTools.allowReadOnly': user(widens),
  'tandem.editorTools.commands': user(runs),
  'tandem.editorTools.offerToOthers': user('gives others what the editor knows'),
  'tandem.toolChoice.disabled': tools('union', 'a workspace may leave tools out', toolName),
  'tandem.changes.codeLens': choice(shows, true, false),
  'tandem.followAlong': choice(shows, true, false),
  'tandem.agentFiles.github': both('gives the agent instructions of the folder'),
  'tandem.promptSuggestions': both('costs a model call after each turn'),
  'tandem.composer.sendWith': user('decides when what the user types is sent'),
  'tandem.speech.recorder': user(runs),
  'tandem.speech.recognizer': user(runs),
  'tandem.speech.recognizerInput': user(runs),
  'tandem.speech.language': user('is an argument of a program'),
  'tandem.queue.whileWorking': choice('orders what the user sends', 'queue', 'steer'),
  'tandem.sessions.groupBy': choice(shows, 'time', 'folder'),
  'tandem.sessions.scope': choice(shows, 'workspace', 'all'),
  'tandem.sessions.openIn': choice(shows, 'tab', 'sideBar'),
  'tandem.tabs.onClose': user('decides whether the agent works on unseen'),
  'tandem.processes.maxLive': smaller('limits what runs at a time'),
  'tandem.processes.sleepAfterMinutes': smaller('limits how long it runs', isAmount),
  'tandem.notifications': choice(shows, 'never', 'whenHidden', 'always'),
  'tandem.notifications.sound': choice(shows, true, false),
  'tandem.context.selection': least('tells what is selected', 'never', 'selection', 'always'),
  'tandem.context.warnAt': { scope: 'workspace', why: shows, accepts: isPercent },
  'tandem.usage.warnAt': { scope: 'workspace', why: shows, accepts: isPercent },
  'tandem.statusLine.enabled': user(runs),
  'tandem.gateway.observe': user('decides whether the model calls pass another program'),
  'tandem.mention.target': choice('orders what the user mentions', 'auto', 'chat', 'terminal'),
  'tandem.ide.enabled': both('lets programs in terminals ask the editor'),
  'tandem.ide.terminalEnvironment': user('decides which programs are told of the editor'),
  'tandem.ide.shareSelection': both('tells what is selected'),
  'tandem.baselines.maxSizeMegabytes': {
    scope: 'machine',
    why: 'all windows share it',
    accepts: never,
  },
  'tandem.baselines.maxAgeDays': { scope: 'machine', why: 'all windows share it', accepts: never },
};

/** Settings whose value of 0 means "no limit". */
export const unlimitedAtZero: ReadonlySet<SettingKey> = new Set([
  'tandem.processes.sleepAfterMinutes',
]);
