import type { ProductName } from '../../test/support/peers/products';

export interface PeersArguments {
  /** Folder with checkouts of the peers; undefined leaves them out. */
  readonly peers: string | undefined;
  readonly rounds: number;
  /** Prompts in each window of which the median counts. */
  readonly prompts: number;
  /** Streams 500 KB in the last round, too. */
  readonly isLong: boolean;
  /** Names of the only products to run; empty for all. */
  readonly only: readonly ProductName[];
  /** Writes `docs/comparison.md`. */
  readonly writes: boolean;
}

const usage =
  'npm run bench:peers -- [--peers FOLDER] [--rounds=3] [--prompts=15] [--long] [--only=bare,tandem,claudix,claude-code-chat] [--write]';
const known: readonly ProductName[] = ['bare', 'tandem', 'claudix', 'claude-code-chat'];
/** Fewer say nothing about the spread. */
const leastRounds = 3;
const leastPrompts = 15;

/** @throws Error with a message for the user */
export function parsePeers(args: readonly string[]): PeersArguments {
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', own] = splitOnce(args[index] ?? '');
    if (name === '--long' || name === '--write') {
      if (own !== undefined) throw new Error(`${name} takes no value. Usage: ${usage}`);
      values.set(name, '');
      continue;
    }
    if (!['--peers', '--rounds', '--prompts', '--only'].includes(name)) {
      throw new Error(`${args[index]} is not known. Usage: ${usage}`);
    }
    const value = own ?? args[++index];
    if (!value || value.startsWith('--')) throw new Error(`${name} needs a value. Usage: ${usage}`);
    values.set(name, value);
  }
  const parsed = {
    peers: values.get('--peers'),
    rounds: countOf(values.get('--rounds') ?? String(leastRounds), '--rounds'),
    prompts: countOf(values.get('--prompts') ?? String(leastPrompts), '--prompts'),
    isLong: values.has('--long'),
    only: (values.get('--only') ?? '').split(',').filter(Boolean).map(productOf),
    writes: values.has('--write'),
  };
  if (parsed.writes) refuseHalfRun(parsed);
  return parsed;
}

/** A document about a part of the rows would pass for the whole comparison. */
function refuseHalfRun({ peers, only, rounds, prompts, isLong }: PeersArguments): void {
  const isWhole = peers !== undefined && only.length === 0 && isLong;
  if (isWhole && rounds >= leastRounds && prompts >= leastPrompts) return;
  throw new Error(
    `--write needs --peers, --long, no --only, and at least ${leastRounds} rounds and ${leastPrompts} prompts.`,
  );
}

function splitOnce(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

function countOf(text: string, name: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`${name} needs a number above 0, not "${text}".`);
}

function productOf(name: string): ProductName {
  const product = known.find(one => one === name);
  if (product) return product;
  throw new Error(`There is no product "${name}". Products: ${known.join(', ')}.`);
}
