import { execFile } from 'node:child_process';
import { chmod, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { seesFiles } from '../../src/cli/launch/seesFiles';
import { text, toolUse } from '../support/api/reply';
import { put, ReviewBed } from '../support/channels/reviewBed';
import { type CliVersion, cliBinary, cliVersions } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { items } from './support/talk';
import { everydayWork } from './support/wrapperStory';

let bed: ReviewBed | undefined;
afterEach(async () => {
  await bed?.close();
  bed = undefined;
});

/** Opens a window with a script as its wrapper. `begin` is run before the CLI. */
async function openWith(begin: (root: string) => string, args: readonly string[] = []) {
  bed = await ReviewBed.open({
    channelSettings: { initialMode: 'default' },
    wrap: async ({ root }) => {
      const script = join(root, 'wrap.sh');
      await writeFile(script, `#!/bin/sh\n${begin(root)}\nexec "$@"\n`);
      await chmod(script, 0o755);
      return { wrapper: [script, ...args] };
    },
  });
  return bed;
}

it('starts the CLI by the command, with the same chat, permissions and review', async () => {
  const window = await openWith(
    root => `echo "Welcome to OpenSSH 9.2.1"; echo "{ $1" ; echo "$2" "$#" >> ${root}/argv; shift`,
    ['one argument'],
  );
  await everydayWork(window);
  const started = (await readFile(join(window.home.root, 'argv'), 'utf8')).trim().split('\n');
  expect(started.every(line => line.startsWith('/'))).toBe(true);
  // The version, the file that the CLI sees, and the conversation.
  expect(started).toHaveLength(3);
});

testInFull(
  'says that the files are others, shows no diff, reviews nothing, and goes on after a restart',
  async () => {
    const window = await openWith(
      // Stands in for another machine: neither Tandem's files nor its sessions are there.
      root => `export CLAUDE_CONFIG_DIR=${root}/theirs
echo "$@" >> ${root}/argv
for word; do case $word in */scratch/*|*/tandem-[0-9]*.txt)
  echo "Error: Settings file not found: $word" >&2; exit 1;;
esac; done`,
    );
    const path = window.path('greeting.txt');
    await put(path, 'Hello\n');
    const { channel, watch } = await window.talk();
    const edit = toolUse('Edit', { file_path: path, old_string: 'Hello', new_string: 'Bye' });
    window.api.onPrompt('say bye', [toolUse('Read', { file_path: path }), edit, text('Said.')]);
    channel.messages.send({ text: 'say bye', images: [] });
    const prompt = await watch.prompt();
    expect(prompt).toMatchObject({ kind: 'permission', hasDiff: false });
    await channel.answer(prompt.id, { kind: 'allowOnce' });
    await watch.turns(1);
    expect(window.waiting(path)).toEqual([]);
    expect(JSON.stringify(items(channel))).toContain('reviews no changes');

    // Nobody could be asked about the programs of a folder that is not here.
    const started = await readFile(join(window.home.root, 'argv'), 'utf8');
    expect(started).toContain('--setting-sources user');

    channel.agent.needRestart();
    window.api.onPrompt('again', [text('Gladly.')]);
    channel.messages.send({ text: 'again', images: [] });
    await watch.turns(2);
    expect(JSON.stringify(window.api.mainRequests('again').at(-1)?.body.messages)).toContain(
      'say bye',
    );
  },
);

it('says what to do if the command does not start the CLI, or no longer', async () => {
  const window = await openWith(root => `[ ! -e ${root}/away ] || exec "$1-away"`);
  const { channel, watch } = await window.talk();
  await writeFile(join(window.home.root, 'away'), '');
  await utimes(join(window.home.root, 'wrap.sh'), 1, 1);
  channel.messages.send({ text: 'hello', images: [] });
  const { detail, actions } = await watch.until('a reason', ({ conversation }) => {
    const { agent } = conversation.summary;
    return agent.detail !== undefined && agent;
  });
  expect(detail).toMatch(/claude does not exist in there\. Set tandem\.cli\.path/);
  expect(actions).toContain('openWrapperSetting');

  await rm(join(window.home.root, 'wrap.sh'));
  await expect(window.talk()).rejects.toMatchObject({
    code: 'cli.wrapper',
    message: expect.stringMatching(/wrap\.sh does not exist/),
  });
});

it.each(rowsOf<CliVersion>(['newest'], cliVersions))(
  'Claude Code %s says which settings file it does not see',
  async version => {
    const { command, prefix } = await cliBinary(version);
    const runOn = (change: (path: string) => string) => async (args: readonly string[]) => {
      const line = [...prefix, ...args.map(one => (one.startsWith('/') ? change(one) : one))];
      const { stdout, stderr } = await promisify(execFile)(command, line).catch(
        (failed: { stdout: string; stderr: string }) => failed,
      );
      return stdout + stderr;
    };
    expect(
      await seesFiles(
        undefined,
        runOn(path => path),
      ),
    ).toBe(true);
    expect(
      await seesFiles(
        undefined,
        runOn(path => `${path}.far`),
      ),
    ).toBe(false);
  },
);
