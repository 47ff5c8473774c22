import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { ChatWindow, describeFailures } from './support/chatWindow';
import { type Cut, cuts, KillBed } from './support/cuts/killBed';
import { type Check, situations } from './support/cuts/situations';

let window: ChatWindow;
let bed: KillBed;

/** Timeout: each case starts a new window, which takes long on a busy machine. */
const longest = 150_000;

beforeAll(async () => {
  window = await ChatWindow.open();
  window.workbench.page.setDefaultTimeout(longest / 3);
  bed = new KillBed(window);
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

beforeEach(async () => {
  // A failed case must not affect the next one.
  await window.reconnect();
});
describeFailures(() => window);

let lastCase = 0;

/** Returns words that no other conversation contains. */
function unique(): string {
  lastCase += 1;
  return `case ${lastCase}.`;
}

describe.each(cuts)('%s', { timeout: longest }, cut => {
  test.each(situations)('%s', async (_name, arrange) => {
    await window.startNew();
    const check = await arrange(bed, unique());
    await bed.cut(cut);
    await check(cut);
  });
});

// `reload.test.ts` reloads in the middle of three conversations.
const together: readonly Cut[] = ['kill -9 of the extension host', 'reload'];

test.each(together)('%s during several conversations', { timeout: longest }, async cut => {
  const sessions: string[] = [];
  const checks: Check[] = [];
  for (const [, arrange] of situations) {
    // Five agents may run at a time: the last conversation has none and needs none for its draft.
    if (checks.length < situations.length - 1) sessions.push(await window.startSession());
    else await window.startNew();
    checks.push(await arrange(bed, unique()));
  }
  await bed.cut(cut);
  // The last conversation is in the side bar; the others are opened as a user would open them.
  await checks.at(-1)?.(cut);
  for (const [index, session] of sessions.entries()) {
    await window.run('tandem.sessions.openInSideBar', session);
    await checks[index]?.(cut);
  }
});
