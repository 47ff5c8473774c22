import { afterAll, expect, test, vi } from 'vitest';

const chat = vi.hoisted(() => ({ made: [] as string[], api: {} as Record<string, unknown> }));

vi.mock('vscode', () => ({
  get chat() {
    return chat.api.chat;
  },
  Uri: { joinPath: (_: unknown, ...parts: string[]) => parts.join('/') },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { registerParticipant } = await import(
  '../../../../src/host/participant/registerParticipant'
);

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const never = () => Promise.reject(new Error('Nothing is loaded'));

test.each([[undefined], [{}]])('an editor without chat is no error: %j', api => {
  chat.api = { chat: api };
  expect(() => registerParticipant('/ext' as never, never).dispose()).not.toThrow();
});

test('registers under the id of the manifest, and loads nothing', () => {
  const participant = { dispose: () => undefined };
  chat.api = {
    chat: {
      createChatParticipant: (id: string) => {
        chat.made.push(id);
        return participant;
      },
    },
  };
  expect(registerParticipant('/ext' as never, never)).toBe(participant);
  expect(chat.made).toEqual(['tandem.chat']);
  expect(participant).toMatchObject({ iconPath: 'media/icon.png' });
});
