import { describe, expect, it } from 'vitest';
import { quietMachine } from '../../../scripts/quietMachine';

/** Machine of two cores, idle for these shares of the seconds that follow one another. */
function machineOf(shares: readonly number[], last: number) {
  let idle = 0;
  let all = 0;
  let seconds = 0;
  return {
    waited: () => seconds,
    times: () => ({ idle, all }),
    wait: async (milliseconds: number) => {
      all += 2 * milliseconds;
      idle += 2 * milliseconds * (shares[seconds] ?? last);
      seconds += 1;
    },
  };
}

describe('Before it measures, a benchmark', () => {
  it('waits until other programs have ended', async () => {
    const machine = machineOf([0, 0.5, 0.89], 0.95);
    expect(await quietMachine(machine)).toBe(true);
    expect(machine.waited()).toBe(4);
  });

  it('goes on after a minute on a busy machine, and says so', async () => {
    const machine = machineOf([], 0.5);
    expect(await quietMachine(machine)).toBe(false);
    expect(machine.waited()).toBe(60);
  });
});
