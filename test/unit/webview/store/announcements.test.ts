import { expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { announcementsOf } from '../../../../webview/store/announcements';
import { endTurn, say, startTurn } from '../../../page/harness/story';

function announced(reply: string): string | undefined {
  const begun: ConversationEvent[] = [...startTurn('1', 'Go'), ...say('b', reply)];
  const before = begun.reduce((one, event) => fold(one, event), emptyConversation);
  const events = endTurn();
  const after = events.reduce((one, event) => fold(one, event), before);
  return announcementsOf(before, after, events, 'Claude')[0];
}

it('announces a reply without the marks of Markdown', () => {
  expect(announced('**Done.** See `a.ts`:\n\n- one\n- two')).toBe(
    'Claude: Done. See a.ts:\none\ntwo',
  );
});

it('announces the beginning of a long reply', () => {
  const text = announced(`**Begin** ${'word '.repeat(100_000)}`);
  expect(text).toMatch(/^Claude: Begin word .*word…$/);
  expect(text?.length).toBeLessThan(700);
});

it('announces no reply that shows nothing', () => {
  expect(announced('---')).not.toMatch(/^Claude:/);
});
