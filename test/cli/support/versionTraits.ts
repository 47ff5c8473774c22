import type { CliVersion } from '../../support/cli/cliBinary';

/** What differs between the versions under test, as far as a person of Tandem meets it. */
export interface VersionTraits {
  /** AskUserQuestion exists. */
  hasQuestions: boolean;
  /** `live`: switched in the running process; `none`: the version has no levels. */
  effort: 'live' | 'none';
  /** Name of the tool that starts a subagent. */
  agentTool: 'Task' | 'Agent';
  /** A subagent runs in the background unless told otherwise. */
  agentsRunInBackground: boolean;
  /** Reports retries of a failed request. */
  reportsRetries: boolean;
  /** Reports how full the context is. */
  reportsContext: boolean;
  /** The plan comes from the plan file that the model writes first, not from its argument. */
  planIsFile: boolean;
  /** What an interrupted text leaves behind. */
  keepsInterruptedText: boolean;
  /** Follow-up messages that wait are joined into one turn. */
  joinsWaitingMessages: boolean;
  /** `priority: now` interrupts by itself. */
  hasPriority: boolean;
  /** Rules that are offered for `npm run build`, a fetch from 127.0.0.1 and an MCP tool. */
  rules: { bash: readonly string[]; webFetch: readonly string[]; mcp: readonly string[] };
  /** An `error` event in a stream is tried again; else it ends the turn. */
  retriesStreamErrors: boolean;
  /** Says why it asks. */
  givesReasons: boolean;
  /** Write gives an existing file the line ends that it had. */
  writeConvertsLineEnds: boolean;
  /** Curly quotes of a file are kept by Edit. */
  editKeepsQuotes: boolean;
  /** Reports a tool that failed by a hook of its own. */
  reportsToolFailure: boolean;
  /** Modes that `--permission-mode` takes. */
  modes: readonly string[];
  /** Flags of the table that the version lacks. */
  lacksFlags: readonly string[];
}

const newest: VersionTraits = {
  hasQuestions: true,
  effort: 'live',
  agentTool: 'Agent',
  agentsRunInBackground: true,
  reportsRetries: true,
  reportsContext: true,
  planIsFile: true,
  keepsInterruptedText: true,
  joinsWaitingMessages: true,
  hasPriority: true,
  rules: {
    bash: ['Bash(npm run *)'],
    webFetch: ['WebFetch(domain:127.0.0.1)'],
    mcp: ['mcp__library__find_book'],
  },
  retriesStreamErrors: true,
  givesReasons: true,
  writeConvertsLineEnds: false,
  editKeepsQuotes: true,
  reportsToolFailure: true,
  modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
  lacksFlags: [],
};

const v2_1_200: VersionTraits = { ...newest, agentsRunInBackground: false, planIsFile: false };
const v2_1_120: VersionTraits = { ...v2_1_200 };
const v2_1_7: VersionTraits = {
  ...v2_1_120,
  effort: 'none',
  agentTool: 'Task',
  reportsRetries: false,
  reportsContext: false,
  keepsInterruptedText: false,
  joinsWaitingMessages: false,
  hasPriority: false,
  rules: { bash: ['Bash(npm run build)'], webFetch: [], mcp: ['mcp__library__find_book'] },
  retriesStreamErrors: false,
  writeConvertsLineEnds: true,
  editKeepsQuotes: false,
  modes: ['default', 'acceptEdits', 'plan', 'dontAsk'],
  lacksFlags: ['--effort'],
};
const v2_0_36: VersionTraits = {
  ...v2_1_7,
  hasQuestions: false,
  reportsToolFailure: false,
  rules: { bash: ['Bash(npm run build)'], webFetch: [], mcp: [] },
  givesReasons: false,
  modes: ['default', 'acceptEdits', 'plan'],
  lacksFlags: ['--effort', '--betas'],
};

export const versionTraits: Readonly<Record<CliVersion, VersionTraits>> = {
  newest,
  '2.1.200': v2_1_200,
  '2.1.120': v2_1_120,
  '2.1.7': v2_1_7,
  '2.0.36': v2_0_36,
};
