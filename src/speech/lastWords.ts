import { plainOutput } from '../base/plainOutput';
import { maskSecrets } from '../base/secrets';

const longest = 200;

/** Returns the last line that a program has written, for a message: no period, no secrets. */
export function lastWords(output: string): string {
  const lines = maskSecrets(plainOutput(output))
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
  const line = (lines.at(-1) ?? '').replace(/[.:\s]+$/, '');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
