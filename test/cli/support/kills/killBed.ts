import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import type { ChannelId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import { isAlive } from '../../../../src/node/isAlive';
import { gate, text, toolUse } from '../../../support/api/reply';
import type { Rounds } from '../../../support/api/scriptedApi';
import { ChannelWatch } from '../../../support/channels/channelBed';
import { ReviewBed } from '../../../support/channels/reviewBed';
import {
  type HostOrder,
  type HostOrders,
  type HostReport,
  type Moment,
  names,
  streamed,
  texts,
  type Victim,
  words,
} from './moments';

const program = fileURLToPath(new URL('./killedHost.ts', import.meta.url));
const patience = { timeout: 30_000, interval: 50 };
const goOn = 'Go on.';

/** A host in its own process, which is killed at one moment, and the window that comes after it. */
export class KillBed {
  private next: ReviewBed | undefined;

  private constructor(
    private readonly first: ReviewBed,
    private readonly moment: Moment,
    private readonly host: ChildProcess,
  ) {}

  /** Starts a host, and resolves when it has reached the moment. */
  static async open(moment: Moment): Promise<[KillBed, reached: Reached]> {
    // Nothing happens in this window: it owns the API and the home.
    const first = await ReviewBed.open();
    await writeFile(first.path(names.edited), texts.before);
    first.api.onPrompt('Hello.', [text('Hello, too.')]);
    first.api.onPrompt(words, answersTo(moment, first));
    first.api.onPrompt(goOn, [text('Going on.')]);
    first.api.onPrompt(/The interrupted Write call is denied/, [text('All right.')]);
    const { root, home, env, workspace } = first.home;
    const orders: HostOrders = { home: { root, home, env, workspace }, moment };
    const host = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(orders)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const bed = new KillBed(first, moment, host);
    const report = await bed.report();
    if (report.kind !== 'reached') throw new Error('The host has not reached its moment');
    return [bed, report];
  }

  /** Kills processes, and opens the next window, which restores the conversation. */
  async kill(victim: Victim, { channel, agent }: Reached): Promise<Restored> {
    const host = this.host.pid ?? 0;
    const exited = once(this.host, 'exit');
    const all = [host, ...processesOf(this.first.home.root).map(({ pid }) => pid)];
    const targets = {
      'the CLI': [agent],
      'the host': [host],
      both: [host, agent],
      everything: all,
    };
    for (const pid of new Set(targets[victim])) {
      if (pid !== undefined) killNow(pid);
    }
    if (victim === 'the CLI') {
      this.order('goOn');
      expect(await this.report()).toEqual({ kind: 'settled' });
      this.order('leave');
    }
    await exited;
    const bed = await ReviewBed.open({ after: this.first });
    this.next = bed;
    const { workspace } = bed.home;
    await bed.registry.endOrphanedProcesses([workspace]);
    const loaded = await bed.registry.load(workspace, channel);
    if (!loaded) throw new Error('The conversation is not there any more');
    const again = await this.whenOurs(bed, loaded);
    await bed.edits.reviews.load([workspace], async () => false);
    await bed.edits.tracker.recover(bed.review(channel));
    return { bed, channel: again, watch: new ChannelWatch(again) };
  }

  async close(): Promise<void> {
    if (this.host.exitCode === null && this.host.signalCode === null) {
      this.host.kill('SIGKILL');
    }
    await this.next?.leave();
    await this.first.close();
  }

  /** Checks everything that a kill must leave, and goes on with the conversation. */
  async check({ bed, channel, watch }: Restored): Promise<void> {
    expect(channel.heldBy).toBeUndefined();
    expect(placesOf(channel), 'places of the message').toHaveLength(1);
    await this.checkFiles(bed);
    const [waiting] = channel.conversation.summary.waiting;
    if (waiting) {
      expect(this.moment).toMatch(/permission card|Allow/);
      await channel.answer(waiting.id, { kind: 'deny' });
      await says(watch, 'All right.');
    }
    channel.messages.send({ text: goOn, images: [] });
    await says(watch, 'Going on.');
    await watch.phase('idle');
    const asked = bed.api.mainRequests().filter(({ round }) => round === 0);
    const times = (sent: string) => asked.filter(({ prompt }) => prompt.includes(sent)).length;
    expect(times(words), 'times the message was sent').toBeLessThanOrEqual(1);
    expect(times(goOn)).toBe(1);
    expect(placesOf(channel), 'places of the message').toHaveLength(1);
  }

  /** Checks that files are as before or as after, and that what was before can be had back. */
  private async checkFiles(bed: ReviewBed): Promise<void> {
    const path = bed.path(names.edited);
    const now = await readFile(path, 'utf8');
    expect([texts.before, texts.after]).toContain(now);
    if (this.moment === 'between the write of an Edit and its result') {
      expect(now).toBe(texts.after);
    }
    if (now === texts.after) {
      expect(bed.waiting(path)).toHaveLength(1);
      await bed.decisions.undoFiles('Undo', bed.waiting(path));
      expect(await readFile(path, 'utf8')).toBe(texts.before);
    }
    const edits = bed.edits.reviews.all.flatMap(({ record }) =>
      record.changes.filter(change => change.toolId !== undefined),
    );
    expect(edits.length).toBeLessThanOrEqual(1);
    expect(bed.edits.reviews.all.flatMap(({ record }) => record.open)).toEqual([]);
    if (this.moment === 'while a command runs') {
      expect(await readFile(bed.path(names.started), 'utf8')).toBe('started\n');
    }
  }

  /** Resolves with the conversation when a CLI that outlived its host has let go of it. */
  private async whenOurs({ registry, home }: ReviewBed, channel: Channel): Promise<Channel> {
    await vi.waitFor(() => expect(processesOf(home.root)).toEqual([]), patience);
    const ours = () => registry.all.find(({ id, heldBy }) => id === channel.id && !heldBy);
    return vi.waitUntil(ours, patience);
  }

  private order(order: HostOrder): void {
    this.host.send(order);
  }

  private async report(): Promise<HostReport> {
    const [report] = await Promise.race([
      once(this.host, 'message'),
      once(this.host, 'exit').then(([code, signal]) => {
        throw new Error(`The host has ended: ${code ?? signal}`);
      }),
    ]);
    return report;
  }
}

/** Processes and conversation at the moment of the kill. */
interface Reached {
  readonly channel: ChannelId;
  readonly agent?: number | undefined;
}

interface Restored {
  readonly bed: ReviewBed;
  readonly channel: Channel;
  readonly watch: ChannelWatch;
}

/** Returns the agent's part of the story. */
function answersTo(moment: Moment, bed: ReviewBed): Rounds {
  switch (moment) {
    case 'after stdin, before the first frame':
      return [[gate('never'), text('Never.')]];
    case 'while text streams':
    case 'while a Stop is under way':
      return [[text(`${streamed} `, gate('never'), 'and no further.')]];
    case 'while a permission card waits':
    case 'after Allow, before the CLI has it': {
      const input = { file_path: bed.path(names.written), content: 'new\n' };
      return [toolUse('Write', input), text('Written.')];
    }
    case 'while a command runs': {
      const command = `echo started >> ${names.started}; while true; do sleep 0.1; done`;
      return [toolUse('Bash', { command, description: 'Wait' }), text('Done.')];
    }
    case 'between the write of an Edit and its result':
    case 'while an undo is recorded': {
      const file_path = bed.path(names.edited);
      return [toolUse('Edit', { file_path, old_string: 'one', new_string: 'ONE' }), text('Done.')];
    }
    default:
      return [text('Done.')];
  }
}

/** Returns where the user's message is: in the conversation, in the queue, or in the composer. */
function placesOf({ conversation, record }: Channel): string[] {
  const { turns, open } = conversation;
  const items = [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
  const said = items.filter(item => item.kind === 'prompt' && item.text === words);
  return [
    ...said.map(() => 'conversation'),
    ...record.queue.filter(one => one.text === words).map(() => 'queue'),
    ...record.draft.text.split('\n').flatMap(line => (line === words ? ['composer'] : [])),
  ];
}

function says(watch: ChannelWatch, said: string): Promise<boolean> {
  return watch.until(`the text "${said}"`, ({ conversation: { turns, open } }) =>
    [...turns, ...(open ? [open] : [])]
      .flatMap(turn => turn.items)
      .some(item => item.kind === 'text' && item.text.includes(said)),
  );
}

/** Kills a process, which may have ended because another one was killed. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** Lists living programs of a home, by their environment; nothing where there is no `/proc`. */
function processesOf(root: string): { pid: number; command: string }[] {
  const pids = process.platform === 'linux' ? readdirSync('/proc').map(Number) : [];
  return pids
    .filter(pid => pid > 0 && isAlive(pid))
    .flatMap(pid => {
      try {
        const environment = readFileSync(join('/proc', String(pid), 'environ'), 'utf8');
        const command = readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8');
        return environment.includes(root) ? [{ pid, command: command.replaceAll('\0', ' ') }] : [];
      } catch {
        // A process that has ended, or somebody else's.
        return [];
      }
    });
}
