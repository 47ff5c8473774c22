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
