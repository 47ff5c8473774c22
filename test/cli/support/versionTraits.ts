import type { CliVersion } from '../../support/cli/cliBinary';

/** Differences between the tested CLI versions that affect Tandem's users. */
export interface VersionTraits {
  /** AskUserQuestion exists. */
  hasQuestions: boolean;
  /** `live`: switched in the running process; `none`: the version has no levels. */
  effort: 'live' | 'none';
  /** Name of the tool that starts a subagent. */
  agentTool: 'Task' | 'Agent';
  /** Reports retries of a failed request. */
  reportsRetries: boolean;
  /** Reports the context usage. */
  reportsContext: boolean;
  /** The plan comes from the plan file that the model writes first, not from an argument. */
  planIsFile: boolean;
  /** `priority: now` interrupts the turn by itself. */
  hasPriority: boolean;
  /** Rules suggested for `npm run build`, a fetch from 127.0.0.1 and an MCP tool. */
  rules: { bash: readonly string[]; webFetch: readonly string[]; mcp: readonly string[] };
  /** An `error` event in a stream is retried; otherwise it ends the turn. */
  retriesStreamErrors: boolean;
  /** Gives a reason for permission requests. */
  givesReasons: boolean;
  /** Write preserves the line endings of an existing file. */
  writeConvertsLineEnds: boolean;
  /** Event after the last read that makes Edit refuse, although the edit fits. */
  refusesEditAfter: 'nothing' | 'change' | 'touch';
  /** Preserves the line endings of a UTF-16 file. */
  keepsUtf16LineEnds: boolean;
  /** Reports a failed tool through a separate hook. */
  reportsToolFailure: boolean;
  /** Keeps a file under `sessions/` while it runs. */
  listsItself: boolean;
  /** A resumed session knows a prompt whose answer was interrupted by the end of the process. */
  storesPromptsAtOnce: boolean;
  /** Stores why a call did not run. */
  storesDenials: boolean;
  /** Modes that `--permission-mode` accepts. */
  modes: readonly string[];
  /** Flags of the table that this version lacks. */
  lacksFlags: readonly string[];
}

const newest: VersionTraits = {
  hasQuestions: true,
  effort: 'live',
  agentTool: 'Agent',
  reportsRetries: true,
  reportsContext: true,
  planIsFile: true,
  hasPriority: true,
  rules: {
    bash: ['Bash(npm run *)'],
    webFetch: ['WebFetch(domain:127.0.0.1)'],
    mcp: ['mcp__library__find_book'],
  },
  retriesStreamErrors: true,
  givesReasons: true,
  writeConvertsLineEnds: false,
  refusesEditAfter: 'nothing',
  keepsUtf16LineEnds: true,
  reportsToolFailure: true,
  listsItself: true,
  storesPromptsAtOnce: true,
  storesDenials: true,
  modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
  lacksFlags: [],
};

const v2_1_200: VersionTraits = { ...newest, planIsFile: false, refusesEditAfter: 'change' };
const v2_1_120: VersionTraits = {
  ...v2_1_200,
  storesDenials: false,
  lacksFlags: ['--prompt-suggestions'],
};
const v2_1_7: VersionTraits = {
  ...v2_1_120,
  effort: 'none',
  listsItself: false,
  storesPromptsAtOnce: false,
  agentTool: 'Task',
  reportsRetries: false,
  reportsContext: false,
  hasPriority: false,
  rules: { bash: ['Bash(npm run build)'], webFetch: [], mcp: ['mcp__library__find_book'] },
  retriesStreamErrors: false,
  writeConvertsLineEnds: true,
  refusesEditAfter: 'touch',
  keepsUtf16LineEnds: false,
  modes: ['default', 'acceptEdits', 'plan', 'dontAsk'],
  lacksFlags: ['--agent', '--effort', '--prompt-suggestions'],
};
const v2_0_36: VersionTraits = {
  ...v2_1_7,
  hasQuestions: false,
  reportsToolFailure: false,
  rules: { bash: ['Bash(npm run build)'], webFetch: [], mcp: [] },
  givesReasons: false,
  modes: ['default', 'acceptEdits', 'plan'],
  lacksFlags: ['--agent', '--effort', '--prompt-suggestions', '--betas'],
};

export const versionTraits: Readonly<Record<CliVersion, VersionTraits>> = {
  newest,
  '2.1.200': v2_1_200,
  '2.1.120': v2_1_120,
  '2.1.7': v2_1_7,
  '2.0.36': v2_0_36,
};
