import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLog } from '../../../src/base/log';
import type { SpeechEvent } from '../../../src/contract/speech';
import { systemClock } from '../../../src/node/systemClock';
import { Dictation, type DictationOptions } from '../../../src/speech/dictation';
import { placeholderOf, type RecognizerInput } from '../../../src/speech/recognize/recognizer';
import { markedProcesses } from '../../support/editor/processes';
import { testInFull } from '../../support/inFull';
import { asCommand, recognizerCommand, recorderCommand } from '../../support/speech/standIns';
import { isRunning, until } from '../node/startScript';

const file = placeholderOf('file');
const fast = '8';
/** Marks what this file starts. */
const mark = randomUUID();

const children = () => markedProcesses('SPEECH_TEST', mark).map(({ pid }) => pid);

interface Started {
  readonly dictation: Dictation;
  readonly events: SpeechEvent[];
  /** Resolves with the first event of this kind. */
  next<K extends SpeechEvent['kind']>(kind: K): Promise<Extract<SpeechEvent, { kind: K }>>;
}

function start(
  input: RecognizerInput,
  recognizer: readonly string[],
  recorders: readonly (readonly string[])[] = [recorderCommand('tone', fast)],
  options: Partial<DictationOptions> = {},
): Started {
  const events: SpeechEvent[] = [];
  let waiting: { kind: string; found: Deferred<SpeechEvent> }[] = [];
  const dictation = new Dictation({
    recorders: recorders.map(argv => asCommand(argv, 'recorder', { SPEECH_TEST: mark })),
    recognizer: { ...asCommand(recognizer, 'recognizer', { SPEECH_TEST: mark }), input },
    values: async () => ({ language: 'en', locale: 'en-US', words: 'alpha, beta' }),
    onEvent: event => {
      events.push(event);
      const found = waiting.filter(({ kind }) => kind === event.kind);
      waiting = waiting.filter(({ kind }) => kind !== event.kind);
      for (const one of found) one.found.resolve(event);
    },
    platform: process.platform,
    cwd: tmpdir(),
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  return {
    dictation,
    events,
    next: async kind => {
      const known = events.find(event => event.kind === kind);
      if (known) {
        return known as never;
      }
      const found = new Deferred<SpeechEvent>();
      waiting.push({ kind, found });
      const last = dictation.ended.then(() => events.at(-1));
      const event = await Promise.race([found.promise, last]);
      if (event?.kind !== kind) {
        throw new Error(`It ended without ${kind}: ${JSON.stringify(event)}`);
      }
      return event as never;
    },
  };
}

async function soundFiles(): Promise<string[]> {
  return (await readdir(tmpdir())).filter(name => name.startsWith('tandem-speech-'));
}

describe('Dictation', () => {
  it('shows words while they are spoken, and ends with the text', async () => {
    const { dictation, events, next } = start('pcm', recognizerCommand('live', 'add a red flag'));
    await next('recording');
    expect((await next('level')).level).toBeGreaterThan(0.5);
    const { text } = await next('heard');
    expect('add a red').toContain(text);
    dictation.finish();
    expect(await next('done')).toEqual({ kind: 'done', text: 'add a red flag' });
    await dictation.ended;
    expect(events.findIndex(({ kind }) => kind === 'transcribing')).toBeLessThan(
      events.findIndex(({ kind }) => kind === 'done'),
    );
    expect(events.at(-1)?.kind).toBe('done');
  });

  it.each([
    ['a file that only the user can read', [file], /^said [\d.]+ 600$/],
    ['stdin', [], /^said [\d.]+ stdin$/],
  ])('gives the whole recording as WAV to a recognizer by %s', async (_, args, text) => {
    const before = await soundFiles();
    const { dictation, next } = start('wav', recognizerCommand('wav', 'said', ...args));
    await next('level');
    dictation.finish();
    const done = await next('done');
    expect(done.text).toMatch(text);
    expect(Number(done.text.split(' ')[1])).toBeGreaterThanOrEqual(0.1);
    await dictation.ended;
    expect(await soundFiles()).toEqual(before);
  });

  testInFull('keeps nothing of what a recorder writes after the longest recording', async () => {
    // Ends when it is asked to, but not before it has written another 300 MB.
    const program = `const noise = Buffer.alloc(65536, 'noise');
      let left = Infinity;
      process.on('SIGTERM', () => { left = Math.min(left, 4800); });
      const write = () => {
        while (left-- > 0) if (!process.stdout.write(noise)) return process.stdout.once('drain', write);
        process.exit();
      };
      write();`;
    const recorder = [process.execPath, '-e', program];
    const { dictation, next } = start('wav', recognizerCommand('wav', 'said'), [recorder]);
    const before = process.memoryUsage().arrayBuffers;
    await next('transcribing');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150e6);
    expect(await next('done')).toMatchObject({ text: 'said 300.0 stdin', isCut: true });
    await dictation.ended;
  });

  testInFull('fills in language and words', async () => {
    const words = `${placeholderOf('language')} ${placeholderOf('locale')}: ${placeholderOf('words')}`;
    const { dictation, next } = start('pcm', recognizerCommand('lines', words));
    await next('level');
    dictation.finish();
    expect((await next('done')).text).toBe('en en-US: alpha, beta');
  });

  testInFull('tries the next recorder where one has no microphone', async () => {
    const broken = [process.execPath, '-e', 'console.error("no such device"); process.exit(1)'];
    const recorders = [broken, recorderCommand('tone', fast)];
    const { dictation, next } = start('pcm', recognizerCommand('live', 'yes'), recorders);
    await next('level');
    dictation.finish();
    expect((await next('done')).text).toBe('yes');
  });

  it('takes the end of the recorder as the end of the recording', async () => {
    const source = 'process.stdout.write(Buffer.alloc(6400, 40))';
    const once = [process.execPath, '-e', source];
    const { next } = start('wav', recognizerCommand('wav', 'ended', file), [once]);
    expect((await next('done')).text).toBe('ended 0.2 600');
  });

  testInFull('strips and bounds what a recognizer prints', async () => {
    const { dictation, events, next } = start('pcm', recognizerCommand('hostile'));
    await next('level');
    dictation.finish();
    const { text } = await next('done');
    expect(text).toMatch(/^three \{"text": "unfinished four five flood 0 /);
    expect(text.length).toBeLessThanOrEqual(20_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(events.filter(({ kind }) => kind === 'heard').length).toBeLessThan(200);
  });

  testInFull('ends a recording that reaches the longest one, and says so', async () => {
    const source =
      'const b = Buffer.alloc(1 << 20, 40); const go = () => process.stdout.write(b, go); go()';
    const { next } = start('wav', recognizerCommand('wav', 'long', file), [
      [process.execPath, '-e', source],
    ]);
    expect(await next('done')).toEqual({ kind: 'done', text: 'long 300.0 600', isCut: true });
  });
});

describe('Dictation fails with what to do', () => {
  it.each([
    [
      'no recorder was found',
      start.bind(undefined, 'pcm', recognizerCommand('live', 'x'), []),
      /No program that records was found/,
    ],
    [
      'no recorder has a microphone',
      start.bind(undefined, 'pcm', recognizerCommand('live', 'x'), [
        [
          process.execPath,
          '-e',
          'console.error("audio open error: No such file\\n"); process.exit(1)',
        ],
      ]),
      /^recorder could not record: audio open error: No such file\. Check that a microphone/,
    ],
    [
      'the recorder cannot be started',
      start.bind(undefined, 'wav', recognizerCommand('wav', 'x'), [['/nowhere/arecord']]),
      /\/nowhere\/arecord/,
    ],
    [
      'the recognizer cannot be started',
      start.bind(undefined, 'pcm', ['/nowhere/whisper']),
      /\/nowhere\/whisper/,
    ],
    [
      'the recognizer ends while the user speaks',
      start.bind(undefined, 'pcm', recognizerCommand('fail', 'no model at /m')),
      /^recognizer did not recognize the recording: error: no model at \/m\. Check its command/,
    ],
    [
      'the recognizer prints a secret, which the message masks',
      start.bind(undefined, 'pcm', recognizerCommand('fail', 'api_key=sk-ant-api03-abcdefghijkl')),
      /^recognizer did not recognize the recording: error: api_key=\*\*\*\. Check its command/,
    ],
    [
      'the recognizer has ended before the microphone is open',
      start.bind(undefined, 'pcm', recognizerCommand('fail', 'no model at /m'), [
        [process.execPath, '-e', 'setInterval(() => undefined, 1000)'],
      ]),
      /^recognizer did not recognize the recording: error: no model at \/m\. Check its command/,
    ],
  ])('if %s', async (_, begin, message) => {
    const { dictation, next, events } = begin();
    expect((await next('failed')).message).toMatch(message);
    await dictation.ended;
    expect(events.at(-1)).toMatchObject({ kind: 'failed', offersSetUp: true });
  });

  it.each([
    [
      'wav',
      recognizerCommand('wav', 'words out of silence', file),
      'silence',
      /recording is silent/,
    ],
    ['pcm', recognizerCommand('live', ''), 'silence', /recording is silent/],
    ['pcm', recognizerCommand('lines', '[BLANK_AUDIO]'), 'tone', /No words were recognized/],
  ] as const)('if nothing was recognized (%s, %j, %s)', async (input, command, sound, message) => {
    const { dictation, next } = start(input, command, [recorderCommand(sound, fast)]);
    await next('level');
    dictation.finish();
    expect((await next('failed')).message).toMatch(message);
  });
});

describe('Canceling', () => {
  it.each([
    ['while it records', 'pcm' as const, recognizerCommand('live', 'a b')],
    ['while a recognizer hangs', 'wav' as const, recognizerCommand('hang', '', file)],
  ])(
    '%s ends every process, leaves no file, and reports nothing more',
    async (_, input, command) => {
      const before = await soundFiles();
      const { dictation, events, next } = start(input, command);
      await next('level');
      if (input === 'wav') {
        dictation.finish();
        await next('transcribing');
        await until(() => children().length > 0);
      }
      const pids = children();
      expect(pids.length).toBeGreaterThan(0);
      dictation.dispose();
      const count = events.length;
      await dictation.ended;
      await until(() => !pids.some(isRunning));
      expect(events.length).toBe(count);
      expect(events.some(({ kind }) => kind === 'done' || kind === 'failed')).toBe(false);
      expect(await soundFiles()).toEqual(before);
    },
  );

  it('while it records for a WAV file starts no recognizer, and writes no file', async () => {
    let count = 0;
    const values = async () => {
      count += 1;
      return { language: 'en', locale: 'en-US', words: '' };
    };
    const recorders = [recorderCommand('tone', fast)];
    const command = recognizerCommand('wav', 'said', file);
    const { dictation, next } = start('wav', command, recorders, { values });
    await next('level');
    dictation.dispose();
    await dictation.ended;
    expect(count).toBe(0);
  });

  it('before the microphone is open works, too', async () => {
    const { dictation, events } = start('pcm', recognizerCommand('live', 'a b'));
    dictation.dispose();
    await dictation.ended;
    expect(events).toEqual([]);
    expect(children()).toEqual([]);
  });
});
