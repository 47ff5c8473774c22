import { setTimeout as delay } from 'node:timers/promises';
import { findExecutable } from '../../src/node/executable';
import type { Progress } from './cache';
import { runProgram } from './npmClient';
import { Unavailable } from './provisions/unavailable';

const heldLock = /^E: Could not get lock (\S+?)\.? .*process (\d+ \([^)]*\))/m;
/** Errors of outdated package lists: a fresh system has none, and mirrors replace packages. */
const oldLists = /Unable to (locate|fetch)|Failed to fetch|no installation candidate/;
const interrupted = /dpkg was interrupted/;
/** Lines with the total size, large downloads, and apt's wait for dpkg's lock. */
const worthShowing = /^(Need to get |Get:\d+ .*\[[\d.]+ MB\]|Waiting for )/;

export interface AptPatience {
  /** Maximum wait for apt's lock while another program holds it. */
  milliseconds: number;
  /** Pause between two attempts. */
  pause: number;
}

/**
 * Installs Debian packages. Waits while another program, such as unattended upgrades, holds apt's
 * lock, and continues a killed installation.
 * @throws Unavailable without apt-get or without root
 */
export async function installPackages(
  names: readonly string[],
  progress: Progress,
  patience: AptPatience = { milliseconds: 5 * 60_000, pause: 1_000 },
): Promise<void> {
  const install = `apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (!(await isAptThere())) {
    throw new Unavailable('this system has no apt-get', `install what Debian calls ${names}`);
  }
  if (!(await isRoot())) {
    throw new Unavailable('only root can install packages', `run "sudo ${install}"`);
  }
  const apt = new Apt(progress, patience);
  progress(`Installing Debian\u2019s packages: ${install}`);
  const attempt = () => apt.run(['install', '-y', '--no-install-recommends', ...names]);
  try {
    await attempt().catch(async error => {
      if (!oldLists.test(messageOf(error))) throw error;
      progress('Updating the lists of packages first');
      await apt.run(['update']);
      await attempt();
    });
  } catch (error) {
    throw new Unavailable(`apt-get failed (${reasonOf(error)})`, `run "${install}"`, {
      cause: error,
    });
  }
}

/** Returns whether a killed installation has unpacked the package without configuring it. */
export async function isHalfInstalled(name: string): Promise<boolean> {
  return runProgram('dpkg-query', ['-W', '-f', '${Status}', name]).then(
    status => / (unpacked|half-\w+)$/.test(status),
    // Not Debian, or not installed from a package.
    () => false,
  );
}

/** Asks the programs instead of Node's `process`, because the programs do the work. */
async function isAptThere(): Promise<boolean> {
  const { env, platform } = process;
  return (await findExecutable('apt-get', { env, platform })) !== undefined;
}

async function isRoot(): Promise<boolean> {
  return (await runProgram('id', ['-u'])).trim() === '0';
}

class Apt {
  private readonly deadline: number;
  private waitsFor: string | undefined;

  constructor(
    private readonly progress: Progress,
    private readonly patience: AptPatience,
  ) {
    this.deadline = Date.now() + patience.milliseconds;
  }

  async run(args: readonly string[]): Promise<void> {
    for (;;) {
      try {
        await this.once('apt-get', ['-q', ...this.options(), ...args]);
        return;
      } catch (error) {
        const message = messageOf(error);
        if (interrupted.test(message)) {
          this.progress('An earlier installation was interrupted; finishing it first');
          await this.once('dpkg', ['--configure', '-a']);
        } else if (!(await this.waitForLock(message))) throw error;
      }
    }
  }

  /**
   * Waits for the lock of apt's lists. apt itself waits only for dpkg's lock, else fails at once.
   */
  private async waitForLock(message: string): Promise<boolean> {
    const [, file, holder] = heldLock.exec(message) ?? [];
    if (holder === undefined || Date.now() > this.deadline) return false;
    if (this.waitsFor !== holder) this.progress(`Waiting for process ${holder}, which has ${file}`);
    this.waitsFor = holder;
    await delay(this.patience.pause);
    return true;
  }

  private options(): string[] {
    const seconds = Math.max(0, Math.ceil((this.deadline - Date.now()) / 1_000));
    return ['-o', `DPkg::Lock::Timeout=${seconds}`, '-o', 'Acquire::Retries=2'];
  }

  private async once(command: string, args: readonly string[]): Promise<void> {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    let last = '';
    const onLine = (line: string) => {
      // apt repeats every second which process it waits for.
      if (worthShowing.test(line) && line !== last) this.progress(line);
      last = line;
    };
    await runProgram(command, args, { env, onLine });
  }
}

/** Returns apt's first error, which is the cause; later ones are consequences. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return /^E: (.+)$/m.exec(message)?.[1] ?? message.trim().split('\n').at(-1) ?? '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
