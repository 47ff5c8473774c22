import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { FileUpdate } from '../../src/contract/fileUpdates';
import type { ToolCallId, TurnId } from '../../src/contract/ids';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { newestRecorded } from '../support/recordings/recording';
import type { ChatPage } from './harness/chatPage';
import { promptsIn, recordedEvents, show } from './harness/recorded';
import { arrived } from './harness/reports';
import { bashCall, endTurn, opened, permissionFor, say, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const longCommand = Array.from({ length: 90 }, (_, index) => `node step${index}.js`).join('\n');
const boxOf = ({ page }: ChatPage) => page.getByRole('textbox', { name: 'Message' });
const cardOf = ({ page }: ChatPage) => page.locator('.request');
const permission = ({ page }: ChatPage) => page.getByRole('group', { name: 'Permission: Bash' });

async function armed(chat: ChatPage): Promise<void> {
  const deny = chat.page.getByRole('button', { name: 'Deny' });
  await expect.poll(() => deny.getAttribute('aria-disabled')).toBe('false');
}

/** Has the agent ask about a command below a text that fills the view. */
async function askAfterText(chat: ChatPage, command: string): Promise<void> {
  chat.host.emit(
    ...arrived,
    ...startTurn('1', 'Run'),
    ...say('b', 'I will run it.\n\n'.repeat(20)),
    ...opened(permissionFor('p', command)),
  );
  await armed(chat);
}

/** Waits for the card to take the focus, which it does once nobody types, and to show its keys. */
async function hasFocus(chat: ChatPage): Promise<void> {
  const isActive = () => permission(chat).evaluate(group => group === document.activeElement);
  await expect.poll(isActive, { timeout: 10_000 }).toBe(true);
  await showsKeys(permission(chat));
}

function isFocused(box: Locator): Promise<boolean> {
  return box.evaluate(element => element === document.activeElement);
}

/** Whether all of an element is in view, and nothing lies over it. */
function isOnTop(one: Locator): Promise<boolean> {
  return one.evaluate(element => {
    const { left, top, bottom, height } = element.getBoundingClientRect();
    const seen = [top + 2, bottom - 2].map(y => document.elementFromPoint(left + 8, y));
    return height > 4 && seen.every(found => element.contains(found));
  });
}

async function showsKeys(card: Locator): Promise<void> {
  const keycap = card.locator('kbd').first();
  await expect.poll(() => keycap.evaluate(key => getComputedStyle(key).visibility)).toBe('visible');
}

describe('The card of a call that asks', () => {
  it('is the only one, says what is asked, and leaves a badge', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    const texts = await page.getByRole('log').innerText();
    expect(texts.match(/npm test/g)).toHaveLength(1);
    const tool = page.getByRole('group', { name: 'Bash npm test', exact: true });
    await tool.getByText('Run this command?', { exact: true }).waitFor();
    await tool.getByRole('group', { name: 'Permission: Bash', exact: true }).waitFor();
    await tool.getByRole('button', { name: 'Allow Once' }).click();
    await tool.getByText('Allowed once').waitFor();
    expect(await permission(chat).count()).toBe(0);
  });

  it('holds back the calls behind it, which do not look as if they ran', async () => {
    const chat = await open();
    const { page, host } = chat;
    const prompt = permissionFor('p', 'npm test');
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(prompt), {
      ...{ type: 'tool.updated', call: bashCall('next', 'curl example.org', 'running'), at: 1 },
    });
    const next = page.getByRole('group', { name: 'Bash curl example.org', exact: true });
    await next.getByText('Not started').waitFor();
    expect(await next.locator('.tool-elapsed').count()).toBe(0);
    host.emit({ type: 'prompt.closed', promptId: prompt.id, outcome: 'allowed' });
    await next.getByText('Running').waitFor();
  });

  testInFull('needs no way to it while its answer is delivered', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    await page.evaluate(() => {
      const seen = { link: false };
      Object.assign(window, { seen });
      const look = () => {
        seen.link ||= document.body.innerText.includes('Go to Request');
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByRole('button', { name: 'Allow Once' }).click();
    await page.getByText('Allowed once').waitFor();
    const frames = () =>
      new Promise<void>(resolve => {
        let left = 10;
        const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
      });
    await page.evaluate(frames);
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual({ link: false });
    expect(host.conversation.summary.waiting).toHaveLength(1);
  });

  it('is shown for an update of the to-do list, too, although its line was there before', async () => {
    const chat = await open();
    const { page, host } = chat;
    const call = {
      ...bashCall('todo', '', 'running'),
      ...{ family: 'todoWrite', tool: 'TodoWrite', title: 'Update to-dos', target: undefined },
      input: { todos: [{ id: '1', text: 'Write tests', status: 'pending' }] },
    } as const;
    host.emit(...arrived, ...startTurn('1', 'Plan it'), {
      ...{ type: 'tool.updated', call: call as never, at: 1 },
    });
    await page.getByRole('group', { name: 'To-dos', exact: true }).waitFor();
    const prompt = { ...permissionFor('p', ''), toolId: call.id, call: call as never };
    host.emit({ type: 'prompt.opened', prompt, at: 2 });
    const card = page.getByRole('group', { name: 'Permission: Update to-dos' });
    await card.waitFor();
    host.emit({ type: 'prompt.closed', promptId: prompt.id, outcome: 'allowed' });
    await card.waitFor({ state: 'detached' });
    await page.getByText('Allowed').waitFor();
  });

  it.each(
    rowsOf(
      [[260, 900]],
      [
        [300, 800],
        [260, 900],
        [880, 700],
      ],
    ),
  )(
    'fits a view of %i × %i px with its answers, and its command scrolls inside',
    async (width, height) => {
      const chat = await open({ width, height });
      const { page } = chat;
      await askAfterText(chat, longCommand);
      const log = await page.getByRole('log').boundingBox();
      const card = await cardOf(chat).boundingBox();
      expect(card?.y).toBeGreaterThanOrEqual((log?.y ?? 0) - 1);
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(
        (log?.y ?? 0) + (log?.height ?? 0) + 1,
      );
      const command = page.getByRole('group', { name: 'Command' });
      const room = await command.evaluate(box => ({
        isCut: box.scrollHeight > box.clientHeight,
        lines: box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
        isWide: box.scrollWidth > box.clientWidth,
      }));
      expect(room.isCut).toBe(true);
      expect(room.isWide).toBe(false);
      expect(room.lines).toBeGreaterThan(5);
      const deny = await page.getByRole('button', { name: 'Deny' }).boundingBox();
      expect((deny?.y ?? 0) + (deny?.height ?? 0)).toBeLessThanOrEqual(
        (log?.y ?? 0) + (log?.height ?? 0),
      );
    },
  );

  it.each(
    rowsOf(
      [
        [260, 200],
        [1200, 250],
      ],
      [
        [260, 200],
        [260, 250],
        [1200, 200],
        [1200, 250],
      ],
    ),
  )(
    'has all of its answers in view at %i × %i px, beside a line of its command',
    async (...size) => {
      const [width, height] = size;
      for (const command of ['npm test', longCommand]) {
        const chat = await open({ width, height });
        const { page } = chat;
        await askAfterText(chat, command);
        for (const name of ['Allow Once', 'Always Allow', 'Deny']) {
          await expect.poll(() => isOnTop(page.getByRole('button', { name }))).toBe(true);
        }
        const line = page.getByRole('group', { name: 'Command' }).locator('.tool-line').first();
        expect(await isOnTop(line)).toBe(true);
        // The composer has a line of the message and its buttons, and no more.
        expect((await page.locator('.composer').boundingBox())?.height).toBeLessThanOrEqual(62);
      }
    },
  );

  it.each([
    [1200, 160],
    [400, 180],
  ])(
    'shows the rules of Always Allow beside its answers in a panel of %i × %i px',
    async (...size) => {
      const [width, height] = size;
      const chat = await open({ width, height });
      const { page, host } = chat;
      host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
      await armed(chat);
      await page.getByRole('button', { name: 'Always Allow' }).click();
      await expect.poll(() => isOnTop(page.locator('.prompt-rules code').first())).toBe(true);
      for (const name of ['Allow Once', 'Always Allow', 'Deny']) {
        await expect.poll(() => isOnTop(page.getByRole('button', { name }))).toBe(true);
      }
    },
  );

  it('is allowed in a low view once its command was scrolled to the end', async () => {
    const chat = await open({ width: 260, height: 200 });
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', longCommand)));
    await armed(chat);
    const allow = page.getByRole('button', { name: 'Allow Once' });
    await page.locator('[data-blocked]').first().waitFor();
    await page.getByRole('group', { name: 'Command' }).evaluate(box => {
      box.scrollTo({ top: box.scrollHeight });
    });
    await expect.poll(() => allow.getAttribute('data-blocked')).toBe(null);
    await allow.click();
    expect(await host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'allowOnce' } });
  });

  testInFull('shows its top first in a view that is too low for it', async () => {
    const chat = await open({ width: 320, height: 380 });
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', longCommand)));
    await cardOf(chat).waitFor();
    const top = async () =>
      ((await cardOf(chat).boundingBox())?.y ?? 999) -
      ((await page.getByRole('log').boundingBox())?.y ?? 0);
    await expect.poll(async () => Math.abs(await top())).toBeLessThan(16);
  });
});

