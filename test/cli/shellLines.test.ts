import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Channel } from '../../src/core/conversation/channel';
import type { ShellRunner } from '../../src/core/conversation/shellRunner';
import { runInShell } from '../../src/node/userShell';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { cliBinary } from '../support/cli/cliBinary';
import { TerminalCli } from '../support/cli/terminalCli';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { items, said } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds();

let terminal: TerminalCli | undefined;

afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});

/** Runs every line, in the environment of the test. */
const shell: ShellRunner = {
  start: ({ command, cwd }) => {
    const env = bed.home.env as Record<string, string>;
    return runInShell(command, { cwd, env, platform: process.platform });
  },
};
const ports = { shell };

const waiting = (channel: Channel) => channel.conversation.summary.shellLines ?? [];

async function run(channel: Channel, watch: ChannelWatch, command: string) {
  await channel.shell.run(command);
  return watch.until(`the end of ${command}`, () =>
    waiting(channel).find(line => line.command === command && line.end),
  );
}

async function ask(channel: Channel, watch: ChannelWatch, words: string) {
  const turns = channel.conversation.turns.length;
  bed.api.onPrompt(words, [text(`Answer to ${words}.`)]);
  channel.send({ text: words, images: [] });
  await watch.turns(turns + 1);
}

const shellContexts = (channel: Channel) =>
  items(channel).flatMap(item =>
    item.kind === 'prompt'
      ? (item.context ?? []).flatMap(one => (one.kind === 'shell' ? one.text : []))
      : [],
  );

describe.each(versionsWith())('Claude Code %s', version => {
  it('gets what shell lines have shown with the next message, as its own terminal stores it', async () => {
    const options = { version, ports };
    const channel = await (await bed.open(options)).create(bed.home.workspace);
    const watch = new ChannelWatch(channel);
    await writeFile(join(bed.home.workspace, 'a.txt'), 'one & <two>\n');
    expect(await run(channel, watch, 'cat a.txt; printf "\\033[31mred\\033[0m\\n"')).toMatchObject({
      output: 'one & <two>\nred',
      end: { exitCode: 0 },
    });
    expect(await run(channel, watch, 'echo wrong >&2; exit 3')).toMatchObject({
      output: 'wrong',
      end: { exitCode: 3 },
    });
    // Neither a reload nor a crash of the window loses a line that has ended.
    const again = await bed.reopen(channel, options);
    const next = new ChannelWatch(again);
    expect(waiting(again).map(({ output }) => output)).toEqual(['one & <two>\nred', 'wrong']);
    again.shell.drop([waiting(again)[1]?.id ?? '']);
    await ask(again, next, 'what was that?');
    expect(waiting(again)).toEqual([]);
    const [request] = bed.api.mainRequests('what was that?');
    const last = request?.messages.findLast(({ role }) => role === 'user');
    const blocks = last?.content.map(block => block.text);
    expect(blocks?.slice(-3)).toEqual([
      '<bash-input>cat a.txt; printf "\\033[31mred\\033[0m\\n"</bash-input>',
      '<bash-stdout>one &amp; &lt;two&gt;\nred</bash-stdout><bash-stderr></bash-stderr>',
      'what was that?',
    ]);
    const sent = ['$ cat a.txt; printf "\\033[31mred\\033[0m\\n"\n\none & <two>\nred'];
    expect(shellContexts(again)).toEqual(sent);
    expect(said(again)).toEqual(['what was that?', 'Answer to what was that?.']);
    const restored = await bed.reopen(again, options);
    expect(shellContexts(restored)).toEqual(sent);
    expect(said(restored)).toEqual(['what was that?', 'Answer to what was that?.']);
    await ask(restored, new ChannelWatch(restored), 'and now?');
    expect(JSON.stringify(bed.api.mainRequests('and now?').at(-1)?.messages)).toContain(
      'one &amp;',
    );
  });
});

testInFull('shares shell lines with the terminal of Claude Code, in both directions', async () => {
  const registry = await bed.open({ ports });
  const channel = await registry.create(bed.home.workspace);
  const watch = new ChannelWatch(channel);
  await run(channel, watch, 'echo from-the-editor');
  await ask(channel, watch, 'seen?');
  const { sessionId } = channel.record;
  await registry.close(channel.id);

  // The newest version answers each line.
  bed.api.onPrompt(/from-the-terminal/, [text('Noted.')]);
  terminal = await TerminalCli.start(await cliBinary('newest'), bed.home, ['--resume', sessionId]);
  await terminal.pid(bed.home, sessionId);
  await terminal.until('from-the-editor');
  expect(terminal.hasShown('bash-input')).toBe(false);
  // A second "!" would be part of the command.
  await terminal.insist('!', 'shell', '\x7f');
  const answered = bed.api.waitForRequest(({ messages }) =>
    JSON.stringify(messages).includes('<bash-stdout>from-the-terminal'),
  );
  await terminal.say("printf '%s\\n' from-the-terminal", answered);
  await terminal.until('Noted.');
  await terminal.close();

  const again = await registry.openSession(bed.home.workspace, sessionId);
  expect(said(again)).toEqual([
    'seen?',
    'Answer to seen?.',
    "!printf '%s\\n' from-the-terminal",
    'Noted.',
  ]);
  expect(shellContexts(again)).toEqual([
    '$ echo from-the-editor\n\nfrom-the-editor',
    "$ printf '%s\\n' from-the-terminal\n\nfrom-the-terminal",
  ]);
});
