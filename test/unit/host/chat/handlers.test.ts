import { afterAll, expect, test, vi } from 'vitest';
import { type Draft, emptyDraft } from '../../../../src/contract/draft';
import type { ChannelId, MessageId, TurnId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { FileOpener } from '../../../../src/host/chat/fileOpener';
import type { PageOwner } from '../../../../src/host/chat/handlers';
import type { ReviewActions } from '../../../../src/host/chat/reviewActions';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { pageHandlers } = await import('../../../../src/host/chat/handlers');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const channelId = 'c' as ChannelId;
const turnId = 't' as TurnId;
const messageId = 'm' as MessageId;

/** Creates a page that shows the channel `c` and records its requests about changes. */
function page() {
  const channel = { id: channelId } as Channel;
  const asked: unknown[][] = [];
  const note =
    (name: keyof ReviewActions) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args]);
    };
  const reviews: ReviewActions = {
    keepTurn: note('keepTurn'),
    undoTurn: note('undoTurn'),
    redoTurn: note('redoTurn'),
    openReview: note('openReview'),
    keepAll: note('keepAll'),
    undoAll: note('undoAll'),
    rewindCode: note('rewindCode'),
    fork: note('fork'),
    pickRewindTarget: note('pickRewindTarget'),
  };
  const some: Partial<PageOwner> = { reviews, channel: () => channel, left: () => undefined };
  const owner = some as PageOwner;
  return { channel, asked, owner, handlers: pageHandlers(owner, {} as FileOpener) };
}

test('calls about changes are forwarded with the channel of the page', async () => {
  const { channel, asked, handlers } = page();
  await handlers['turn.keep']({ channelId, turnId });
  await handlers['turn.undo']({ channelId, turnId });
  await handlers['review.open']({ channelId });
  await handlers['review.keep']({ channelId });
  await handlers['review.undo']({ channelId });
  await handlers['rewind.code']({ channelId, messageId });
  await handlers['rewind.fork']({ channelId, messageId, rewindsCode: true });
  await handlers['rewind.pick']({ channelId });
  expect(asked).toEqual([
    ['keepTurn', channel, turnId],
    ['undoTurn', channel, turnId],
    ['openReview', channel],
    ['keepAll', channel],
    ['undoAll', channel],
    ['rewindCode', channel, messageId],
    ['fork', channel, messageId, true],
    ['pickRewindTarget', channel],
  ]);
});

test('calls about changes are rejected for another channel or malformed parameters', async () => {
  const { asked, handlers } = page();
  const other = 'd' as ChannelId;
  expect(() => handlers['turn.undo']({ channelId: other, turnId })).toThrow('not open here');
  expect(() => handlers['rewind.pick']({ channelId: other })).toThrow('not open here');
  const bad = { channelId, messageId, rewindsCode: 'yes' as unknown as boolean };
  expect(() => handlers['rewind.fork'](bad)).toThrow('rewind.fork');
  expect(asked).toEqual([]);
});

test('a draft from a page that navigated away is saved in its channel while that is open', () => {
  const { handlers, owner } = page();
  const saved: unknown[] = [];
  const saveDraft = (...args: [Draft, number?]) => void saved.push(args);
  const left = { id: 'd' as ChannelId, saveDraft } as Partial<Channel> as Channel;
  const late = { channelId: left.id, draft: { text: 'typed in haste', images: [] } };
  owner.left = () => left;
  handlers['draft.save'](late);
  handlers['draft.save']({ ...late, returned: 7 });
  expect(saved).toEqual([
    [late.draft, 0],
    [late.draft, 7],
  ]);
  expect(() => handlers['agent.stop']({ channelId: left.id })).toThrow('not open here');
  owner.left = () => undefined;
  expect(() => handlers['draft.save'](late)).toThrow('not open here');
});

test('a draft that cannot be put aside stays in its channel', async () => {
  const { channel, handlers, owner } = page();
  const kept: Draft[] = [];
  Object.assign(channel, { saveDraft: (draft: Draft) => void kept.push(draft) });
  const saved: Partial<PageOwner['saved']> = {
    stash: async ({ text }) => {
      if (text === 'refused') throw new Error('Update Tandem');
      return emptyDraft;
    },
  };
  Object.assign(owner, { saved });
  const stash = (text: string) =>
    handlers['draft.stash']({ channelId, draft: { text, images: [] } });
  await expect(stash('refused')).rejects.toThrow('Update Tandem');
  expect(kept).toEqual([]);
  expect(await stash('stored')).toEqual(emptyDraft);
  expect(kept).toEqual([emptyDraft]);
});

test('an empty message is not previewed', () => {
  const { handlers } = page();
  const empty = { channelId, text: ' ', images: [], mentions: [] };
  expect(() => handlers['message.preview'](empty)).toThrow('The message box is empty.');
});

test('a message takes along what the chip of the editor showed, if the page was given it', async () => {
  const { handlers, owner } = page();
  const sent: unknown[][] = [];
  const block = { kind: 'selection', title: 'Selection in a.ts', text: 'let a;' } as const;
  const some: Partial<Channel> = {
    id: channelId,
    conversation: emptyConversation,
    sendDraft: (...args: unknown[]) => String(sent.push(args)) as MessageId,
  };
  const front = {
    take: (id: ChannelId, chip: string) => (id + chip === 'cf1' ? block : undefined),
  };
  Object.assign(owner, { channel: () => some as Channel, front });
  const draft = { text: 'hi', images: [] };
  await handlers['message.send']({ channelId, ...draft, front: 'f1' });
  await handlers['message.send']({ channelId, ...draft, front: 'f2' });
  await handlers['message.send']({ channelId, ...draft, returned: 7 });
  expect(sent).toEqual([
    [draft, [block], 0],
    [draft, [], 0],
    [draft, [], 7],
  ]);
});

test('files that are no base64, and places that are no numbers, are refused', () => {
  const { handlers } = page();
  const data = 'no base64!';
  expect(() => handlers['attachment.convert']({ channelId, name: 'a', data })).toThrow('convert');
  const index = -1;
  expect(() => handlers['context.open']({ channelId, messageId, index })).toThrow('context.open');
});
