import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of their time for which all cores together must have been idle. */
const idleShare = 0.9;
/** Length of one look, in milliseconds. */
const look = 1_000;
const mostLooks = 60;

/** Time of all cores together since the machine was started, in milliseconds. */
export interface CoreTimes {
  readonly idle: number;
  readonly all: number;
}

interface Machine {
  times(): CoreTimes;
  wait(milliseconds: number): Promise<unknown>;
}

/**
 * Waits until no other program keeps the cores busy, at most a minute: browsers and editors need
 * some seconds to end, and what is measured beside them is slower.
 * @returns whether the machine has become quiet
 */
export async function quietMachine(machine: Machine = thisOne): Promise<boolean> {
  let before = machine.times();
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await machine.wait(look);
    const now = machine.times();
    if (now.idle - before.idle >= idleShare * (now.all - before.all)) {
      return true;
    }
    before = now;
  }
  return false;
}

const thisOne: Machine = {
  times: () => {
    const times = cpus().map(core => core.times);
    const idle = times.reduce((sum, core) => sum + core.idle, 0);
    const all = times.flatMap(core => Object.values(core)).reduce((sum, one) => sum + one, 0);
    return { idle, all };
  },
  wait: milliseconds => sleep(milliseconds),
};
