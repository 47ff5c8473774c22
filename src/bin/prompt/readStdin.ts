import { BadUsage } from '../badUsage';

/** Bytes. */
const largest = 16 * 1024 * 1024;

/**
 * Reads all of stdin, until its end or the signal.
 * @throws BadUsage for a terminal, nothing, or too much
 */
export async function readStdin(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  if (stdin.isTTY) {
    throw new BadUsage('The prompt is missing: give --prompt, --prompt-file, or pipe it in.');
  }
  if (signal.aborted) {
    return '';
  }
  const end = () => stdin.destroy();
  signal.addEventListener('abort', end, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk as Buffer);
      chunks.push(bytes);
      size += bytes.length;
      if (size > largest) {
        throw new BadUsage('The prompt on stdin has more than 16 MB.');
      }
    }
  } catch (error) {
    // A closed stdin is an empty one.
    if (error instanceof BadUsage) {
      throw error;
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '' && !signal.aborted) {
    throw new BadUsage('The prompt is missing: give --prompt, --prompt-file, or pipe it in.');
  }
  return text;
}
