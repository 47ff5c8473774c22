import type { CliVersion } from '../../support/cli/cliBinary';

/** What differs between the versions under test, as far as a user of Tandem meets it. */
export interface VersionTraits {
  /** AskUserQuestion exists. */
  hasQuestions: boolean;
  /** `live`: switched in the running process; `none`: the version has no levels. */
  effort: 'live' | 'none';
  /** Name of the tool that starts a subagent. */
  agentTool: 'Task' | 'Agent';
  /** Reports retries of a failed request. */
  reportsRetries: boolean;
  /** Reports how full the context is. */
  reportsContext: boolean;
  /** The plan comes from the plan file that the model writes first, not from its argument. */
  planIsFile: boolean;
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
  /** What of a file since it was read lets Edit refuse, although the edit fits. */
  refusesEditAfter: 'nothing' | 'change' | 'touch';
  /** Gives a UTF-16 file the line ends that it had. */
  keepsUtf16LineEnds: boolean;
  /** Reports a tool that failed by a hook of its own. */
  reportsToolFailure: boolean;
  /** A prompt whose answer was cut off by the end of the process is known to the resumed session. */
  storesPromptsAtOnce: boolean;
  /** Modes that `--permission-mode` takes. */
  modes: readonly string[];
  /** Flags of the table that the version lacks. */
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
  storesPromptsAtOnce: true,
  modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'],
  lacksFlags: [],
};

const v2_1_200: VersionTraits = { ...newest, planIsFile: false, refusesEditAfter: 'change' };
const v2_1_120: VersionTraits = { ...v2_1_200 };
const v2_1_7: VersionTraits = {
  ...v2_1_120,
  effort: 'none',
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
