import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ChatResponse } from '../../../../src/host/participant/chatRequest';

let module: typeof import('../../../../src/host/participant/answerChat');

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({
    TreeItemCollapsibleState: { None: 0 },
    window: {},
    ProgressLocation: {},
    StatusBarAlignment: {},
  }));
  module = await import('../../../../src/host/participant/answerChat');
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const note = { channelId: 'c', sessionId: 's', cwd: '/work' };

it.each<[object, object]>([
  [{}, { metadata: {} }],
  [{ problem: 'No' }, { metadata: {}, errorDetails: { message: 'No' } }],
  [{ note }, { metadata: note }],
])('a response %j leaves a result that says that it has ended', async (response, result) => {
  const participant = { answer: async () => response as ChatResponse };
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  };
  const given = [{ prompt: 'x', references: [] }, { history: [] }, {}, token];
  expect(
    await module.answerChat(participant as never, ...(given as [never, never, never, never])),
  ).toEqual(result);
});
