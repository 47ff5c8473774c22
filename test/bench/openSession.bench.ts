import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLog } from '../../src/base/log';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { SessionId } from '../../src/contract/ids';
import { ConversationStore } from '../../src/core/conversation/conversationStore';
import { systemClock } from '../../src/node/systemClock';
import { writeBigSession } from '../support/bigSession';
import type { Benchmark, BenchmarkResult } from './benchmark';

/** Opening stored sessions, in wall time until the first page is available. */

const rounds = 9;
const megabyte = 1024 * 1024;
const sizes = { one: 1, fifty: 50 };
type Name = keyof typeof sizes;

const ids: Readonly<Record<Name, SessionId>> = {
  one: '00000000-0000-4000-8000-000000000001' as SessionId,
  fifty: '00000000-0000-4000-8000-000000000050' as SessionId,
};

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Interleaves the runs, so that a slow phase of the machine affects all of them alike. */
async function compare<T extends string>(
  runs: Readonly<Record<T, () => Promise<unknown>>>,
): Promise<Record<T, number>> {
  const times = new Map<string, number[]>();
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, run] of Object.entries<() => Promise<unknown>>(runs)) {
      const time = await timed(run);
      if (round >= 0) {
        times.set(name, [...(times.get(name) ?? []), time]);
      }
    }
  }
  const entries = [...times].map(([name, all]) => [name, median(all)] as const);
  return Object.fromEntries(entries) as Record<T, number>;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / megabyte;
}

class Bed {
  private constructor(
    private readonly root: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async make(): Promise<Bed> {
    const root = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const bed = new Bed(root, { CLAUDE_CONFIG_DIR: root });
    for (const [name, size] of Object.entries(sizes)) {
      await writeBigSession(await bed.path(name as Name), { bytes: size * megabyte });
    }
    return bed;
  }

  async path(name: Name): Promise<string> {
    return sessionPath(await sessionFolder('/workspace', this.env), ids[name]);
  }

  async session(name: Name) {
    const session = await openStoredSession(ids[name], '/workspace', this.env);
    if (!session) {
      throw new Error('It is not there');
    }
    return session;
  }

  /** Opens a session like a channel; disposing the store ends background work. */
  async store(name: Name): Promise<ConversationStore> {
    const store = new ConversationStore(1, systemClock, silentLog, async () => []);
    const session = await this.session(name);
    store.restore(session, session.tail.events);
    return store;
  }

  async open(name: Name): Promise<void> {
    const store = await this.store(name);
    JSON.stringify(store.page());
    store.dispose();
  }

  async read(name: Name): Promise<void> {
    const file = await open(await this.path(name));
    const block = Buffer.allocUnsafe(megabyte);
    for (let at = 0; (await file.read(block, 0, megabyte, at)).bytesRead > 0; at += megabyte) {
      // The data is not used: this is the floor.
    }
    await file.close();
  }

  async older(name: Name): Promise<void> {
    await (await this.session(name)).older(new AbortController().signal);
  }

  dispose(): Promise<void> {
    return rm(this.root, { recursive: true });
  }
}

async function scroll(bed: Bed): Promise<readonly BenchmarkResult[]> {
  const before = heap();
  const store = await bed.store('fifty');
  const opened = heap() - before;
  const pages: number[] = [];
  for (let isMore = true; isMore; ) {
    pages.push(
      await timed(async () => {
        isMore = await store.loadEarlier();
      }),
    );
  }
  const whole = pages.reduce((sum, time) => sum + time, 0);
  const count = store.current.turns.length;
  const held = heap() - before;
  store.attach({ post: () => undefined }).dispose();
  const kept = heap() - before;
  store.dispose();
  return [
    {
      what: 'an earlier page of 50 MB',
      measured: median([...pages]),
      limit: 100,
      unit: 'ms',
      detail: `${pages.length} pages, ${count} turns, ${whole.toFixed(0)} ms to the top, at most ${Math.max(...pages).toFixed(0)} ms`,
    },
    {
      what: 'heap after opening 50 MB',
      measured: opened,
      limit: 15,
      unit: 'MB',
      detail: `${held.toFixed(1)} MB at the top, ${kept.toFixed(1)} MB when nobody looks any more`,
    },
    { what: 'heap at the top of 50 MB', measured: held, limit: 60, unit: 'MB', detail: '' },
  ];
}

async function run(): Promise<readonly BenchmarkResult[]> {
  const bed = await Bed.make();
  try {
    const open = await compare({ one: () => bed.open('one'), fifty: () => bed.open('fifty') });
    const scan = await compare({ read: () => bed.read('fifty'), older: () => bed.older('fifty') });
    return [
      {
        what: 'open 50 MB against 1 MB',
        measured: open.fifty / open.one,
        limit: 3,
        unit: '×',
        detail: `${open.fifty.toFixed(1)} / ${open.one.toFixed(1)} ms`,
      },
      {
        what: 'scanning the earlier part against reading its bytes',
        measured: scan.older / scan.read,
        limit: 12,
        unit: '×',
        detail: `${scan.older.toFixed(0)} / ${scan.read.toFixed(0)} ms`,
      },
      ...(await scroll(bed)),
    ];
  } finally {
    await bed.dispose();
  }
}

export const bench: Benchmark = { name: 'stored sessions', run };
