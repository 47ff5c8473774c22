import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ToolCallId } from '../../src/contract/ids';
import type { PermissionPrompt, PlanPrompt } from '../../src/contract/prompts';
import { newestRecorded } from '../support/recordings/recording';
import { promptsIn, recordedEvents, show } from './harness/recorded';
import { arrived } from './harness/reports';
import { bashCall, opened, permissionFor, startTurn } from './harness/story';
import { useChat } from './harness/useChat';
import { flawsOf } from './pictures/flaws';

const open = useChat();

/** Whether its middle is in view, and nothing lies over it. */
function isOnTop(one: Locator): Promise<boolean> {
  return one.evaluate(element => {
    const { left, top, bottom } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + 8, (top + bottom) / 2);
    return element.contains(found);
  });
}

describe('A plan in a view of 260 × 280 px', () => {
  const steps = Array.from({ length: 20 }, (_, index) => `${index + 1}. Step ${index + 1} of it`);

  async function ask() {
    const chat = await open({ width: 260, height: 280 });
    const [asked] = promptsIn(recordedEvents(newestRecorded, 'exit_plan'));
    if (asked?.prompt.kind !== 'plan') throw new Error('A plan was recorded.');
    const prompt: PlanPrompt = { ...asked.prompt, plan: steps.join('\n') };
    await show(chat, asked.before);
    const { config } = chat.host.pageInit();
    chat.host.send('config.changed', { config: { ...config, modeAfterPlan: 'default' } });
    chat.host.emit(
      {
        type: 'choices.changed',
        choices: { models: [], modes: ['default', 'acceptEdits', 'plan', 'auto'], commands: [] },
      },
      { type: 'prompt.opened', prompt, at: 0 },
      { type: 'agent.changed', agent: { phase: 'waiting' } },
    );
    const card = chat.page.locator(`[id="prompt-${prompt.id}"]`);
    const approve = card.getByRole('button', { name: 'Approve', exact: true });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('false');
    return { chat, card };
  }

  it('shows some lines of it beside a part of the answers, and all of both by scrolling', async () => {
    const { chat, card } = await ask();
    const lines = await card.locator('.prompt-plan').evaluate(box => {
      const { height } = box.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(box).lineHeight);
    });
    expect(lines).toBeGreaterThan(4);
    const approve = card.getByRole('button', { name: 'Approve', exact: true });
    expect(await isOnTop(approve)).toBe(true);
    for (const step of ['Step 1 of it', 'Step 12 of it', 'Step 20 of it']) {
      const line = card.getByText(step, { exact: true });
      await line.scrollIntoViewIfNeeded();
      expect(await isOnTop(line), step).toBe(true);
    }
    const fact = card.getByText('continues in the mode');
    const buttons = await card.getByRole('button').all();
    expect(buttons).toHaveLength(4);
    const parts = [...buttons, fact, card.getByRole('textbox')];
    for (const part of parts) {
      await part.scrollIntoViewIfNeeded();
      expect(await isOnTop(part)).toBe(true);
    }
    expect(await flawsOf(chat.page)).toEqual([]);
    await card.getByRole('button', { name: 'Keep Planning' }).click();
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({
      answer: { kind: 'keepPlanning' },
    });
  });
});

it('A request with a long address begins beside its icon at 260 px', async () => {
  const { page, host } = await open({ width: 260, height: 600 });
  const url = 'https://docs.example.com/reference/a/very/long/path/to/some/page.html?query=more';
  const asked = permissionFor('p', '');
  const call = {
    ...bashCall('p', '', 'pending'),
    ...{ id: asked.toolId as ToolCallId, family: 'webFetch', tool: 'WebFetch', title: 'Fetch' },
    ...{ target: url, input: { url, prompt: 'Summarize it' } },
  } as PermissionPrompt['call'];
  host.emit(...arrived, ...startTurn('1', 'Read'), ...opened({ ...asked, call }));
  const header = page.locator('.request-header');
  await header.waitFor();
  const { icon, text, line } = await header.evaluate(one => {
    const title = one.querySelector('.prompt-title');
    const range = document.createRange();
    range.selectNodeContents(title ?? one);
    return {
      icon: one.querySelector('.icon')?.getBoundingClientRect().toJSON() as DOMRect,
      text: range.getClientRects()[0]?.toJSON() as DOMRect,
      line: Number.parseFloat(getComputedStyle(one).lineHeight),
    };
  });
  expect(Math.abs(icon.top + icon.height / 2 - (text.top + text.height / 2))).toBeLessThan(
    line / 4,
  );
  expect(text.left).toBeGreaterThanOrEqual(icon.right);
  expect(await flawsOf(page)).toEqual([]);
});
