import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavOf } from '../audio/pcm';

/**
 * Gives a recording to a program as a WAV file that only the user can read. It is gone when this
 * resolves or rejects.
 */
export async function withSoundFile<T>(
  pcm: readonly Buffer[],
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-speech-'));
  try {
    const path = join(folder, 'speech.wav');
    await writeFile(path, wavOf(pcm), { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
