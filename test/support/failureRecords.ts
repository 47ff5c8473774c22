import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

type Kept = string | Uint8Array;

/** Evidence of a failure: texts and images by file name. */
export type Seen = Readonly<Record<string, Kept | Promise<Kept>>>;

/** Task to which a record is attached, so that the run's report names it. */
interface FailedTask {
  readonly fullName: string;
  readonly meta: { record?: string; scene?: string };
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const results = process.env.TANDEM_TEST_RESULTS ?? join(repository, 'test-results');
const longestName = 100;
/** Part that the run's summary prints, too: a record cannot always be fetched. */
const scene = 'scene.txt';

/**
 * Saves the evidence of a failed test. The reason replaces a part that is unavailable.
 * @returns the folder, relative to the repository
 */
export async function recordFailure(task: FailedTask, seen: Seen): Promise<string> {
  const folder = join(results, folderName(task.fullName));
  const parts = Object.entries(seen);
  // Awaits all parts first: none may reject unhandled while another is pending.
  const settled = await Promise.allSettled(parts.map(([, part]) => part));
  for (const [index, result] of settled.entries()) {
    const file = join(folder, parts[index]?.[0] ?? '');
    await mkdir(dirname(file), { recursive: true });
    if (result.status === 'fulfilled') await writeFile(file, result.value);
    else await writeFile(`${file}.missing.txt`, String(result.reason));
  }
  const path = relative(repository, folder);
  task.meta.record = path;
  const words = await Promise.resolve(seen[scene]).catch(String);
  if (typeof words === 'string') task.meta.scene = words;
  console.error(`What was seen when "${task.fullName}" failed: ${path}`);
  return path;
}

/** Returns a readable folder name, unique for each test. */
function folderName(fullName: string): string {
  const words = fullName.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(fullName).digest('hex').slice(0, 6);
  return words.length > longestName ? `${words.slice(0, longestName)}-${hash}` : words;
}
