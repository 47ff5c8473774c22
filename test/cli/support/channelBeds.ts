import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Channel } from '../../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { text } from '../../support/api/reply';
import { ScriptedApi } from '../../support/api/scriptedApi';
import { type BedCli, type ChannelBedOptions, channelBed } from '../../support/channels/channelBed';
import { type IsolatedHome, isolatedHome } from '../../support/cli/isolatedHome';

/** A scripted API, a home, and the windows that tests open. */
export interface ChannelBeds {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  /** Opens a window and returns its channels. */
  open(options?: Omit<ChannelBedOptions, 'home'>): Promise<ChannelRegistry>;
  /** Returns the model requests with these words, without the CLI's own reminders. */
  asked(words: string): string[];
  /** Returns the conversation as restored by the next window. */
  reopen(channel: Channel, options?: Omit<ChannelBedOptions, 'home'>): Promise<Channel>;
}

/**
 * Creates new beds for each test.
 * @param prompts get the answer "answer <prompt>"
 * @param version CLI of windows that name none
 */
export function useChannelBeds(
  prompts: readonly string[] = [],
  version: BedCli = 'newest',
): ChannelBeds {
  const { beds, start, end } = channelBeds(prompts, version);
  beforeEach(start);
  afterEach(end);
  return beds;
}

/** Creates beds that all tests of a block share. */
export function useSharedChannelBeds(
  prompts: readonly string[] = [],
  version: BedCli = 'newest',
): ChannelBeds {
  const { beds, start, end } = channelBeds(prompts, version);
  beforeAll(start);
  afterAll(end);
  return beds;
}

function channelBeds(prompts: readonly string[], version: BedCli) {
  let api: ScriptedApi;
  let home: IsolatedHome;
  let registries: ChannelRegistry[];

  const start = async () => {
    api = await ScriptedApi.start();
    home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
    registries = [];
    for (const words of prompts) {
      api.onPrompt(words, [text(`answer ${words}`)]);
    }
  };

  const end = async () => {
    for (const registry of registries) {
      await Promise.all(registry.all.map(channel => registry.close(channel.id)));
      registry.dispose();
    }
    await api.close();
    await home.dispose();
  };

  const open: ChannelBeds['open'] = async options => {
    const registry = await channelBed({ home, version, ...options });
    registries.push(registry);
    return registry;
  };

  const beds: ChannelBeds = {
    get api() {
      return api;
    },
    get home() {
      return home;
    },
    open,
    asked: words => {
      const [request] = api.mainRequests(words).slice(-1);
      if (!request) {
        const prompts = api.requests.map(({ prompt }) => prompt);
        throw new Error(`The model was not asked "${words}", but: ${prompts.join(' | ')}`);
      }
      return request.messages
        .filter(message => message.role !== 'system')
        .flatMap(({ content }) =>
          content.flatMap(block => (block.type === 'text' ? String(block.text).trim() : [])),
        )
        .filter(one => !one.startsWith('<'));
    },
    reopen: async (channel, options) => {
      await channel.flush();
      registries.at(-1)?.dispose();
      const again = await (await open(options)).load(home.workspace, channel.id);
      if (!again) {
        throw new Error('The conversation is not there any more');
      }
      return again;
    },
  };
  return { beds, start, end };
}
