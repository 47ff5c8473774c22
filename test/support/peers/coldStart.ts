import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const script = join(__dirname, '..', 'activate.cjs');

export interface ColdStart {
  /** CPU ms of `require` and `activate`. */
  readonly activated: number;
  /** Bytes of all files that were loaded for that. */
  readonly loaded: number;
}

/** Starts an extension in a cold process with a stub of the editor. */
export async function coldStart(extension: string): Promise<ColdStart> {
  const manifest = join(extension, 'package.json');
  const { main } = JSON.parse(await readFile(manifest, 'utf8')) as { main: string };
  const args = [script, join(extension, main), manifest];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return JSON.parse(last) as ColdStart;
}
