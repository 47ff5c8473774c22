import { join } from 'node:path';
import { cacheFolder, type Progress, removeHalfBuilt } from '../cache';
import { removeLockLeftovers, withFileLock } from '../cacheLock';
import { Unavailable } from './unavailable';

/** A requirement of a task that a clone does not include. */
export interface Provision {
  /** Name on the command line: `npm run provision -- <name>`. */
  name: string;
  /** Name in a sentence, for example `Claude Code 2.0.36`. */
  what: string;
  /** Approximate download size. */
  megabytes: number;
  isThere(): Promise<boolean>;
  /** @throws Unavailable, or the error that a program reported */
  provide(progress: Progress): Promise<void>;
}

/** Names all failed provisions, one line each, with the remedy. */
export class ProvisionError extends Error {}

/**
 * Provides missing requirements. The cache folder's lock allows one process at a time.
 * Tries all of them before reporting the first failure.
 * @throws ProvisionError
 */
export async function provideAll(wanted: readonly Provision[], progress: Progress): Promise<void> {
  const missing = await missingOf(wanted);
  if (missing.length === 0) return;
  const root = cacheFolder();
  const lock = join(root, 'provision.lock');
  const failures: string[] = [];
  const work = async () => {
    await removeLockLeftovers(lock);
    await removeHalfBuilt(root);
    // After waiting for the lock, another process may have done the work.
    failures.push(...(await provideInOrder(await missingOf(missing), progress)));
  };
  try {
    await withFileLock(lock, work, holder =>
      progress(`Waiting for process ${holder.pid} (${holder.task}), which fills ${root}`),
    );
  } catch (error) {
    throw new ProvisionError(
      `The cache folder ${root} cannot be used: ${messageOf(error)}; set TANDEM_CACHE to another folder.`,
    );
  }
  if (failures.length > 0) throw new ProvisionError(failures.join('\n'));
}

async function missingOf(wanted: readonly Provision[]): Promise<readonly Provision[]> {
  const there = await Promise.all(wanted.map(one => one.isThere()));
  return wanted.filter((_, index) => !there[index]);
}

/** @returns a sentence for each failure */
async function provideInOrder(
  missing: readonly Provision[],
  progress: Progress,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const total = missing.reduce((sum, one) => sum + one.megabytes, 0);
  let done = 0;
  for (const [index, one] of missing.entries()) {
    const step = `[${index + 1}/${missing.length}]`;
    done += one.megabytes;
    // A previous provision may have included this one.
    if (await one.isThere()) continue;
    const started = Date.now();
    progress(`${step} ${one.what}: about ${one.megabytes} MB to download`);
    try {
      await one.provide(line => progress(`      ${line}`));
      if (!(await one.isThere())) throw new Error('it was installed, yet it is not found');
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      progress(`${step} ${one.what} is ready after ${seconds} s; about ${done} of ${total} MB`);
    } catch (error) {
      const sentence = describe(one, error);
      progress(`${step} ${sentence}`);
      failures.push(sentence);
    }
  }
  return failures;
}

function describe({ what, name }: Provision, error: unknown): string {
  const again = `then run "npm run provision -- ${name}"`;
  if (/ENOSPC|No space left on device/i.test(allMessagesOf(error))) {
    const remedy = 'free some, or set TANDEM_CACHE to a folder on another disk';
    return `${what} cannot be had: no space is left for ${cacheFolder()}; ${remedy}, ${again}.`;
  }
  return error instanceof Unavailable
    ? `${what} cannot be had: ${error.reason}; ${error.remedy}, ${again}.`
    : `${what} cannot be had: ${messageOf(error)}; mend that, ${again}.`;
}

function allMessagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}\n${allMessagesOf(error.cause)}`;
}

/** Returns the last line of a program's output, which usually names the cause. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n').at(-1) ?? '';
}
