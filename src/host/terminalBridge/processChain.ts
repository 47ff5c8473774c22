import type { ProcessRow } from '../../node/processTable';

/** Returns a process and its ancestors, nearest first. */
export function processChain(pid: number, rows: readonly ProcessRow[]): number[] {
  const parents = new Map(rows.map(row => [row.pid, row.parent]));
  const chain: number[] = [];
  for (
    let next: number | undefined = pid;
    next && !chain.includes(next);
    next = parents.get(next)
  ) {
    chain.push(next);
  }
  return chain;
}