describe('The digits of a card', () => {
  it('answer it from an empty message box, and letters still begin a message', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived);
    await boxOf(chat).focus();
    host.emit(...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    await expect
      .poll(() => permission(chat).evaluate(group => group === document.activeElement))
      .toBe(true);
    await page.keyboard.press('n');
    await expect.poll(() => messageText(boxOf(chat))).toBe('n');
    // Now the user writes: digits are text, and no keycap says otherwise.
    await page.keyboard.press('1');
    await expect.poll(() => messageText(boxOf(chat))).toBe('n1');
    const keycap = permission(chat).locator('kbd').first();
    expect(await keycap.evaluate(key => getComputedStyle(key).visibility)).toBe('hidden');
    expect(host.called('prompt.answer')).toEqual([]);
    await page.getByRole('log').focus();
    await showsKeys(permission(chat));
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'allowOnce' } });
  });

  it('leave the focus to the next card, and the last one to the message box', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived);
    await boxOf(chat).focus();
    const [first, second] = [permissionFor('p', 'npm test'), permissionFor('q', 'npm run lint')];
    host.emit(...startTurn('1', 'Run'), ...opened(first), ...opened(second));
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const answer = async ({ id }: PermissionPrompt) => {
      await expect.poll(focused, { timeout: 10_000 }).toBe(`prompt-${id}`);
      await showsKeys(page.locator(`#prompt-${id}`));
      await page.keyboard.press('1');
      await expect
        .poll(() => host.called('prompt.answer').map(({ promptId }) => promptId))
        .toContain(id);
      host.emit({ type: 'prompt.closed', promptId: id, outcome: 'allowed' });
    };
    await answer(first);
    await answer(second);
    await expect.poll(() => isFocused(boxOf(chat))).toBe(true);
  });

  it('answer the next card, too, beside a message that is half written', async () => {
    const chat = await open();
    const { page, host } = chat;
    const [first, second] = [permissionFor('p', 'npm test'), permissionFor('q', 'npm run lint')];
    host.emit(...arrived);
    await boxOf(chat).fill('and then');
    host.emit(...startTurn('1', 'Run'), ...opened(first), ...opened(second));
    await page.locator('#prompt-p').getByRole('button', { name: 'Allow Once' }).click();
    await host.waitFor('prompt.answer');
    host.emit({ type: 'prompt.closed', promptId: first.id, outcome: 'allowed' });
    await page.locator('#prompt-p').waitFor({ state: 'detached' });
    const next = page.locator('#prompt-q').getByRole('button', { name: 'Allow Once' });
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer', 2)).toMatchObject({ promptId: second.id });
    expect(await messageText(boxOf(chat))).toBe('and then');
  });

  it('leave a message that is being written alone', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived);
    await boxOf(chat).focus();
    await page.keyboard.type('Use 2');
    host.emit(...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    await page.keyboard.type('3 tests');
    await expect.poll(() => messageText(boxOf(chat))).toBe('Use 23 tests');
    expect(host.called('prompt.answer')).toEqual([]);
  });

  testInFull('answer a card that comes as soon as a message was sent', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived);
    await boxOf(chat).focus();
    await page.keyboard.type('Run the tests');
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    await expect.poll(() => messageText(boxOf(chat))).toBe('');
    host.emit(...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    await hasFocus(chat);
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'allowOnce' } });
  });

  testInFull('answer it once nobody types any more in a box that is empty again', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived);
    await boxOf(chat).focus();
    await page.keyboard.type('No');
    host.emit(...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await permission(chat).waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await hasFocus(chat);
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'allowOnce' } });
  });

  it('are text for who clicks into the empty message box just as the card comes', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await permission(chat).waitFor();
    await boxOf(chat).click();
    await armed(chat);
    await page.keyboard.type('1. Fix the parser');
    await expect.poll(() => messageText(boxOf(chat))).toBe('1. Fix the parser');
    expect(host.called('prompt.answer')).toEqual([]);
  });

  it('are text for who comes to the message box by a command just as the card comes', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await permission(chat).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await boxOf(chat).focus();
    // Longer than keys wait after the change to this window.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 600)));
    await page.keyboard.type('1. Fix');
    await expect.poll(() => messageText(boxOf(chat))).toBe('1. Fix');
    expect(host.called('prompt.answer')).toEqual([]);
  });

  it('leave no gap beside the label while no keycap is shown, and move no button', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    const buttons = permission(chat).locator('.prompt-button');
    const places = () =>
      buttons.evaluateAll(all =>
        all.map(button => {
          const { left, right } = button.getBoundingClientRect();
          const label = button.querySelector('span:not(.sr-only)')?.getBoundingClientRect();
          const room = [(label?.left ?? 0) - left, right - (label?.right ?? 0)];
          return { left, right, room: room.map(Math.round) };
        }),
      );
    await boxOf(chat).fill('and then');
    await expect
      .poll(async () => (await places()).map(({ room: [before = 0, after = 0] }) => after - before))
      .toSatisfy((gaps: number[]) => gaps.length === 3 && gaps.every(gap => Math.abs(gap) <= 1));
    const before = await places();
    await page.getByRole('log').focus();
    await showsKeys(permission(chat));
    const after = await places();
    expect(after.map(({ left, right }) => [left, right])).toEqual(
      before.map(({ left, right }) => [left, right]),
    );
    expect(after.map(({ room }) => room[0])).toEqual([11, 11, 11]);
  });

  it('are text for who types just as the card takes the focus', async () => {
    const chat = await open();
    const { page, host } = chat;
    await boxOf(chat).focus();
    await page.evaluate(() => {
      document.addEventListener('focusin', ({ target }) => {
        if (target instanceof HTMLElement && target.closest('.request')) {
          const key = new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true });
          target.dispatchEvent(key);
          document.documentElement.dataset.typed = String(key.defaultPrevented);
        }
      });
    });
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await page.locator('html[data-typed]').waitFor();
    expect(await page.locator('html').getAttribute('data-typed')).toBe('false');
    expect(await boxOf(chat).evaluate(box => box === document.activeElement)).toBe(true);
    expect(host.called('prompt.answer')).toEqual([]);
  });

  it('are 1, 2 and 3 for an edit', async () => {
    const chat = await open();
    const [, edit] = promptsIn(recordedEvents(newestRecorded, 'edit_tools'));
    if (!edit) {
      throw new Error('An edit was recorded.');
    }
    await show(chat, edit.before);
    chat.host.emit(edit.opened);
    await armed(chat);
    await chat.page.getByRole('log').focus();
    expect(await cardOf(chat).locator('kbd').allInnerTexts()).toEqual(['1', '2', '3']);
    await chat.page.keyboard.press('2');
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({
      answer: { kind: 'allowWith' },
    });
  });

  it('save no rule before it was shown', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(permissionFor('p', 'npm test')));
    await armed(chat);
    await page.getByRole('log').focus();
    await page.keyboard.press('2');
    await page.getByText('Bash(npm test)').waitFor();
    expect(host.called('prompt.answer')).toEqual([]);
    await armed(chat);
    await page.keyboard.press('2');
    expect(await host.waitFor('prompt.answer')).toMatchObject({
      answer: { kind: 'allowAlways', destination: 'localSettings' },
    });
  });
});

