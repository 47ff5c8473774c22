import { afterAll, expect, it, vi } from 'vitest';
import { viewOf } from './fileViews';

vi.doMock('vscode', () => ({ l10n: { t: (text: string) => text }, Uri: class {} }));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { ChannelReview } = await import('../../../../src/core/edits/review/channelReview');
const { changeCommands } = await import('../../../../src/host/review/changeCommands');
const { ChangeTargets } = await import('../../../../src/host/review/changeTargets');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const reviewOf = (id: string) =>
  new ChannelReview({ value: { channelId: id } } as never, {} as never);
const [one, other] = [reviewOf('one'), reviewOf('other')];
const texts = { before: 'a\n', after: 'b\n' };
const views = [
  viewOf('/w/a', one, texts),
  viewOf('/w/a', other, texts),
  viewOf('/w/b', one, texts),
];

/** Carries a command out. @returns what was done, and to the changes of which conversations */
async function done(command: 'keepConversation' | 'undoConversation', target: unknown) {
  const list = { all: views, settled: async () => undefined };
  const targets = new ChangeTargets(list as never, {} as never);
  const calls: unknown[] = [];
  const note = (what: string) => async (all: typeof views) => {
    calls.push([
      what,
      ...all.map(({ channel, review }) => [channel.record.channelId, review.path]),
    ]);
  };
  const actions = { keep: note('kept'), undoAll: note('undone') };
  const commands = changeCommands({ edits: { actions, targets } } as never);
  await commands[`tandem.changes.${command}`](target);
  return calls;
}

it('the changes of a conversation are kept or undone without those of others', async () => {
  const row = { kind: 'conversation', channel: one };
  const own = [
    ['one', '/w/a'],
    ['one', '/w/b'],
  ];
  expect(await done('undoConversation', row)).toEqual([['undone', ...own]]);
  expect(await done('keepConversation', row)).toEqual([['kept', ...own]]);
  // A group of the Source Control view.
  const group = { id: 'other', resourceStates: [] };
  expect(await done('undoConversation', group)).toEqual([['undone', ['other', '/w/a']]]);
});

it('no changes are undone without the row of a conversation', async () => {
  await expect(done('undoConversation', undefined)).rejects.toMatchObject({
    code: 'change.noConversation',
  });
});
