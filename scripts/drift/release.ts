import { join } from 'node:path';
import { npmPackage, type Progress } from '../../test/support/cache';
import { type CliBinary, unpackedCli } from '../../test/support/cli/cliBinary';
import { runNpm } from '../../test/support/npmClient';

const main = '@anthropic-ai/claude-code';

/**
 * Fetches a release of the CLI from the user's npm registry into the cache.
 * @param wanted a version or a dist-tag
 * @returns the CLI, and the folder of its unpacked package
 * @throws Unavailable if the registry cannot be reached or lacks the release or its platform
 */
export async function fetchRelease(
  wanted: string,
  progress: Progress,
): Promise<{ cli: CliBinary; folder: string }> {
  const version = await property(`${main}@${wanted}`, 'version');
  const native = `${main}-${process.platform}-${process.arch}`;
  const integrity = await property(`${native}@${version}`, 'dist.integrity');
  const folder = await npmPackage(native, version, integrity, { progress });
  return { cli: unpackedCli(folder), folder };
}

async function property(spec: string, name: string): Promise<string> {
  const output = await runNpm(['view', spec, name, '--json'], join(__dirname, '..'), spec);
  const value: unknown = JSON.parse(output || 'null');
  // A list for a range of versions; the last one is the newest.
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (typeof last !== 'string') throw new Error(`The registry names no ${name} of ${spec}.`);
  return last;
}
