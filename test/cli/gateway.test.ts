import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../src/base/log';
import type { Channel } from '../../src/core/conversation/channel';
import { problemReport } from '../../src/host/report/problemReport';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { attempts, ScriptedApi } from '../support/api/scriptedApi';
import { type BedCli, ChannelWatch, underOurs } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { rowsOf } from '../support/extent';
import { closeServer } from '../support/gateway/closeServer';
import { send } from '../support/gateway/gatewayBed';
import { secretForms } from '../support/gateway/secretForms';
import { testInFull } from '../support/inFull';
import { gatewayWindow, outcomeOf, type Route } from './support/gatewayRoutes';
import { items, said, say } from './support/talk';
import { versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const key = 'sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function stage<Cli extends BedCli>(version: Cli) {
  const api = await ScriptedApi.start();
  ends.push(() => api.close());
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 2 });
  ends.push(home.dispose);
  return { api, home, version };
}

type Stage<Cli extends BedCli = BedCli> = Awaited<ReturnType<typeof stage<Cli>>>;

async function open(on: Stage, route: Route, options: object = {}) {
  const window = await gatewayWindow({ ...on, route, key, ...options });
  ends.push(() => window.close());
  const channel = await window.registry.create(on.home.workspace);
  return { window, channel, watch: new ChannelWatch(channel) };
}

/** Has a conversation of five turns: text, edits, a subagent, an overload, and a Stop. */
async function converse({ api, home, version }: Stage<CliVersion>, route: Route) {
  const file = join(home.workspace, 'a.txt');
  api.onPrompt('say', [text('Said, with a 🦊.')]);
  api.onPrompt('edit', [
    toolUse('Write', { file_path: file, content: 'one\ntwo\n' }),
    toolUse('Edit', { file_path: file, old_string: 'two', new_string: 'three' }),
    text('Edited.'),
  ]);
  const call = {
    description: 'look',
    prompt: 'look around',
    subagent_type: 'general-purpose',
    run_in_background: false,
  };
  api.onSubagent('look around', [text('Nothing there.')]);
  api.onPrompt('delegate', [toolUse(versionTraits[version].agentTool, call), text('All quiet.')]);
  api.onPrompt('overload', [attempts(failure(529), text('At last.'))]);
  api.onPrompt('wait', [text('Half', gate('half'), ' and half')]);
  const { channel, watch } = await open({ api, home, version }, route);
  await say(channel, 'say', 'edit', 'delegate', 'overload');
  channel.messages.send({ text: 'wait', images: [] });
  await watch.until('half of the text', () => said(channel).some(words => words === 'Half'));
  await channel.stop();
  await watch.turns(5);
  return channel;
}

