import { isDeepStrictEqual } from 'node:util';
import { failure, text } from '../../support/api/reply';
import { ScriptedApi } from '../../support/api/scriptedApi';
import { VendorNetwork } from '../../support/api/vendorNetwork';
import { type BetweenVersion, type CliVersion, cliBinary } from '../../support/cli/cliBinary';
import { isolatedHome } from '../../support/cli/isolatedHome';
import { type Frame, StdioCli } from '../../support/cli/stdioCli';

/**
 * How the base URL reaches the CLI. `both`: by its environment and by the command line's settings,
 * as Tandem passes it. `none`: there is none, and the CLI calls api.anthropic.com.
 */
export type Route = 'none' | 'environment' | 'both';

/** Observations of a CLI in the scenario. */
export interface BaseUrlRun {
  readonly initialized: Frame;
  readonly init: Frame;
  /** Requests to the Messages API, wherever they went. */
  readonly requests: ScriptedApi['requests'];
  /** Requests for a prompt that the API rejects. */
  readonly rejected: number;
  /** The CLI's message about an overloaded API. */
  readonly overloaded: string;
  /** Paths at api.anthropic.com, sorted, each once. Model calls are not among them. */
  readonly vendorPaths: readonly string[];
  /** Model calls at api.anthropic.com. */
  readonly vendorCalls: number;
}

export interface BaseUrlRunOptions {
  env?: Readonly<Record<string, string | undefined>>;
  args?: readonly string[];
}

/** Runs a CLI whose only network is a scripted api.anthropic.com, and a base URL if it has one. */
export async function withBaseUrl<T>(
  version: CliVersion | BetweenVersion,
  route: Route,
  use: (cli: StdioCli, api: ScriptedApi, vendor: ScriptedApi) => Promise<T>,
  { env = {}, args = [] }: BaseUrlRunOptions = {},
): Promise<T> {
  const vendor = await ScriptedApi.start();
  const gateway = await ScriptedApi.start({ prefix: '/nonce' });
  const network = await VendorNetwork.start(vendor);
  const address = { ANTHROPIC_BASE_URL: gateway.url };
  const home = await isolatedHome({
    maxRetries: 0,
    env: { ...network.env, ...(route === 'none' ? {} : address), ...env },
  });
  const layer = route === 'both' ? ['--settings', JSON.stringify({ env: address })] : [];
  const cli = new StdioCli({
    binary: await cliBinary(version),
    cwd: home.workspace,
    env: home.env,
    args: [...layer, ...args],
  });
  try {
    return await use(cli, route === 'none' ? vendor : gateway, vendor);
  } finally {
    await cli.kill();
    await network.close();
    await vendor.close();
    await gateway.close();
    await home.dispose();
  }
}

/** Runs the scenario: a turn, a side question, an overloaded API, and a rejected request. */
export function runScenario(
  version: CliVersion | BetweenVersion,
  route: Route,
): Promise<BaseUrlRun> {
  return withBaseUrl(version, route, async (cli, api, vendor) => {
    api.onPrompt('say hello', [text('Hello.')]);
    api.onPrompt('be overloaded', () => failure(529));
    api.onPrompt('be rejected', () => failure(400));
    const initialized = (await cli.initialize()) as Frame;
    await cli.turn('say hello');
    // The oldest versions never answer what they do not know.
    if (isModern(version)) await cli.control('side_question', { question: 'Why?' });
    const overloaded = await cli.turn('be overloaded');
    await cli.turn('be rejected');
    const paths = vendor.otherRequests.map(({ path }) => path).filter(path => path !== countPath);
    return {
      initialized,
      init: await cli.waitFor(frame => frame.subtype === 'init'),
      requests: api.requests,
      rejected: api.mainRequests('be rejected').length,
      overloaded: String(overloaded.result),
      vendorPaths: [...new Set(paths)].sort(),
      vendorCalls: vendor.requests.length,
    };
  });
}

const countPath = '/v1/messages/count_tokens';

function isModern(version: string): boolean {
  return version !== '2.0.36' && version !== '2.1.7' && version !== '2.1.50';
}

/** Differences that a base URL makes. Lists are sorted; absent keys stand for no difference. */
export interface Differences {
  lostBetas?: readonly string[];
  lostHeaders?: readonly string[];
  lostFields?: readonly string[];
  lostCacheScopes?: readonly string[];
  lostVendorPaths?: readonly string[];
  lostTools?: readonly string[];
  addedTools?: readonly string[];
  /** Keys of the initialize reply, and of `system/init`, with another value. */
  changedReplies?: readonly string[];
  /** Requests for a prompt that the API rejects, without and with a base URL. */
  rejected?: readonly [number, number];
  namesGateway?: true;
}

export function differences(without: BaseUrlRun, withUrl: BaseUrlRun): Differences {
  const lost = (read: (run: BaseUrlRun) => readonly string[]) =>
    listed(read(without).filter(one => !read(withUrl).includes(one)));
  const added = (read: (run: BaseUrlRun) => readonly string[]) =>
    listed(read(withUrl).filter(one => !read(without).includes(one)));
  return Object.fromEntries(
    Object.entries({
      lostBetas: lost(betas),
      lostHeaders: lost(run => run.requests.flatMap(({ headers }) => Object.keys(headers))),
      lostFields: lost(run => run.requests.flatMap(({ body }) => Object.keys(body))),
      lostCacheScopes: lost(cacheScopes),
      lostVendorPaths: lost(run => run.vendorPaths),
      lostTools: lost(toolNames),
      addedTools: added(toolNames),
      changedReplies: listed([
        ...changedKeys(without.initialized, withUrl.initialized),
        ...changedKeys(without.init, withUrl.init),
      ]),
      rejected:
        without.rejected === withUrl.rejected ? undefined : [without.rejected, withUrl.rejected],
      namesGateway: withUrl.overloaded.includes('127.0.0.1') || undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

function betas({ requests }: BaseUrlRun): string[] {
  return requests.flatMap(({ headers }) => String(headers['anthropic-beta']).split(','));
}

function toolNames({ requests }: BaseUrlRun): readonly string[] {
  return requests.find(({ prompt }) => prompt === 'say hello')?.toolNames ?? [];
}

function cacheScopes({ requests }: BaseUrlRun): string[] {
  return requests.flatMap(({ body }) =>
    [...JSON.stringify(body).matchAll(/"scope":"(\w+)"/g)].map(([, scope]) => String(scope)),
  );
}

/** Keys that differ between any two runs: ids, and paths in their homes. */
const everDifferent = [
  ...['cwd', 'memory_paths', 'messaging_socket_path', 'original_cwd', 'pid', 'session_id'],
  ...['user_message_uuids', 'user_output_styles_dir', 'uuid'],
];

function changedKeys(one: Frame, other: Frame): string[] {
  return Object.keys({ ...one, ...other })
    .filter(key => !everDifferent.includes(key))
    .filter(key => !isDeepStrictEqual(one[key], other[key]));
}

function listed(names: readonly string[]): readonly string[] | undefined {
  return names.length > 0 ? [...new Set(names)].sort() : undefined;
}