describe('The footer of a turn', () => {
  const update = (path: string, removed: number): FileUpdate => ({
    ...{ toolId: 'e' as ToolCallId, path, status: 'updated', added: 4, removed },
  });
  const edited: readonly ConversationEvent[] = [
    ...arrived,
    ...startTurn('1', 'Change it'),
    { type: 'tool.updated', at: 0, call: bashCall('e', 'make', 'done') },
    { type: 'file.updated', update: update('a.ts', 0) },
    { type: 'file.updated', update: update('b.ts', 0) },
    ...say('b', 'Done.'),
    ...endTurn(),
  ];
  const reviewed = (
    tools: readonly string[],
    decided: { readonly undone?: readonly string[]; readonly kept?: readonly string[] } = {},
  ): ConversationEvent => ({
    type: 'review.changed',
    review: {
      ...{ files: tools.length, added: 0, removed: 0, tools: tools as readonly ToolCallId[] },
      ...(decided as { undone?: readonly ToolCallId[]; kept?: readonly ToolCallId[] }),
    },
  });

  it.each(rowsOf([260], [260, 300]))(
    'is one row at %i px, without a zero, and its detail opens below',
    async width => {
      const { page, host } = await open({ width });
      host.emit(...edited, reviewed(['e']));
      const footer = page.locator('.turn-footer');
      await footer.getByText('2 files +8', { exact: true }).waitFor();
      expect((await footer.boundingBox())?.height).toBeLessThan(34);
      const summary = footer.locator('summary');
      const before = (await summary.boundingBox())?.y;
      await summary.click();
      await footer.getByText('$0.01').waitFor();
      expect((await summary.boundingBox())?.y).toBe(before);
    },
  );

  it('is one row at 260 px with lines added and removed, and a short time', async () => {
    const { page, host } = await open({ width: 256 });
    const changed = {
      type: 'file.updated',
      update: { ...update('a.ts', 114), added: 312 },
    } as const;
    host.emit(...edited, changed, reviewed(['e']));
    const footer = page.locator('.turn-footer');
    await footer.getByText('2 files').waitFor();
    await footer.getByRole('button', { name: 'Undo Changes of This Turn' }).waitFor();
    expect((await footer.boundingBox())?.height).toBeLessThan(34);
  });

  it('says that the changes were undone, and offers to redo them', async () => {
    const { page, host } = await open();
    host.emit(...edited, reviewed(['e']));
    await page.getByRole('button', { name: 'Undo Changes of This Turn' }).click();
    await host.waitFor('turn.undo');
    host.emit(reviewed([], { undone: ['e'] }));
    await page.getByText('Undone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Redo Changes of This Turn' }).click();
    const { channelId } = host;
    expect(await host.waitFor('turn.redo')).toEqual({ channelId, turnId: '1' });
    host.emit(reviewed(['e']));
    await page.getByRole('button', { name: 'Keep Changes of This Turn' }).waitFor();
  });

  it('says that the changes were kept, unless they were undone later or wait again', async () => {
    const { page, host } = await open({ width: 260 });
    host.emit(...edited, reviewed(['e']));
    await page.getByRole('button', { name: 'Keep Changes of This Turn' }).click();
    await host.waitFor('turn.keep');
    host.emit(reviewed([], { kept: ['e'] }));
    const kept = page.getByText('Kept', { exact: true });
    await kept.waitFor();
    const review = page.getByRole('button', { name: 'Review Changes' });
    expect(await review.evaluate(button => button === document.activeElement)).toBe(true);
    expect((await page.locator('.turn-footer').boundingBox())?.height).toBeLessThan(34);
    host.emit(reviewed([], { undone: ['e'], kept: ['e'] }));
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(await kept.count()).toBe(0);
    host.emit(reviewed(['e'], { kept: ['e'] }));
    await page.getByRole('button', { name: 'Keep Changes of This Turn' }).waitFor();
    expect(await kept.count()).toBe(0);
  });
});

