import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { recordedStart } from '../cli/standInCli';

/** CLI that every compared extension starts. It obeys the order in the last line of a prompt. */
export const pacedCliPath = fileURLToPath(new URL('./pacedCli.mjs', import.meta.url));

/**
 * Orders; the answer to number 7 begins with `zebra7`, so that a page can tell when it is there.
 * `later`: the first delta comes 150 ms after the prompt, the rest 300 ms later. `stream`: so many
 * KB at 2,000 tokens a second, with `zebra7end` at the end. `rounds`: so many calls of a tool in one
 * turn, as fast as the host reads, then `zebra7end`.
 */
export type Order = 'answer' | 'later' | { stream: number } | { rounds: number };

/** When things happened in the CLI: milliseconds of the wall clock, with fractions. */
export interface TurnTimes {
  readonly number: number;
  /** The bytes of the prompt came. */
  readonly received: number;
  /** The first text was there, which hosts that ask for no deltas get with the rest. */
  readonly first?: number;
  readonly ended: number;
}

export function promptOf(order: Order, number: number): string {
  if (typeof order === 'string') return `${order} ${number}`;
  const [[kind, size]] = Object.entries(order) as [[string, number]];
  return `${kind} ${number} of ${size}`;
}

export class PacedCli {
  private constructor(
    private readonly report: string,
    /** Variables for the CLI's environment. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @param folder for its files, which must outlive its processes */
  static async create(folder: string): Promise<PacedCli> {
    const report = join(folder, 'turns.jsonl');
    const orders = join(folder, 'pacedCli.json');
    await writeFile(report, '');
    await writeFile(orders, JSON.stringify({ ...(await recordedStart()), report }));
    return new PacedCli(report, {
      PACED_CLI: orders,
      PACED_CLI_FILE: pathToFileURL(pacedCliPath).href,
      BARE_CLI: pacedCliPath,
    });
  }

  /** Returns the times of a turn that is over. */
  async turn(number: number): Promise<TurnTimes | undefined> {
    const lines = (await readFile(this.report, 'utf8')).split('\n').filter(Boolean);
    return lines.map(line => JSON.parse(line) as TurnTimes).find(turn => turn.number === number);
  }
}
