import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, silentLog } from '../../../src/base/log';
import { fileVariables } from '../../../src/cli/permissions/fileVariables';
import type { Channel } from '../../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { ownAgents } from '../../../src/gateway/forward/upstream';
import type { Profile } from '../../../src/host/account/profileSchema';
import { Profiles } from '../../../src/host/account/profiles';
import { GatewayService } from '../../../src/host/gateway/gatewayService';
import { restartAgent } from '../../../src/host/gateway/restartAgent';
import { systemClock } from '../../../src/node/systemClock';
import type { ScriptedApi } from '../../support/api/scriptedApi';
import { type BedCli, channelBed } from '../../support/channels/channelBed';
import type { IsolatedHome } from '../../support/cli/isolatedHome';
import { profileStorage } from '../../unit/host/account/profileStorage';
import { items } from './talk';

/** `direct`: the CLI has the address and the key of a profile. */
export type Route = 'direct' | 'inject' | 'observe';

export interface GatewayWindow {
  readonly registry: ChannelRegistry;
  readonly service: GatewayService;
  readonly profiles: Profiles;
  close(): Promise<void>;
}

interface WindowOptions {
  readonly home: IsolatedHome;
  readonly api: ScriptedApi;
  readonly route: Route;
  readonly version?: BedCli;
  readonly key: string;
  readonly profile?: Partial<Profile>;
  readonly log?: Log;
}

/** Opens a window whose agents reach the API on one of the routes. */
export async function gatewayWindow(options: WindowOptions): Promise<GatewayWindow> {
  const { home, api, route, version = 'newest', key, log = silentLog } = options;
  const profiles = new Profiles(profileStorage());
  const profile = { name: 'Team', baseUrl: api.url, auth: 'apiKey' as const, env: {} };
  const isKeyKept = route === 'inject';
  await profiles.save({ ...profile, isKeyKept, ...options.profile }, key);
  await profiles.assign(undefined, profiles.stored.profiles[0]?.id);
  const service = new GatewayService({
    ...{ profiles, agents: ownAgents, platform: process.platform, clock: systemClock, log },
    isObserving: () => route === 'observe',
    isRecorded: () => false,
    isConversation: () => true,
    observers: async () => () => undefined,
    files: (_env, cwd) =>
      fileVariables({
        ...{ configFolder: home.configDir, managed: join(home.root, 'managed'), cwd },
        settings: {},
      }),
    environment: async () => home.env as Record<string, string>,
  });
  const registry = await channelBed({
    ...{ home, version, log, channelSettings: { initialMode: 'acceptEdits' } },
    environment: (env, ...of) => service.variables(env, ...of),
  });
  service.onLost(loss => void restartAgent(registry, loss));
  return {
    ...{ registry, service, profiles },
    close: async () => {
      await Promise.all(registry.all.map(channel => registry.close(channel.id)));
      registry.dispose();
      service.dispose();
    },
  };
}

/** Headers that differ from run to run, or that the route is about. */
const ownHeaders =
  /^(?:host|connection|x-api-key|authorization|x-claude-code-session-id|content-length)$/;
const ids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{64}\b|\ba[0-9a-f]{16}\b/g;

/** Returns what came of a conversation, without what differs from run to run. */
export async function outcomeOf(channel: Channel, api: ScriptedApi, home: IsolatedHome) {
  const { turns, summary } = channel.conversation;
  const names = await readdir(home.workspace);
  const files = names.sort().map(async name => {
    return [name, await readFile(join(home.workspace, name), 'utf8')];
  });
  const seen = {
    outcomes: turns.map(({ outcome }) => outcome?.kind),
    items: items(channel).map(item => {
      if (item.kind === 'text' || item.kind === 'prompt') return [item.kind, item.text];
      return item.kind === 'tool'
        ? [item.call.tool, item.call.title, item.call.status]
        : [item.kind];
    }),
    files: await Promise.all(files),
    usage: summary.usage,
    requests: api.requests
      .filter(({ conversation }) => conversation !== 'side')
      .map(({ headers, body: { metadata: _, ...body } }) => ({
        body,
        headers: Object.entries(headers).filter(([name]) => !ownHeaders.test(name)),
      })),
  };
  const text = JSON.stringify(seen)
    .replaceAll(home.root, '<root>')
    .replace(ids, '<id>')
    // Shorter ids of subagents in older versions.
    .replace(/agentId: a[0-9a-f]{6}\b/g, 'agentId: <id>')
    // Hash of the request, metadata included.
    .replace(/\bcch=[0-9a-f]{5}\b/g, 'cch=<hash>')
    .replace(/duration_ms: \d+/g, 'duration_ms: 0');
  const slug = home.root.replace(/[^A-Za-z0-9]/g, '-');
  return JSON.parse(text.replaceAll(slug, '<slug>')) as typeof seen;
}
