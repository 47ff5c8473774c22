import { join } from 'node:path';
import { silentLog } from '../../../src/base/log';
import type { ChannelRegistry } from '../../../src/core/registry/channelRegistry';
import { runInChannel } from '../../../src/core/runs/channelRun';
import { ProcessRoom } from '../../../src/core/runs/processRoom';
import { type Batch, isOver } from '../../../src/core/runs/run';
import { RunBook } from '../../../src/core/runs/runBook';
import { Runs } from '../../../src/core/runs/runs';
import { systemClock } from '../../../src/node/systemClock';

export interface RunsBedOptions {
  readonly registry: ChannelRegistry;
  readonly storage: string;
  readonly maxLive: number;
}

/** Runs of a window without an editor: each file's path is the end of its message. */
export class RunsBed {
  /** Most processes that were alive at a time, counted whenever a conversation changes. */
  mostLive = 0;
  private constructor(
    readonly runs: Runs,
    registry: ChannelRegistry,
  ) {
    registry.onChanged(() => {
      const live = registry.all.filter(({ agent }) => agent.isLive).length;
      this.mostLive = Math.max(this.mostLive, live);
      runs.lookAgain();
    });
  }

  static async open({ registry, storage, maxLive }: RunsBedOptions): Promise<RunsBed> {
    const book = await RunBook.open(join(storage, 'runs.json'), systemClock, silentLog);
    const own = new Set<string>();
    const room = new ProcessRoom({
      all: () => registry.all,
      isRun: id => own.has(id),
      maxLive: () => maxLive,
      log: silentLog,
    });
    const runs = new Runs(
      book,
      {
        makeRoom: running => room.make(running),
        execute: async ({ prompt }, run, signal, report) => {
          const channel = await registry.create(run.folder);
          own.add(channel.id);
          report({ cwd: run.folder, channelId: channel.id, sessionId: channel.record.sessionId });
          const end = await runInChannel(channel, {
            draft: { text: `${prompt.text} ${nameOf(run.target)}`, images: [] },
            context: [],
            signal,
            onWaiting: isWaiting => report({ state: isWaiting ? 'waiting' : 'running' }),
            onChanged: registry.onChanged,
          });
          await registry.close(channel.id);
          own.delete(channel.id);
          return end;
        },
      },
      systemClock,
    );
    return new RunsBed(runs, registry);
  }

  /** Starts runs on files that need not exist. */
  start(folder: string, prompt: string, files: readonly string[], atATime: number): Batch {
    return this.runs.start({
      ...{ atATime, inWorktrees: false },
      prompt: { key: prompt, kind: 'typed', name: prompt, text: prompt },
      targets: files.map(path => ({ target: { kind: 'file', path }, folder })),
    });
  }

  /** Resolves with the batch when it meets a condition. */
  until(id: string, condition: (batch: Batch) => boolean): Promise<Batch> {
    return new Promise(resolve => {
      const look = () => {
        const batch = this.runs.book.batch(id);
        if (batch && condition(batch)) {
          listening.dispose();
          resolve(batch);
        }
      };
      const listening = this.runs.onChanged(look);
      look();
    });
  }

  over(id: string): Promise<Batch> {
    return this.until(id, ({ runs }) => runs.every(isOver));
  }
}

function nameOf(target: Batch['runs'][number]['target']): string {
  return target.kind === 'selection' ? target.name : target.path;
}
