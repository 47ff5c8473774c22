import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { JsonObject } from '../../../src/base/json';
import { newestRecorded, recordedFolder } from '../recordings/recording';
import { type CliBinary, newestCli, scriptBinary } from './cliBinary';

const folder = join(__dirname, 'standIn');
const recording = join(recordedFolder, newestRecorded, 'basic.jsonl');

/**
 * Creates a CLI for tests about other subjects. The stand-in calls the scripted Messages API and
 * uses tools like the newest CLI, at a tenth of the cost. `test/cli/standIn.full.test.ts` compares
 * the two.
 * Not supported: retries after API errors, parallel calls, messages that join a running turn,
 * restoring files, questions, plans, compaction, calls of MCP tools, and search. It adds up the usage
 * of a turn in its own way.
 * @param into folder for its script, which must outlive its processes
 */
export async function standInCli(into: string): Promise<CliBinary> {
  const path = join(into, 'claude.cjs');
  await build({
    entryPoints: [join(folder, 'main.ts')],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  const start = await recordedStart();
  await writeFile(join(into, 'recorded.json'), JSON.stringify(start));
  return scriptBinary(start.version, path);
}

/** Returns the newest CLI's version, its reply to `initialize` and its first frame of a session. */
export async function recordedStart(): Promise<{
  version: string;
  reply: JsonObject;
  init: JsonObject;
}> {
  const lines = (await readFile(recording, 'utf8')).split('\n').filter(Boolean);
  const frames = lines.map(line => JSON.parse(line).frame);
  const reply = frames.find(frame => frame.response?.response?.models)?.response.response;
  const init = frames.find(frame => frame.subtype === 'init');
  if (!reply || !init) {
    throw new Error(`${recording} has no start of a session`);
  }
  return { version: newestCli().version, reply, init };
}
