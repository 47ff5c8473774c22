import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../../src/base/log';
import type { SpeechEvent } from '../../src/contract/speech';
import { systemClock } from '../../src/node/systemClock';
import { bytesPerSecond } from '../../src/speech/audio/pcm';
import { Dictation } from '../../src/speech/dictation';
import { placeholderOf, type RecognizerInput } from '../../src/speech/recognize/recognizer';
import {
  joined,
  noisy,
  sentences,
  speak,
  toWav,
  voices,
  wordErrors,
} from '../support/speech/spoken';
import { asCommand, recognizerCommand, recorderCommand } from '../support/speech/standIns';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * Dictation. The chain is measured without a recognizer. Then `espeak-ng` speaks forty sentences, and
 * PocketSphinx hears them, through the chain and from a file. Neither is good, so that rates are
 * compared, not judged.
 */

/** The recorder is that many times as fast as speech. */
const speed = '6';
const ratios = [undefined, 20, 10] as const;
const live = 'cat | exec pocketsphinx_continuous -infile /dev/stdin -logfn /dev/null';
const run = promisify(execFile);

interface Heard {
  readonly text: string;
  /** Milliseconds from the open microphone to the first words, and to the end. */
  readonly first: number;
  readonly all: number;
}

export const bench: Benchmark = {
  name: 'dictation',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      return [await chain(folder), await firstWords(folder), ...(await errorRates(folder))];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** Ten seconds of sound through recorder, level, WAV file and a recognizer that only counts. */
async function chain(folder: string): Promise<BenchmarkResult> {
  const path = join(folder, 'ten.wav');
  await writeFile(path, toWav(new Int16Array(bytesPerSecond * 5).fill(900)));
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const source = `process.stdout.write(require("fs").readFileSync("${path}").subarray(44))`;
    const recognizer = recognizerCommand('wav', 'seconds', placeholderOf('file'));
    const { text, all } = await hear([process.execPath, '-e', source], recognizer, 'wav');
    if (!text.startsWith('seconds 10.0')) throw new Error(`Sound is lost: ${text}`);
    times.push(all);
  }
  const median = times.toSorted((one, other) => one - other)[2] ?? 0;
  return {
    what: 'the chain without a recognizer, of 10 s of sound',
    measured: median / 10_000,
    limit: 0.2,
    unit: '× real time',
    detail: `${median.toFixed(0)} ms, which is mostly the start of the stand-in`,
  };
}

async function firstWords(folder: string): Promise<BenchmarkResult> {
  const path = join(folder, 'first.wav');
  const spoken = await speak(sentences[0] ?? '', voices[0]);
  await writeFile(path, toWav(joined([spoken, new Int16Array(16_000)])));
  const { first } = await hear(recorderCommand(path), ['sh', '-c', live], 'pcm', 7_000);
  const seconds = spoken.length / 16_000;
  return {
    what: 'first words of PocketSphinx, in real time',
    measured: first / 1_000,
    // Mostly the recognizer's time, which loads a model first.
    limit: 2 * seconds + 8,
    unit: 's',
    detail: `after a sentence of ${(seconds - 1).toFixed(1)} s and its pause`,
  };
}

async function errorRates(folder: string): Promise<BenchmarkResult[]> {
  const grammar = join(folder, 'sentences.gram');
  const lines = sentences.join(' | ');
  await writeFile(grammar, `#JSGF V1.0;\ngrammar said;\npublic <said> = ${lines};\n`);
  const sums = new Map<string, { errors: number; words: number }>();
  const count = (what: string, said: string, heard: string) => {
    const { errors, words } = wordErrors(said, heard);
    const sum = sums.get(what) ?? { errors: 0, words: 0 };
    sums.set(what, { errors: sum.errors + errors, words: sum.words + words });
  };
  for (const [index, voice] of voices.entries()) {
    const mine = sentences.filter((_, at) => at % voices.length === index);
    const clean = joined(await Promise.all(mine.map(sentence => speak(sentence, voice))));
    for (const ratio of ratios) {
      const path = join(folder, `${voice}-${ratio ?? 'clean'}.wav`);
      await writeFile(path, toWav(ratio === undefined ? clean : noisy(clean, ratio)));
      const milliseconds = (clean.length / 16 / Number(speed)) * 1.3;
      const dictate = async (command: string) =>
        (await hear(recorderCommand(path, speed), ['sh', '-c', command], 'pcm', milliseconds)).text;
      const name = ratio === undefined ? 'without noise' : `at ${ratio} dB`;
      const said = mine.join(' ');
      count(`a list of the sentences, ${name}`, said, await dictate(`${live} -jsgf ${grammar}`));
      if (ratio === undefined) {
        // The large model takes several seconds for each that it hears.
        count(`its own model, ${name}`, said, await dictate(live));
        const args = ['-infile', path, '-logfn', '/dev/null'];
        count('from the file', said, (await run('pocketsphinx_continuous', args)).stdout);
      }
    }
  }
  const rate = (what: string) => {
    const { errors, words } = sums.get(what) ?? { errors: 1, words: 0 };
    return (100 * errors) / words;
  };
  const direct = rate('from the file');
  const through = rate('its own model, without noise');
  const detail = [...sums].map(([what]) => `${what}: ${rate(what).toFixed(0)} %`).join('; ');
  return [
    {
      what: 'word errors through the chain, beside those from the file',
      measured: through / direct,
      limit: 1.1,
      unit: '×',
      detail,
    },
  ];
}

/** @param milliseconds after which the recording is finished; else it ends with its recorder */
async function hear(
  recorder: readonly string[],
  recognizer: readonly string[],
  input: RecognizerInput,
  milliseconds?: number,
): Promise<Heard> {
  let begin = performance.now();
  let first = Number.NaN;
  let text = '';
  const onEvent = (event: SpeechEvent) => {
    if (event.kind === 'recording') {
      begin = performance.now();
      if (milliseconds !== undefined) {
        setTimeout(() => dictation.finish(), milliseconds);
      }
    } else if (event.kind === 'heard' && Number.isNaN(first)) {
      first = performance.now() - begin;
    } else if (event.kind === 'done') {
      text = event.text;
    } else if (event.kind === 'failed') {
      throw new Error(event.message);
    }
  };
  const started = performance.now();
  const dictation = new Dictation({
    recorders: [asCommand(recorder, 'recorder')],
    recognizer: { ...asCommand(recognizer, 'recognizer'), input },
    values: async () => ({ language: 'en', locale: 'en-US', words: '' }),
    ...{ onEvent, platform: process.platform, cwd: tmpdir(), clock: systemClock, log: silentLog },
  });
  await dictation.ended;
  return { text, first, all: performance.now() - started };
}
