import * as l10n from '@vscode/l10n';
import { compareVersions } from '../base/versionOrder';

/** Changes that a base URL alone makes to Claude Code, whatever server is behind it. */
export type BaseUrlChangeId =
  | 'organization'
  | 'toolSearch'
  | 'longContext'
  | 'sharedCache'
  | 'requestDetails'
  | 'errorAdvice'
  | 'remoteControl'
  | 'newestFeatures'
  | 'fallbackModel'
  | 'rejectedRequests';

export interface BaseUrlChange {
  readonly id: BaseUrlChangeId;
  /** A sentence for users. */
  readonly text: string;
  /** Variables of the CLI that undo the change. */
  readonly undoneBy?: Readonly<Record<string, string>>;
}

/** Versions from `since` on, and before `until`. */
interface Row extends Omit<BaseUrlChange, 'text'> {
  readonly since: string;
  readonly until?: string;
  readonly text: () => string;
}

/**
 * Measured with 2.0.36, 2.1.7, 2.1.50, 2.1.120, 2.1.150, 2.1.200, 2.1.260, 2.1.300 and 2.1.329
 * (`test/cli/baseUrl.full.test.ts`): `since` is the first of them with the change, and `until` the
 * first without it. Automatic mode is not in the list: its check passes through a gateway.
 */
const rows: readonly Row[] = [
  {
    id: 'organization',
    since: '2.1.7',
    text: () =>
      l10n.t('Settings and limits that your organization keeps at Anthropic are not applied.'),
  },
  {
    id: 'toolSearch',
    since: '2.1.120',
    until: '2.1.329',
    text: () =>
      l10n.t(
        'The descriptions of all tools and MCP servers go along with each request, instead of being looked up when needed. This takes more tokens.',
      ),
    undoneBy: { ENABLE_TOOL_SEARCH: 'true' },
  },
  {
    id: 'longContext',
    since: '2.1.200',
    until: '2.1.300',
    text: () =>
      l10n.t(
        'Models with a context window of 1M tokens have one of 200,000, unless you choose the variant with 1M context.',
      ),
  },
  {
    id: 'sharedCache',
    since: '2.1.120',
    text: () =>
      l10n.t(
        'What is the same in the instructions of all users is cached for you alone. The first request of a conversation can cost a little more.',
      ),
  },
  {
    id: 'requestDetails',
    since: '2.1.120',
    text: () =>
      l10n.t('Anthropic learns less about each request for its diagnostics: no id, for example.'),
  },
  {
    id: 'errorAdvice',
    since: '2.1.150',
    text: () =>
      l10n.t(
        "When the service is overloaded, the message names the address of the gateway instead of Anthropic's status page.",
      ),
  },
  {
    id: 'remoteControl',
    since: '2.1.260',
    text: () => l10n.t('Remote Control is not available.'),
  },
  {
    id: 'newestFeatures',
    since: '2.1.260',
    text: () => l10n.t('Some of the newest features of the Messages API are not used.'),
  },
  {
    id: 'fallbackModel',
    since: '2.1.300',
    text: () =>
      l10n.t(
        'If a model declines a side question or the summary of a conversation, the service does not let another model take over.',
      ),
  },
  {
    id: 'rejectedRequests',
    since: '2.1.300',
    text: () =>
      l10n.t(
        'A request that the service rejects as invalid is sent several more times with fewer features before you see the error.',
      ),
  },
];

/**
 * Returns what a base URL changes in this version of Claude Code, the most noticeable first.
 * @param version such as `2.1.329`
 */
export function baseUrlChanges(version: string): readonly BaseUrlChange[] {
  return rows
    .filter(
      ({ since, until }) =>
        compareVersions(version, since) >= 0 &&
        (until === undefined || compareVersions(version, until) < 0),
    )
    .map(({ id, text, undoneBy }) => ({ id, text: text(), ...(undoneBy ? { undoneBy } : {}) }));
}

/** Returns the variables of the CLI that undo some of these changes. */
export function undoingVariables(version: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...baseUrlChanges(version).map(({ undoneBy = {} }) => undoneBy));
}
