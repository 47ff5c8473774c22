import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BaseUrlChangeId, baseUrlChanges } from '../../src/gateway/changes';
import { judged, text, toolUse } from '../support/api/reply';
import {
  type BetweenVersion,
  betweenVersions,
  type CliVersion,
  cliBinary,
} from '../support/cli/cliBinary';
import { type Differences, differences, runScenario, withBaseUrl } from './support/baseUrlRuns';
import { versionsWith } from './support/versionRows';

/** How each change shows. */
const evidence: Readonly<Record<BaseUrlChangeId, (found: Differences) => boolean>> = {
  organization: ({ lostVendorPaths = [] }) => lostVendorPaths.includes(organizationSettings),
  toolSearch: ({ lostTools = [] }) => lostTools.includes('ToolSearch'),
  longContext: ({ changedReplies = [] }) => changedReplies.includes('models'),
  sharedCache: ({ lostCacheScopes = [] }) => lostCacheScopes.includes('global'),
  requestDetails: ({ lostHeaders = [] }) => lostHeaders.includes('x-client-request-id'),
  errorAdvice: ({ namesGateway = false }) => namesGateway,
  remoteControl: ({ changedReplies = [] }) => changedReplies.includes('remote_control_available'),
  newestFeatures: ({ lostBetas = [] }) => lostBetas.some(beta => !hasOwnRow.test(beta)),
  fallbackModel: ({ lostFields = [] }) => lostFields.includes('fallbacks'),
  rejectedRequests: ({ rejected }) => rejected !== undefined,
};

const organizationSettings = '/api/claude_code/settings';
/** Betas that belong to another row. */
const hasOwnRow = /^(?:advanced-tool-use|prompt-caching-scope|server-side-fallback)-/;

/** Everything that differs. What the newest version loses, a gateway cannot count on. */
const exact: Partial<Record<CliVersion, Differences>> = {
  newest: {
    lostBetas: [
      'cache-diagnosis-2026-04-07',
      'mid-conversation-system-clear-at-2026-08-21',
      'prompt-caching-scope-2026-01-05',
      'server-side-fallback-2026-06-01',
      'thinking-binding-controls-2026-08-01',
    ],
    lostHeaders: [
      'x-claude-1p-request-class',
      'x-claude-code-prompt-id',
      'x-claude-code-request-class',
      'x-claude-code-sandy-plover',
      'x-client-request-id',
    ],
    lostFields: ['diagnostics', 'fallbacks'],
    lostCacheScopes: ['global'],
    lostVendorPaths: ['/api/claude_code/policy_limits', organizationSettings],
    changedReplies: ['remote_control_available', 'served_by_anthropic'],
    rejected: [1, 6],
    namesGateway: true,
  },
  '2.1.7': { lostVendorPaths: [organizationSettings] },
  '2.0.36': {},
};

async function expectTable(version: CliVersion | BetweenVersion): Promise<Differences> {
  // Side by side, because each waits for its CLI most of the time.
  const [without, withUrl] = await Promise.all([
    runScenario(version, 'none'),
    runScenario(version, 'both'),
  ]);
  const found = differences(without, withUrl);
  expect([withUrl.vendorCalls, without.vendorCalls]).toEqual([0, without.requests.length]);
  const ids = Object.entries(evidence).flatMap(([id, holds]) => (holds(found) ? [id] : []));
  const { version: number } = await cliBinary(version);
  expect(ids.sort()).toEqual(
    baseUrlChanges(number)
      .map(({ id }) => id)
      .sort(),
  );
  return found;
}

describe.each(versionsWith('2.0.36'))('Claude Code %s', version => {
  it('changes with a base URL as the table says', async () => {
    const found = await expectTable(version);
    expect(found).toEqual(exact[version] ?? found);
  });
});

/** Runs a command in *Auto*, and resolves with its result and whether the server was asked. */
function runsInAuto(outcome: 'flagged' | 'not_flagged') {
  return withBaseUrl(
    'newest',
    'both',
    async (cli, api) => {
      const call = toolUse('Bash', { command: 'npm --version', description: 'Look' });
      api.onPrompt('look', [
        [call, judged(outcome)],
        ({ results }) => text(results[0]?.isError ? 'Refused.' : 'Ran.'),
      ]);
      await cli.initialize();
      const { result } = await cli.turn('look');
      return { result, asked: api.mainRequests('look').map(({ body }) => 'safeguards' in body) };
    },
    { args: ['--permission-mode', 'auto'] },
  );
}

it('leaves Auto to the safety check of the server behind the base URL', async () => {
  expect(await Promise.all([runsInAuto('not_flagged'), runsInAuto('flagged')])).toEqual([
    { result: 'Ran.', asked: [true, true] },
    { result: 'Refused.', asked: [true, true] },
  ]);
});

describe.each(versionsWith())('Claude Code %s, signed in', version => {
  it('sends the token of the login to the base URL', async () => {
    const token = 'sk-ant-oat01-scripted';
    const env = { CLAUDE_CODE_OAUTH_TOKEN: token, ANTHROPIC_API_KEY: undefined };
    const sent = await withBaseUrl(
      version,
      'both',
      async (cli, api) => {
        await cli.initialize();
        await cli.turn('hello');
        return api.mainRequests('hello').map(({ headers }) => headers);
      },
      { env },
    );
    const betas = String(sent[0]?.['anthropic-beta']).split(',');
    expect([sent[0]?.authorization, betas.includes('oauth-2025-04-20')]).toEqual([
      `Bearer ${token}`,
      true,
    ]);
    expect(sent[0]).not.toHaveProperty('x-api-key');
  });
});

it.each(betweenVersions)('changes with a base URL as the table says: %s', async version => {
  await expectTable(version);
});

it.each(versionsWith('2.0.36'))('changes alike by the environment: %s', async version => {
  const [one, other] = await Promise.all([
    runScenario(version, 'both'),
    runScenario(version, 'environment'),
  ]);
  expect(differences(one, other)).toEqual(
    other.overloaded.includes('127.0.0.1') ? { namesGateway: true } : {},
  );
});

it('does not apply what an organization forbids at Anthropic', async () => {
  const results = (['none', 'both'] as const).map(route =>
    withBaseUrl('newest', route, async (cli, api, vendor) => {
      vendor.documents.set(organizationSettings, {
        ...{ uuid: randomUUID(), checksum: 'sha256:1' },
        settings: { permissions: { deny: ['Bash(mkdir:*)'] } },
      });
      api.onPrompt('make', [
        toolUse('Bash', { command: 'mkdir x', description: 'Make a folder' }),
        ({ results }) => text(results[0]?.isError ? 'Refused.' : 'Made.'),
      ]);
      await cli.initialize();
      return (await cli.turn('make')).result;
    }),
  );
  expect(await Promise.all(results)).toEqual(['Refused.', 'Made.']);
});

it.each(['2.1.200', '2.1.120'] as const)('tool search stays if it is asked for: %s', version =>
  withBaseUrl(
    version,
    'both',
    async (cli, api) => {
      await cli.initialize();
      await cli.turn('hello');
      expect(api.mainRequests('hello')[0]?.toolNames).toContain('ToolSearch');
    },
    { env: { ENABLE_TOOL_SEARCH: 'true' } },
  ),
);
