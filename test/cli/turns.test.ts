import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../support/api/modelRequest';
import {
  cut,
  failure,
  gate,
  page,
  streamError,
  text,
  thinking,
  toolUse,
} from '../support/api/reply';
import { attempts } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun, allowOnce } from './support/agentRun';
import { fileAppears } from './support/fileAppears';
import { hasEveryRow, versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

/** PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(versionsWith('2.0.36'))('Claude Code %s', version => {
  const traits = versionTraits[version];
  let run: AgentRun;

  beforeAll(async () => {
    run = await AgentRun.start(await cliBinary(version));
  });
  afterAll(() => run.close());

  it('reports session, models, modes and account before the first message', () => {
    const { summary } = run.folded;
    expect(summary.sessionId).toBe(run.sessionId);
    expect(summary.choices.models[0]?.value).toBe('default');
    expect(summary.choices.modes).toEqual(traits.modes);
    expect(summary.account?.isSignedIn).toBe(true);
    expect(summary.settings.mode).toBe('default');
    const efforts = summary.choices.models.flatMap(model => model.efforts);
    expect(efforts.length > 0).toBe(traits.effort === 'live');
  });

  it('lets an urgent message interrupt the turn', async () => {
    run.api.onPrompt('talk a lot', [[text('bla bla ', gate(`urgent ${version}`), 'bla')]]);
    run.api.onPrompt(/stop that/, [[text('stopped')]]);
    await run.send('talk a lot');
    await run.api.reached(`urgent ${version}`);
    await run.send('stop that', 'now');
    await run.until(() => run.text === 'stopped');
    await run.idle();
    run.api.open(`urgent ${version}`);
    expect(run.folded.turns.at(-2)?.outcome).toEqual({ kind: 'interrupted' });
    const urgent = run.sent.filter(frame => frame.priority === 'now');
    expect(urgent).toHaveLength(traits.hasPriority ? 1 : 0);
    expect(run.activities.at(-1)).toBe('idle');
  });

  it('switches the effort at runtime, or reports that it has no effort levels', async () => {
    if (traits.effort === 'none') {
      await expect(run.process.setEffort('low')).rejects.toMatchObject({ code: 'cli.unsupported' });
      return;
    }
    await run.process.setEffort('low');
    expect(run.settings.effort).toBe('low');
    run.api.onPrompt('little effort', [[text('ok')]]);
    await run.turn('little effort');
    const body = run.api.mainRequests('little effort')[0]?.body;
    expect(body).toMatchObject({ output_config: { effort: 'low' } });
  });

  it('reports the context usage', async () => {
    run.api.onPrompt('fill it', [text('A little.')]);
    await run.turn('fill it');
    const from = run.events.length;
    await run.process.refreshUsage();
    const told = run.events.slice(from).some(event => event.type === 'usage.changed');
    expect(told).toBe(traits.reportsContext);
    expect(run.folded.summary.usage.contextTokens).toBeGreaterThan(0);
  });

  const refusals: readonly [status: number, reason: string][] = [
    [429, 'rateLimit'],
    [400, 'invalidRequest'],
    [401, 'authentication'],
    [413, 'requestTooLarge'],
    [500, 'server'],
    [529, 'overloaded'],
  ];
  it.each(hasEveryRow(version) ? refusals : refusals.slice(0, 1))(
    'ends a turn with the reason when the API answers %d',
    async (status, reason) => {
      const from = run.events.length;
      run.api.onPrompt(`fail with ${status}`, () => failure(status, { retryAfter: 0 }));
      await run.turn(`fail with ${status}`);
      expect(run.outcome).toMatchObject({ kind: 'error', reason });
      const retried = run.events
        .slice(from)
        .some(event => event.type === 'notice' && event.notice.kind === 'retrying');
      expect(retried).toBe(traits.reportsRetries && ![400, 413].includes(status));
    },
  );

  it.each([
    ['a page of a proxy', '<html>Please log in.</html>'],
    ['nothing', ''],
  ])('says what may be wrong when the API answers with %s', async (what, body) => {
    run.api.onPrompt(`meet ${what}`, () => page(body));
    await run.turn(`meet ${what}`);
    expect(run.outcome).toMatchObject({ kind: 'error', reason: 'connection' });
    expect(run.outcome).toMatchObject({ message: expect.stringMatching(/proxy or gateway/) });
  });

  it('recovers from an error mid-stream, or ends the turn', async () => {
    run.api.onPrompt('stumble', [attempts([text('dead ', streamError())], [text('alive')])]);
    await run.turn('stumble');
    if (traits.retriesStreamErrors) {
      expect(run.text).toBe('alive');
    } else {
      // These versions give up and report that only in the result.
      expect(run.outcome?.kind).not.toBe('completed');
    }
  });

  it('has caused no unscripted request, unknown event or warning', () => {
    expect(run.api.unmatched).toEqual([]);
    expect(run.events.filter(event => event.type === 'unknown')).toEqual([]);
    expect(run.warnings).toEqual([]);
  });

  if (hasEveryRow(version)) {
    it('streams thinking and text', async () => {
      run.api.onPrompt('greet me', [
        [thinking('They want a greeting.'), text('Grüß dich, 世界 👋')],
      ]);
      await run.turn('greet me');
      expect(run.text).toBe('Grüß dich, 世界 👋');
      const thoughts = run.items.filter(item => item.kind === 'thinking');
      expect(thoughts.map(item => item.text)).toEqual(['They want a greeting.']);
      expect(run.events.filter(event => event.type === 'block.delta').length).toBeGreaterThan(3);
      expect(run.outcome).toEqual({ kind: 'completed' });
      expect(run.folded.turns.at(-1)?.origin).toBe('person');
    });

    it('runs two messages, each sent while it was idle, as two turns', async () => {
      run.api.onPrompt('first of two', [[text('one')]]);
      run.api.onPrompt('second of two', [[text('two')]]);
      const turns = run.folded.turns.length;
      await run.turn('first of two');
      await run.turn('second of two');
      const texts = run.folded.turns
        .slice(turns)
        .map(turn => turn.items.map(item => (item.kind === 'text' ? item.text : '')).join(''));
      expect(texts).toEqual(['one', 'two']);
    });

    it('shows images to the model, with and without text', async () => {
      const image = { name: 'dot.png', mediaType: 'image/png' as const, data: dot };
      const imagesOf = (request: ModelRequest | undefined) =>
        request?.messages
          .findLast(({ role }) => role === 'user')
          ?.content.filter(block => block.type === 'image')
          .map(block => block.source);
      const last = () => run.api.mainRequests().at(-1);
      const source = { type: 'base64', media_type: 'image/png', data: dot };
      run.api.onPrompt('what is this', [[text('A dot.')]]);
      await run.turn('what is this', [image]);
      expect(run.text).toBe('A dot.');
      expect(imagesOf(last())).toEqual([source]);
      run.api.on(
        request => imagesOf(request)?.length === 2,
        () => [text('Two dots.')],
      );
      await run.turn('', [image, image]);
      expect(run.text).toBe('Two dots.');
      expect(imagesOf(last())).toEqual([source, source]);
    });

    it('is interrupted while it streams text', async () => {
      run.api.onPrompt('count to ten', [[text('one two three ', gate(`mid ${version}`), 'four')]]);
      await run.send('count to ten');
      await run.api.reached(`mid ${version}`);
      await run.until(() => run.text.includes('three'));
      await run.process.stop('interrupt');
      await run.idle();
      expect(run.outcome).toEqual({ kind: 'interrupted' });
      expect(run.text).toBe('one two three ');
      run.api.open(`mid ${version}`);
    });

    it('is interrupted while it runs a tool', async () => {
      run.api.onPrompt('wait for me', [
        toolUse('Bash', { command: 'touch begun && exec tail -f /dev/null', description: 'wait' }),
      ]);
      await run.send('wait for me');
      await fileAppears(run.path('begun'));
      await run.process.stop('interrupt');
      await run.idle();
      expect(run.outcome).toEqual({ kind: 'interrupted' });
      const calls = run.items.flatMap(item => (item.kind === 'tool' ? [item.call.status] : []));
      expect(calls).toEqual(['interrupted']);
    });

    it('withdraws a pending permission request when it is interrupted', async () => {
      let aborted = false;
      run.decide_ = (_request, signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
        });
      const before = run.requests.length;
      run.api.onPrompt('ask and wait', [
        toolUse('Bash', { command: 'touch asked', description: 'x' }),
      ]);
      await run.send('ask and wait');
      await run.until(() => run.requests.length > before);
      await run.process.stop('interrupt');
      await run.idle();
      run.decide_ = allowOnce;
      expect(aborted).toBe(true);
      expect(run.outcome).toEqual({ kind: 'interrupted' });
    });

    it('answers the next message after an interruption', async () => {
      run.api.onPrompt('still there?', [[text('yes')]]);
      await run.turn('still there?');
      expect(run.text).toBe('yes');
    });

    it('switches mode and model at runtime', async () => {
      await run.process.setMode('acceptEdits');
      await run.process.setModel('haiku');
      expect(run.settings.mode).toBe('acceptEdits');
      expect(run.settings.model).toContain('haiku');
      const asked = run.requests.length;
      run.api.onPrompt('write freely', [
        toolUse('Write', { file_path: run.path('free.txt'), content: 'free' }),
        [text('done')],
      ]);
      await run.turn('write freely');
      expect(run.requests).toHaveLength(asked);
      expect(run.before.at(-1)?.edits).toEqual([run.path('free.txt')]);
      expect(run.settings.mode).toBe('acceptEdits');
      expect(run.api.mainRequests('write freely')[0]?.model).toContain('haiku');
      await run.process.setMode('default');
      await run.process.setModel('default');
      await expect(run.process.setMode('bypassPermissions')).rejects.toMatchObject({
        code: 'cli.modeUnavailable',
      });
    });

    it('accepts a thinking budget', async () => {
      await run.process.setMaxThinkingTokens(2_048);
      expect(run.settings.maxThinkingTokens).toBe(2_048);
    });

    it('discards the text of a broken stream and continues', async () => {
      run.api.onPrompt('break off', [
        attempts([text('dead words ', cut())], [text('living words')]),
      ]);
      await run.turn('break off');
      expect(run.outcome).toEqual({ kind: 'completed' });
      expect(run.text).toBe('living words');
    });
  }
});
