import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import { isolatedHome } from '../support/cli/isolatedHome';
import { HeldSyncs } from '../support/disk/heldSyncs';
import { TrackedEdits } from '../support/trackedEdits';

/**
 * Between Enter and the first token, the host waits for the CLI and nothing else: no other program
 * starts, and no file is waited for until a disk has it. Here, the disk has none before the token.
 */

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Notes each program that this process starts. */
function watchForks(): string[] {
  const started: string[] = [];
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    // Known as soon as the call returns.
    queueMicrotask(() => started.push(child.spawnargs.join(' ')));
  };
  subscribe('child_process', note);
  ends.push(() => unsubscribe('child_process', note));
  return started;
}

/** The last call of the first look at the files. */
const isRefresh = (command: string) => command.includes('--porcelain=v2');

it('waits for no disk and starts no program between Enter and the first token', async () => {
  const api = await ScriptedApi.start();
  ends.push(() => api.close());
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  ends.push(() => home.dispose());
  for (const prompt of ['one', 'two', 'three']) {
    api.onPrompt(prompt, [text(`Answer to ${prompt}.`)]);
  }
  const edits = new TrackedEdits(join(home.root, 'storage'));
  ends.push(() => edits.dispose());
  const registry = await channelBed({ home, edits });
  ends.push(() => registry.dispose());
  const channel = await registry.create(home.workspace);
  const watch = new ChannelWatch(channel);
  await channel.agent.warmUp();
  await channel.flush();

  const started = watchForks();
  for (const [index, prompt] of ['one', 'two', 'three'].entries()) {
    const held = new HeldSyncs();
    ends.push(() => held.release());
    const forks = started.length;
    // Counted as the token comes: the files are looked at from then on.
    let atToken: number | undefined;
    const news = channel.history.onNews(events => {
      if (events.some(({ type }) => type === 'block.delta')) {
        atToken ??= started.length;
      }
    });
    channel.messages.send({ text: prompt, images: [] });
    await watch.until(`the first token of ${prompt}`, () => atToken !== undefined);
    news.dispose();
    expect(started.slice(forks, atToken)).toEqual([]);
    // The record was written, and the disk was asked for it.
    expect(held.paths.filter(path => path.includes('channels'))).not.toEqual([]);
    held.release();
    // The files are looked at once the agent answers.
    await expect.poll(() => started.filter(isRefresh).length, { timeout: 20_000 }).toBe(1);
    await watch.turns(index + 1);
    await channel.flush();
  }
});
