import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import { silentLog } from '../../../../src/base/log';
import type { SpeechReport } from '../../../../src/contract/speech';
import { PageSpeech } from '../../../../src/host/speech/pageSpeech';
import { type DictationPlan, SpeechService } from '../../../../src/host/speech/speechService';
import { systemClock } from '../../../../src/node/systemClock';
import { Dictation } from '../../../../src/speech/dictation';
import { asCommand, recognizerCommand, recorderCommand } from '../../../support/speech/standIns';

const plan: DictationPlan = {
  recorders: [asCommand(recorderCommand('tone', '8'), 'recorder')],
  recognizer: { ...asCommand(recognizerCommand('live', 'add a flag'), 'recognizer'), input: 'pcm' },
  values: async () => ({ language: 'en', locale: 'en', words: '' }),
  ...{ platform: process.platform, cwd: tmpdir(), clock: systemClock, log: silentLog },
};

/** A service with pages, and what they hear. */
function serve(find: () => Promise<DictationPlan | undefined> = async () => plan) {
  const service = new SpeechService({
    plan: find,
    dictate: async options => new Dictation(options),
    setUp: async () => undefined,
    log: silentLog,
  });
  const page = () => {
    const reports: SpeechReport[] = [];
    let wake = new Deferred<void>();
    const speech = new PageSpeech(service, report => {
      reports.push(report);
      wake.resolve();
      wake = new Deferred();
    });
    const hears = async (kind: string): Promise<SpeechReport> => {
      for (;;) {
        const found = reports.find(({ event }) => event.kind === kind);
        if (found) return found;
        await wake.promise;
      }
    };
    return { speech, reports, hears };
  };
  return { service, page };
}

describe('The service of dictation', () => {
  it('reports to the page that has begun, under its name', async () => {
    const { page } = serve();
    const { speech, hears, reports } = page();
    speech.start('one');
    await hears('level');
    speech.stop('other', true);
    speech.stop('one', true);
    expect(await hears('done')).toEqual({ id: 'one', event: { kind: 'done', text: 'add a flag' } });
    expect(reports.every(({ id }) => id === 'one')).toBe(true);
  });

  it('has one dictation at a time: another page takes the microphone', async () => {
    const { service, page } = serve();
    const [first, second] = [page(), page()];
    first.speech.start('one');
    await first.hears('recording');
    second.speech.start('two');
    expect(first.reports.at(-1)).toEqual({ id: 'one', event: { kind: 'stopped' } });
    await second.hears('recording');
    service.dispose();
    const count = second.reports.length;
    first.speech.stop('one', true);
    expect(first.reports.at(-1)?.event.kind).toBe('stopped');
    expect(second.reports.length).toBe(count);
  });

  it('finishes what was finished before its programs were found', async () => {
    const found = new Deferred<DictationPlan>();
    const { page } = serve(() => found.promise);
    const { speech, hears } = page();
    speech.start('one');
    speech.stop('one', true);
    found.resolve(plan);
    expect((await hears('done')).event).toMatchObject({ text: 'add a flag' });
  });

  it('starts nothing that was canceled before, and is silent about it', async () => {
    const found = new Deferred<DictationPlan>();
    const started: Dictation[] = [];
    const service = new SpeechService({
      plan: () => found.promise,
      dictate: async options => {
        const dictation = new Dictation(options);
        started.push(dictation);
        return dictation;
      },
      setUp: async () => undefined,
      log: silentLog,
    });
    const reports: SpeechReport[] = [];
    const speech = new PageSpeech(service, report => reports.push(report));
    speech.start('one');
    speech.stop('one', false);
    found.resolve(plan);
    await found.promise;
    await Promise.resolve();
    expect([started, reports]).toEqual([[], []]);
  });

  it('says why it cannot begin, and nothing while the user sets it up', async () => {
    const failing = serve(async () => {
      throw new UserError('speech.absent', 'The program x was not found.');
    });
    const first = failing.page();
    first.speech.start('one');
    expect((await first.hears('failed')).event).toEqual({
      kind: 'failed',
      message: 'The program x was not found.',
      offersSetUp: true,
    });
    const second = serve(async () => undefined).page();
    second.speech.start('two');
    await second.hears('stopped');
    expect(second.reports).toHaveLength(1);
  });
});
