export interface SoakArguments {
  readonly turns: number;
  /** Tabs that are opened, used and closed. */
  readonly tabs: number;
  readonly reloads: number;
}

const usage = 'npm run soak -- [--turns=2000] [--tabs=50] [--reloads=20]';
const option = /^--(turns|tabs|reloads)=(\d+)$/;

/**
 * As many as in two hours of work, unless told otherwise.
 * @throws Error with a message for the user
 */
export function parseSoak(args: readonly string[]): SoakArguments {
  const parsed = { turns: 2_000, tabs: 50, reloads: 20 };
  for (const arg of args) {
    const [, name, count] = option.exec(arg) ?? [];
    if (name === undefined) throw new Error(`${arg} is not known. Usage: ${usage}`);
    parsed[name as keyof typeof parsed] = Number(count);
  }
  // Trends need several readings before and between reloads.
  if (parsed.turns < 40 || parsed.tabs < 2 || parsed.reloads < 3) {
    throw new Error(`At least 40 turns, 2 tabs and 3 reloads are needed. Usage: ${usage}`);
  }
  return parsed;
}
