import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { rowsOf } from '../support/extent';
import { ChatWindow, describeFailures } from './support/chatWindow';
import { type Cut, cuts, KillBed } from './support/cuts/killBed';
import { type Check, situations } from './support/cuts/situations';

let window: ChatWindow;
let bed: KillBed;

/** Each case starts a window anew, which takes its time on a busy machine. */
const longest = 150_000;

beforeAll(async () => {
  window = await ChatWindow.open();
  window.workbench.page.setDefaultTimeout(longest / 3);
  bed = new KillBed(window);
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

beforeEach(async () => {
  // What went wrong in one case is not to be seen in the others.
  await window.reconnect();
  await window.startNew();
});
describeFailures(() => window);

let lastCase = 0;

/** Words of a conversation that no other one has. */
function unique(): string {
  lastCase += 1;
  return `case ${lastCase}.`;
}

// Each situation and each cut once; in the full run each of them with each.
const alone = rowsOf(
  situations.filter(([name]) => ['in mid-stream', 'while a permission waits'].includes(name)),
  situations,
);
const cutsAlone = rowsOf<Cut>(['kill -9 of the CLI'], cuts);

describe.each(cutsAlone)('%s', { timeout: longest }, cut => {
  test.each(alone)('%s', async (_name, arrange) => {
    const check = await arrange(bed, unique());
    await bed.cut(cut);
    await check(cut);
  });
});

// `reload.test.ts` has a reload in the midst of three.
const together = rowsOf<Cut>(
  ['kill -9 of the extension host'],
  ['kill -9 of the extension host', 'reload'],
);

test.each(together)('%s in the midst of six conversations', { timeout: longest }, async cut => {
  const sessions: string[] = [];
  const checks: Check[] = [];
  for (const [, arrange] of situations) {
    // Five agents live at a time: the last conversation has none, and needs none for its draft.
    if (checks.length < situations.length - 1) sessions.push(await window.startSession());
    else await window.startNew();
    checks.push(await arrange(bed, unique()));
  }
  await bed.cut(cut);
  // The last one is in the side bar, the others are opened as a user would.
  await checks.at(-1)?.(cut);
  for (const [index, session] of sessions.entries()) {
    await window.run('tandem.sessions.openInSideBar', session);
    await checks[index]?.(cut);
  }
});
