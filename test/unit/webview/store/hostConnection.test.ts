import { afterEach, expect, it, vi } from 'vitest';
import { connectHost } from '../../../../webview/store/hostConnection';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('handles the messages of a batch after one that fails', () => {
  const origin = 'vscode-webview://page';
  let arrive = (_: { origin: string; data: unknown }): void => undefined;
  vi.stubGlobal('window', {
    origin,
    addEventListener: (_: string, listener: typeof arrive) => {
      arrive = listener;
    },
  });
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const heard: unknown[] = [];
  const failure = new Error('No sound');
  connectHost(
    {
      'sound.play': () => {
        throw failure;
      },
      'composer.preview': () => heard.push('preview'),
    },
    text => heard.push(text),
  );
  const event = (name: string) => ({ kind: 'event', name, event: {} });
  arrive({
    origin,
    data: { batch: [event('sound.play'), event('composer.preview'), [2, 'text']] },
  });
  expect(heard).toEqual(['preview', [2, 'text']]);
  expect(reported).toEqual([failure]);
});

it.each([
  ['apart', (messages: readonly unknown[]) => messages],
  ['together', (batch: readonly unknown[]) => [{ batch }]],
] as const)(
  'starts before it takes what was kept after the answer, posted %s',
  async (_, posted) => {
    const event = (name: string) => ({ kind: 'event', name, event: {} });
    const init = { gate: { kind: 'open' } };
    const api = { postMessage: vi.fn(), setState: vi.fn() };
    vi.stubGlobal('window', {
      addEventListener: () => undefined,
      firstCall: {
        api,
        take: () =>
          posted([
            event('front.changed'),
            { kind: 'result', id: 0, result: init },
            event('page.changed'),
          ]),
      },
    });
    const heard: unknown[] = [];
    const { ready } = connectHost(
      {
        'front.changed': () => heard.push('front'),
        'page.changed': () => heard.push('changed'),
      },
      () => undefined,
    );
    await ready(start => heard.push(start));
    expect(heard).toEqual(['front', init, 'changed']);
    expect(api.postMessage).not.toHaveBeenCalled();
  },
);

it('reports that the first call has failed', async () => {
  const error = { code: 'failed', message: 'No disk' };
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    firstCall: { api: {}, take: () => [{ kind: 'failure', id: 0, error }] },
  });
  const { ready } = connectHost({}, () => undefined);
  const start = vi.fn();
  await expect(ready(start)).rejects.toThrow('No disk');
  expect(start).not.toHaveBeenCalled();
});
