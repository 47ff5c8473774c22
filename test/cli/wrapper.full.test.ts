import { chmod, copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endOrphan } from '../../src/node/processIdentity';
import { gate, text, toolUse } from '../support/api/reply';
import { bytesAt, ReviewBed, type Talk } from '../support/channels/reviewBed';
import { cliBinary } from '../support/cli/cliBinary';
import { runProgram } from '../support/npmClient';
import { readRecipe, type SshServer, startSshServer, writeScript } from './support/wrapperRecipes';
import { everydayWork } from './support/wrapperStory';

let bed: ReviewBed | undefined;
let server: SshServer | undefined;

beforeEach(() => {
  // The sandbox has a /tmp of its own, and the projects of users are elsewhere.
  vi.stubEnv('TMPDIR', '/var/tmp');
});
afterEach(async () => {
  await bed?.close();
  await server?.close();
  [bed, server] = [undefined, undefined];
  vi.unstubAllEnvs();
});

/** Has all that a shell would read in its own way. */
const prompt = 'It\'s "quoted"; $HOME `id` \\ *\nand goes on.';

async function open(wrap: NonNullable<Parameters<typeof ReviewBed.open>[0]>['wrap']) {
  bed = await ReviewBed.open({
    channelSettings: { initialMode: 'default' },
    settings: { 'tandem.appendSystemPrompt': prompt },
    ...(wrap ? { wrap } : {}),
  });
  return bed;
}

/** Lists the processes that run the session, wherever they were started. */
async function processesOf({ channel }: Talk): Promise<string[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const lines = await Promise.all(
    // A process may end while it is looked at.
    pids.map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter(line => line.includes(channel.record.sessionId));
}

/** Ends agents that work, as a closed window does, and as the window after a killed one does. */
async function leavesNothing(window: ReviewBed): Promise<void> {
  window.api.onPrompt('wait', [text(gate('never'))]);
  for (const end of [close, endAsOrphan]) {
    const talk = await window.talk();
    talk.channel.messages.send({ text: 'wait', images: [] });
    await talk.watch.phase('working');
    await talk.channel.flush();
    expect((await processesOf(talk)).length).toBeGreaterThan(0);
    await end(talk, window);
    await expect.poll(() => processesOf(talk), { timeout: 10_000 }).toEqual([]);
  }
}

function close({ channel }: Talk, window: ReviewBed): Promise<void> {
  return window.registry.close(channel.id);
}

async function endAsOrphan({ channel }: Talk): Promise<void> {
  const { process: left } = channel.record;
  if (!left) throw new Error('No process was recorded');
  await endOrphan(left, process.platform);
}

async function writeProgram(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
}

async function run(window: ReviewBed, command: string): Promise<string> {
  const talk = await window.talk();
  await talk.turn(toolUse('Bash', { command, description: 'Try' }));
  return JSON.stringify(talk.channel.conversation.turns);
}

describe('bubblewrap', () => {
  const recipe: Parameters<typeof open>[0] = ({ workspace, configDir }) =>
    readRecipe('A sandbox', {
      '/home/me/project': workspace,
      '/home/me/.claude-sandbox': configDir,
    });

  it('runs everyday work, and ends it', async () => {
    const window = await open(recipe);
    await everydayWork(window);
    await leavesNothing(window);
  });

  it('lets commands write in the folder only', async () => {
    const window = await open(recipe);
    const outside = join(window.home.root, 'outside');
    const seen = await run(window, `touch ${window.path('inside')}; touch ${outside}`);
    expect(seen).toContain('Read-only file system');
    expect(await bytesAt(window.path('inside'))).toBeDefined();
    expect(await bytesAt(outside)).toBeUndefined();
  });
});

describe('setpriv', () => {
  const recipe: Parameters<typeof open>[0] = async home => {
    expect(
      process.getuid?.(),
      'Only root can become another user: run the full suite as root, for example in a container',
    ).toBe(0);
    const theirs = await runProgram('id', ['-u', 'nobody']);
    await runProgram('chown', ['-R', 'nobody', home.root]);
    // The clone may lie where only we may look.
    const path = join(home.root, 'claude');
    const cli = await cliBinary('newest');
    await link(cli.path, path).catch(() => copyFile(cli.path, path));
    expect(Number(theirs)).toBeGreaterThan(0);
    const start = await readRecipe('Another user', {
      '=agent': '=nobody',
      '"agent"': '"nobody"',
      '/home/agent/.claude': home.configDir,
      '/home/agent': home.home,
    });
    const wrapper = start.wrapper?.map(one => (one === '--regid=nobody' ? '--regid=nogroup' : one));
    return { ...start, path, ...(wrapper ? { wrapper } : {}) };
  };

  it('runs everyday work as that user, and ends it', async () => {
    const window = await open(recipe);
    await everydayWork(window);
    expect(await run(window, 'id -un')).toContain('nobody');
    await leavesNothing(window);
  });
});

describe('ssh', () => {
  const recipe: Parameters<typeof open>[0] = async home => {
    server = await startSshServer(join(home.root, 'ssh'));
    const script = join(home.root, "claude's ssh");
    await writeScript('Another machine', script);
    const { wrapper = [] } = await readRecipe('Another machine', {
      '~/bin/claude-over-ssh': script,
      'me@host': 'far',
    });
    // The settings that a user's own ssh would have, and the environment that the far user has.
    const bin = join(home.root, 'bin');
    await mkdir(bin);
    await writeProgram(join(bin, 'ssh'), `exec /usr/bin/ssh -F '${server.config}' "$@"`);
    const path = join(bin, 'far-claude');
    const far = Object.entries(home.cliEnv)
      .filter(([name]) => !name.startsWith('ANTHROPIC_'))
      .map(([name, value]) => `export ${name}='${value}'`);
    const { path: cli } = await cliBinary('newest');
    await writeProgram(path, [...far, `exec '${cli}' "$@"`].join('\n'));
    return { wrapper, path, customEnv: { PATH: `${bin}:${process.env.PATH}` } };
  };

  it('runs everyday work, and ends it', async () => {
    const window = await open(recipe);
    await everydayWork(window);
    const { system } = window.api.mainRequests('say bye').at(-1)?.body ?? {};
    expect(JSON.stringify(system)).toContain(JSON.stringify(prompt).slice(1, -1));
    await leavesNothing(window);
  });
});