it('A turn that the agent began by itself says why', async () => {
  const { page, host } = await open();
  const at = Date.UTC(2026, 10, 20, 9, 31);
  host.emit(
    ...arrived,
    {
      type: 'task.changed',
      task: {
        ...{ id: 'b1' as never, kind: 'shell', title: 'Start the dev server', isBackground: true },
        ...{ startedAt: at - 9_000, endedAt: at - 1_000, status: 'completed' },
      },
    } as ConversationEvent,
    { type: 'turn.started', turnId: 'own' as TurnId, at, origin: 'agent' },
    ...say('b', 'It runs.'),
    ...endTurn(),
  );
  await page.getByText('Background task finished: Start the dev server').waitFor();
  // After a reload, only what the agent has stored is known.
  const after = { title: 'Build the site', status: 'failed' } as const;
  host.emit(
    { type: 'turn.started', turnId: 'stored' as TurnId, at: at + 60_000, origin: 'agent', after },
    ...say('s', 'It broke.'),
    ...endTurn(),
  );
  await page.getByText('Background task failed: Build the site').waitFor();
});

it('A retry stands still and counts down', async () => {
  const { page, host } = await open();
  const notice = { kind: 'retrying', attempt: 1, maxAttempts: 10, status: 529 } as const;
  // The turn starts now, by which the page sets its clock.
  const [started, sent] = startTurn('1', 'Hi');
  const at = Date.now();
  host.emit(
    ...arrived,
    { ...started, at } as ConversationEvent,
    { ...sent, at } as ConversationEvent,
    { type: 'notice', at, notice: { ...notice, delayMs: 50_000 } },
  );
  const row = page.getByText(/^Claude is overloaded \(529\)\. Retrying in .+… \(1 of 10\)$/);
  const first = await row.innerText();
  await expect.poll(() => row.innerText()).not.toBe(first);
  expect(await page.locator('.notice .icon-spin').count()).toBe(0);
});

describe('Tools of a message', () => {
  it.each(rowsOf([260], [260, 420]))('never lie on its text at %i px', async width => {
    const { page, host } = await open({ width });
    const long = 'A message that fills its line to the very end and then goes on to another one.';
    host.emit(...arrived, ...startTurn('1', long), ...say('b', long), ...endTurn());
    for (const name of ['You', 'Claude']) {
      const message = page.getByRole('article', { name });
      await message.hover();
      const overlaps = await message.evaluate(element => {
        const tools = element.querySelector('.message-tools')?.getBoundingClientRect();
        const text = element.querySelector('.person-text, .markdown') ?? element;
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].filter(
          line =>
            tools &&
            line.right > tools.left &&
            line.left < tools.right &&
            line.bottom > tools.top + 2 &&
            line.top < tools.bottom - 2 &&
            line.width < element.clientWidth,
        ).length;
      });
      expect(overlaps, name).toBe(0);
    }
  });
});
