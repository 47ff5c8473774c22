import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sampleRate, wavOf } from '../../../src/speech/audio/pcm';

/** Sentences as developers say them; all words are in PocketSphinx's dictionary. */
export const sentences: readonly string[] = [
  'open the file and run the tests again',
  'please add a test for the new function',
  'what is the name of this function',
  'move the code into a new file',
  'explain why the build fails on my machine',
  'remove the old code and keep the comments',
  'rename the first argument of this method',
  'write a short summary of the changes',
  'find all places that call this function',
  'make the window small and dark',
  'show me the last three commits',
  'fix the error in the second line',
  'do not change the public interface',
  'use a map instead of a list',
  'split this class into two classes',
  'add a button that opens the settings',
  'the test takes too long on windows',
  'which version of the library do we use',
  'undo the last change and try again',
  'check the spelling in the read me',
  'start the server and open the page',
  'wait until the download has finished',
  'the color of the text is too light',
  'create a branch for this work',
  'read the log and tell me what happened',
  'print the value before the loop starts',
  'delete the files that nobody needs',
  'update the documentation as well',
  'how many users have seen this message',
  'replace the numbers with constants',
  'the menu should close after a click',
  'sort the results by date and name',
  'return early if there is nothing to do',
  'keep the order of the items',
  'the search should ignore upper case',
  'write the test before you fix it',
  'compare both solutions and choose one',
  'stop when you reach the end of the file',
  'we need a limit for the number of requests',
  'thank you that looks good to me',
];

export const voices = ['en-us', 'en-gb', 'en-us+f3'] as const;

const run = promisify(execFile);

/** Lets `espeak-ng` speak a sentence; half a second of silence before and after it. */
export async function speak(sentence: string, voice: string): Promise<Int16Array> {
  const { stdout } = await run(
    'espeak-ng',
    ['-v', voice, '-s', '130', '-g', '6', '--stdout', sentence],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  const rate = stdout.readUInt32LE(24);
  const body = stdout.subarray(44);
  const samples = Int16Array.from({ length: body.length >> 1 }, (_, at) =>
    body.readInt16LE(2 * at),
  );
  const pause = new Int16Array(sampleRate / 2);
  return joined([pause, resampled(samples, rate), pause]);
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function toWav({ buffer, byteOffset, byteLength }: Int16Array): Buffer {
  return wavOf([Buffer.from(buffer, byteOffset, byteLength)]);
}

/**
 * Adds white noise. The signal's power is that of its loud half, as pauses are no signal.
 * @param decibels ratio of signal to noise
 */
export function noisy(samples: Int16Array, decibels: number): Int16Array {
  const powers = Float64Array.from(samples, sample => sample * sample).sort();
  const loud = powers.subarray(powers.length >> 1);
  const power = loud.reduce((sum, one) => sum + one, 0) / loud.length;
  const deviation = Math.sqrt(power / 10 ** (decibels / 10));
  const next = randomNumbers(7);
  return samples.map(sample => {
    // The sum of twelve numbers below one has a deviation of one.
    const noise = Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6);
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + deviation * noise)));
  });
}

/** Returns substitutions, deletions and insertions, and the number of words that were said. */
export function wordErrors(said: string, heard: string): { errors: number; words: number } {
  const one = wordsOf(said);
  const other = wordsOf(heard);
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, word] of one.entries()) {
    const next = [index + 1];
    for (const [at, candidate] of other.entries()) {
      const changed = (row[at] ?? 0) + (word === candidate ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row.at(-1) ?? 0, words: one.length };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

/** A sinc filter below half of the new rate, in a window of 33 samples. */
function resampled(samples: Int16Array, rate: number): Int16Array {
  const ratio = sampleRate / rate;
  const cut = 0.95 * Math.min(1, ratio);
  const half = 16;
  return Int16Array.from({ length: Math.floor(samples.length * ratio) }, (_, at) => {
    const place = at / ratio;
    const center = Math.floor(place);
    let sum = 0;
    for (let index = center - half; index <= center + half; index += 1) {
      const distance = place - index;
      const angle = Math.PI * distance;
      const sinc = distance === 0 ? cut : Math.sin(cut * angle) / angle;
      sum += (samples[index] ?? 0) * sinc * (0.5 + 0.5 * Math.cos(angle / (half + 1)));
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  });
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
