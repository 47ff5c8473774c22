import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavOf } from '../audio/pcm';

const prefix = 'tandem-speech-';
/** Milliseconds after which no recognizer of a window reads any more: twice its time limit. */
const longestUse = 20 * 60_000;

/**
 * Gives a recording to a program as a WAV file that only the user can read. It is gone when this
 * resolves or rejects; one of a window that was killed goes with the next.
 */
export async function withSoundFile<T>(
  pcm: readonly Buffer[],
  use: (path: string) => Promise<T>,
): Promise<T> {
  await removeLeft();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    const path = join(folder, 'speech.wav');
    await writeFile(path, wavOf(pcm), { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes recordings whose window has ended without doing so. */
async function removeLeft(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter(one => one.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > longestUse) {
      // Those of other users cannot be removed.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
