import { dirname } from 'node:path';

/** Returns a folder and all folders around it, the innermost first. */
export function withParents(folder: string): string[] {
  const all: string[] = [];
  for (let place = folder; place !== all.at(-1); place = dirname(place)) {
    all.push(place);
  }
  return all;
}
