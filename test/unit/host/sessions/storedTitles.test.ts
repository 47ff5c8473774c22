import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListedSession } from '../../../../src/cli/sessions/listedSession';
import { openConversation } from '../../../../src/core/export/conversationSource';
import { openHere } from '../../../../src/host/sessions/openSessions';
import { StoredTitles } from '../../../../src/host/sessions/storedTitles';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';
import { rowsOf, stored } from './rows';

let bed: ScriptedBed;
let titles: StoredTitles;

beforeEach(() => {
  bed = scriptedBed();
  titles = new StoredTitles();
});

afterEach(() => {
  bed.channel.dispose();
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function say(text: string): Promise<void> {
  bed.channel.messages.send({ text, images: [] });
  await settled();
}

/** The stored session as the index lists it. */
const listed = (rest: Partial<ListedSession> = {}) => stored('session', rest);

/** The title in the header and the tab, which the list, the picks and an export must show too. */
function shown(sessions: readonly ListedSession[] = [listed()]): string {
  const { channel } = bed;
  const marks = { isUnread: () => false } as never;
  const [row] = rowsOf({ stored: sessions, open: openHere({ all: [channel] } as never, marks) });
  expect([row?.title, openConversation(channel).facts.title]).toEqual([
    channel.title,
    channel.title,
  ]);
  return channel.title;
}

/** The index has read the files again. */
const read = (rest: Partial<ListedSession>) => titles.note([listed(rest)], [bed.channel]);

test('the first message names a conversation until the CLI has stored a title', async () => {
  bed.agents.stored = [];
  expect(shown()).toBe('New conversation');
  await say('Fix the parser');
  expect(shown()).toBe('Fix the parser');
  read({});
  expect(shown()).toBe('Fix the parser');
  read({ given: 'Parser fixed' });
  expect(shown([listed({ title: 'Parser fixed' })])).toBe('Parser fixed');
});

test('a title that was stored before the conversation was opened names it', () => {
  read({ given: 'Stored earlier' });
  expect(shown()).toBe('Stored earlier');
});

test('a new name stays when the file is read with the old one, and when the agent adds a title', async () => {
  bed.agents.stored = [];
  await say('Fix the parser');
  bed.agents.newest.answer();
  read({ given: 'By the CLI' });
  await bed.channel.rename('By me');
  expect(shown()).toBe('By me');
  read({ given: 'By the CLI' });
  expect(shown()).toBe('By me');
  // The user's name comes before the CLI's own title in the file.
  read({ given: 'By me' });
  expect(shown()).toBe('By me');
  read({ given: 'By a terminal' });
  expect(shown()).toBe('By a terminal');
});

test('a name between two others stays replaced when the file is read late', async () => {
  bed.agents.stored = [];
  await say('Fix the parser');
  bed.agents.newest.answer();
  read({ given: 'By the CLI' });
  await bed.channel.rename('By me');
  await bed.channel.rename('By me, too');
  read({ given: 'By me' });
  expect(shown()).toBe('By me, too');
  read({ given: 'By me, too' });
  read({ given: 'By me' });
  expect(shown()).toBe('By me');
});

test('a name that the agent announces counts at once, and so does the next stored one', async () => {
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
  bed.agents.newest.host.onEvents([{ type: 'session.changed', title: 'By /rename' }]);
  expect(shown([listed({ title: 'Old', given: 'Old' })])).toBe('By /rename');
  read({ given: 'Old' });
  expect(shown()).toBe('By /rename');
  read({ given: 'By /rename' });
  expect(shown()).toBe('By /rename');
});

test('a fork has the title of its origin until it has its own', async () => {
  bed.channel.dispose();
  bed = scriptedBed({ fallbackTitle: 'Parser (fork)' });
  bed.agents.stored = [];
  await say('And the printer');
  expect(shown()).toBe('Parser (fork)');
  read({ given: 'Printer' });
  expect(shown()).toBe('Printer');
});

test('a reload finds the title again, whichever is read first', async () => {
  bed.agents.stored = ['Fix the parser'];
  await bed.channel.restorer.restore();
  expect(shown()).toBe('Fix the parser');
  read({ given: 'Parser fixed' });
  expect(shown()).toBe('Parser fixed');
});

test('a cleared conversation begins without the title of the one before', async () => {
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
  read({ given: 'Before' });
  bed.agents.newest.host.onEvents([
    { type: 'conversation.cleared' },
    { type: 'session.changed', sessionId: 'next' as never },
  ]);
  titles.note([listed({ given: 'Before' })], [bed.channel]);
  expect(shown([stored('next')])).toBe('New conversation');
});