describe.each(versionsWith())('Claude Code %s', version => {
  testInFull(
    'gives the same conversation through the gateway as with the address itself',
    async () => {
      const outcomes = await Promise.all(
        (['direct', 'inject', 'observe'] as const).map(async route => {
          const on = await stage(version);
          const channel = await converse(on, route);
          const outcome = await outcomeOf(channel, on.api, on.home);
          const keys = new Set(on.api.requests.map(({ headers }) => headers['x-api-key']));
          return { ...outcome, keys: [...keys] };
        }),
      );
      const [direct, inject, observe] = outcomes;
      expect(direct?.outcomes).toEqual([...Array(4).fill('completed'), 'interrupted']);
      expect(direct?.files).toEqual([['a.txt', 'one\nthree\n']]);
      expect(inject).toEqual(direct);
      expect(observe).toEqual(direct);
      expect(direct?.keys).toEqual([key]);
    },
    240_000,
  );

  it('shows a key that is kept to nobody on this machine', async () => {
    const on = await stage(version);
    const { log, lines } = everyLine();
    const dump =
      'cd ../tmp; env > env.txt; cat /proc/$PPID/environ /proc/$PPID/cmdline > parent.txt';
    on.api.onPrompt('dump', [
      toolUse('Bash', { command: dump, description: 'Dump' }),
      text('Done.'),
    ]);
    const { channel, watch } = await open(on, 'inject', { log });
    channel.messages.send({ text: 'dump', images: [] });
    await channel.answer((await watch.prompt()).id, { kind: 'allowOnce' });
    await watch.turns(1);
    expect(on.api.mainRequests('dump').at(-1)?.headers['x-api-key']).toBe(key);
    const pid = channel.agent.slot.pid ?? expect.fail();
    const told = [
      ...(await Promise.all(
        ['environ', 'cmdline'].map(name => readFile(`/proc/${pid}/${name}`, 'latin1')),
      )),
      JSON.stringify(lines),
      JSON.stringify(channel.conversation),
      problemReport({
        ...{ versions: {}, settings: {}, channels: [channel], processes: [] },
        log: lines.map(line => JSON.stringify(line)),
      }),
    ];
    const nonce = /sk-tandem-[\w-]+/.exec(told[0] ?? '')?.[0] ?? expect.fail('There is no nonce.');
    expect(await readFile(join(on.home.root, 'tmp', 'env.txt'), 'utf8')).toContain(nonce);
    for (const text of told.slice(1)) expect(text).not.toContain(nonce);
    await channel.flush();
    const files = await filesBelow(on.home.root);
    for (const [form, hidden] of secretForms(key)) {
      const places = [...files].filter(([, content]) => content.includes(hidden));
      expect([form, places.map(([name]) => name)]).toEqual([form, []]);
      expect([form, told.some(one => one.includes(hidden))]).toEqual([form, false]);
    }
    // The search itself finds what is there.
    expect([...files.values()].some(content => content.includes(nonce))).toBe(true);
  }, 120_000);

  it.each(rowsOf<Route>(['inject'], ['inject', 'observe']))(
    'sends nothing elsewhere, whatever the folder or the environment names: %s',
    async route => {
      const on = await stage(version);
      const other = await ScriptedApi.start();
      ends.push(() => other.close());
      const proxies = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
      const env = {
        ...Object.fromEntries(proxies.map(name => [name, other.url])),
        ...{ NO_PROXY: '', no_proxy: '', ANTHROPIC_BASE_URL: other.url },
        ...{ ANTHROPIC_API_KEY: 'sk-ant-hostile', ANTHROPIC_AUTH_TOKEN: 'hostile' },
        ...{ CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_BEDROCK_BASE_URL: other.url },
        ...{ CLAUDE_CODE_USE_MANTLE: '1', ANTHROPIC_BEDROCK_MANTLE_BASE_URL: other.url },
        ...{ CLAUDE_CODE_SKIP_MANTLE_AUTH: '1', ANTHROPIC_UNIX_SOCKET: '/nobody/listens' },
      };
      Object.assign(on.home.env, env);
      const file = join(on.home.workspace, '.claude', 'settings.json');
      await mkdir(dirname(file));
      await writeFile(file, JSON.stringify({ env }));
      await writeFile(join(on.home.workspace, '.env'), `ANTHROPIC_BASE_URL=${other.url}\n`);
      on.api.onPrompt('go', [text('Gone.')]);
      const { channel } = await open(on, route);
      await say(channel, 'go');
      expect(said(channel)).toContain('Gone.');
      expect(on.api.mainRequests('go').map(({ headers }) => headers['x-api-key'])).toEqual(
        // The folder's own key goes along where keys pass, to the profile's address only.
        [route === 'inject' ? key : expect.any(String)],
      );
      expect([other.requests, other.otherRequests]).toEqual([[], []]);
    },
    120_000,
  );

  it.each(rowsOf<Route>([], ['observe', 'inject']))(
    'goes on when the gateway dies in a turn: %s',
    async route => {
      const on = await stage(version);
      on.api.onPrompt('half', [text('Half', gate('half'), ' and half')]);
      on.api.onPrompt('again', [text('Again.')]);
      const { window, channel, watch } = await open(on, route);
      channel.messages.send({ text: 'half', images: [] });
      await watch.until('half of the text', () => said(channel).includes('Half'));
      const { address = '' } = window.service.state;
      const former = channel.agent.slot.pid;
      closeServer(Number(new URL(address).port));
      await watch.until('another agent', ({ agent }) => {
        const { pid, status } = agent.slot;
        return pid !== former && status.phase === 'idle';
      });
      expect(noticesOf(channel)).toContain(
        route === 'observe' ? 'continues without it' : 'continues with a new one',
      );
      // The message is in the conversation, or in the message box again.
      const { draft } = channel.record;
      expect(said(channel).includes('half') || draft.text.includes('half')).toBe(true);
      await say(channel, 'again');
      expect(said(channel)).toContain('Again.');
      const { observed, kept } = window.service.state;
      expect([observed, kept]).toEqual(route === 'observe' ? [0, 0] : [0, 1]);
    },
    120_000,
  );

  it('has a substitute that is of no use once the conversation is closed', async () => {
    const on = await stage(version === 'newest' ? underOurs : version);
    on.api.onPrompt('go', [text('Gone.')]);
    const { window, channel } = await open(on, 'inject');
    await say(channel, 'go');
    const environ = await readFile(`/proc/${channel.agent.slot.pid}/environ`, 'latin1');
    const variables = new Map(environ.split('\0').map(line => line.split('=') as [string, string]));
    const ask = async () => {
      const headers = { 'x-api-key': variables.get('ANTHROPIC_API_KEY') ?? '' };
      const address = `${variables.get('ANTHROPIC_BASE_URL')}/v1/models`;
      return (await send(address, { method: 'HEAD', headers })).statusCode;
    };
    expect(await ask()).toBe(200);
    await window.registry.close(channel.id);
    expect(await ask()).toBe(401);
  }, 60_000);
});

function everyLine() {
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const log: Log = {
    ...{ trace: note, debug: note, info: note, warn: note, error: note, traces: true },
    child: () => log,
  };
  return { log, lines };
}

const noticesOf = (channel: Channel) =>
  JSON.stringify(items(channel).filter(({ kind }) => kind === 'notice'));

/** Contents of all files, as Latin-1, by their paths. */
async function filesBelow(root: string): Promise<Map<string, string>> {
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter(file =>
    file.isFile(),
  );
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        // A file may vanish while it is read.
        return [path, await readFile(path, 'latin1').catch(() => '')] as const;
      }),
    ),
  );
}
