import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { CallPrompt, Destination, Prompt, PromptAnswer } from '../../src/contract/prompts';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { newestRecorded } from '../support/recordings/recording';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage } from './harness/chatPage';
import { promptsIn, recordedEvents, show } from './harness/recorded';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
const words = 'Tell Claude what to do instead';

interface Asked {
  readonly prompt: CallPrompt;
  readonly card: Locator;
}

/** Opens the `index`th prompt of a recorded run in the visible page and waits until it is armed. */
async function ask(
  chat: ChatPage,
  scenario: string,
  index: number,
  version = newestRecorded,
): Promise<Asked> {
  const asked = promptsIn(recordedEvents(version, scenario))[index];
  if (!asked) {
    throw new Error(`${version}/${scenario} has no prompt ${index}.`);
  }
  await show(chat, asked.before);
  chat.host.emit(asked.opened);
  const card = cardOf(chat, asked.prompt);
  await armed(card);
  return { prompt: asked.prompt, card };
}

function cardOf({ page }: ChatPage, prompt: Prompt): Locator {
  return page.locator(`[id="prompt-${prompt.id}"]`);
}

/** Card of the call that a prompt is about. */
function toolOf({ page }: ChatPage, { toolId }: CallPrompt): Locator {
  return page.locator(`[data-reveal="${toolId}"]`);
}

/** Unfolds what "Always Allow" saves; until that can be read, it saves nothing. */
async function showRules(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Always Allow', exact: true }).click();
  await card.getByRole('combobox', { name: 'Remember in' }).waitFor();
  await armed(card);
}

/** Resolves when the card accepts answers; until then its buttons have `aria-disabled`. */
async function armed(card: Locator): Promise<void> {
  const last = card.getByRole('button', { name: /^(Deny|Skip|Keep planning)$/i });
  await last.evaluate(
    button =>
      new Promise<void>(resolve => {
        const check = () => {
          if (button.getAttribute('aria-disabled') === 'false') {
            resolve();
          }
        };
        new MutationObserver(check).observe(button, { attributes: true });
        check();
      }),
  );
}

function answerOf(chat: ChatPage, prompt: Prompt, answer: PromptAnswer) {
  return { channelId: chat.host.channelId, promptId: prompt.id, answer };
}

const closed = (prompt: Prompt, outcome: 'allowed' | 'denied' | 'answered' | 'withdrawn') =>
  ({ type: 'prompt.closed', promptId: prompt.id, outcome }) as const satisfies ConversationEvent;

/** Opens prompts of two subagents without answering them. */
async function askTwice(chat: ChatPage): Promise<readonly [older: Asked, newer: Asked]> {
  const [, first, second] = promptsIn(recordedEvents(newestRecorded, 'subagent'));
  if (!first || !second) {
    throw new Error('Two subagents were recorded.');
  }
  const isOpen = (event: ConversationEvent) =>
    event.type !== 'prompt.closed' || event.promptId !== first.prompt.id;
  await show(chat, second.before.filter(isOpen));
  chat.host.emit(second.opened);
  const older = { prompt: first.prompt, card: cardOf(chat, first.prompt) };
  const newer = { prompt: second.prompt, card: cardOf(chat, second.prompt) };
  await Promise.all([armed(older.card), armed(newer.card)]);
  return [older, newer];
}

async function buttonsOf(card: Locator): Promise<string[]> {
  const names = await card.locator('.prompt-actions button > span:not(.sr-only)').allInnerTexts();
  return names;
}

describe('A permission card', () => {
  testInFull('offers exactly what the agent suggested, in words', async () => {
    const chat = await open();
    const expected: [version: string, scenario: string, index: number, buttons: string[]][] = [
      [
        newestRecorded,
        'permissions',
        0,
        [
          'Allow Once',
          'Always Allow…',
          'Allow This Folder in This Conversation',
          'Allow All Edits in This Conversation',
          'Deny',
        ],
      ],
      [newestRecorded, 'permissions', 1, ['Allow Once', 'Always Allow…', 'Deny']],
      [
        newestRecorded,
        'permissions',
        5,
        ['Allow Once', 'Allow All Edits in This Conversation', 'Deny', 'Open Diff'],
      ],
      [newestRecorded, 'bash_tools', 2, ['Allow Once', 'Deny']],
      [newestRecorded, 'web_tools', 0, ['Allow Once', 'Always Allow…', 'Deny']],
      [newestRecorded, 'mcp', 0, ['Allow Once', 'Always Allow…', 'Deny']],
      ['2.0.36', 'mcp', 0, ['Allow Once', 'Deny']],
      [
        '2.0.36',
        'edit_tools',
        1,
        ['Allow Once', 'Allow All Edits in This Conversation', 'Deny', 'Open Diff'],
      ],
    ];
    for (const [version, scenario, index, buttons] of expected) {
      const { card, prompt } = await ask(chat, scenario, index, version);
      expect(await buttonsOf(card), scenario).toEqual(buttons);
      expect(await card.getAttribute('role')).toBe('group');
      expect(await card.getAttribute('aria-label')).toBe(`Permission: ${prompt.call.title}`);
      const destination = card.getByRole('combobox', { name: 'Remember in' });
      const always = card.getByRole('button', { name: 'Always Allow', exact: true });
      expect(await destination.count()).toBe(0);
      if (buttons.includes('Always Allow…')) {
        await always.click();
        await destination.waitFor();
        expect(chat.host.called('prompt.answer')).toEqual([]);
      } else {
        expect(await always.count()).toBe(0);
      }
    }
  });

  it('shows what is requested, where and why, and which rule would be saved', async () => {
    const chat = await open();
    const mkdir = await ask(chat, 'permissions', 0);
    expect(await mkdir.card.getByRole('group', { name: 'Command' }).innerText()).toContain(
      'mkdir one',
    );
    await showRules(mkdir.card);
    const texts = await mkdir.card.innerText();
    expect(texts).toContain('Where /workspace/one');
    expect(texts).toContain('This folder /workspace');
    expect(texts).toContain('Rule Bash(mkdir one *)');
    expect(texts).toContain('in .claude/settings.local.json');
    const npm = await ask(chat, 'permissions', 1);
    expect(await npm.card.innerText()).toContain('Why it asks This command requires approval');
    const several = await ask(chat, 'permissions', 2);
    await showRules(several.card);
    expect(await several.card.innerText()).toContain('Rules Bash(touch b.txt)Bash(rm b.txt)');
    const edit = await ask(chat, 'edit_tools', 1);
    const change = await edit.card.innerText();
    await chat.page.getByText('Edit src/prices.js?', { exact: true }).waitFor();
    expect(change).toContain('sum = sum + item.price;');
    expect(change).toContain('sum += item.price * (item.count ?? 1);');
  });

  testInFull('sends exactly the chosen answer, once', async () => {
    const chat = await open();
    const choices: [
      scenario: string,
      index: number,
      button: string,
      PromptAnswer,
      outcome: string,
    ][] = [
      ['permissions', 0, 'Allow Once', { kind: 'allowOnce' }, 'Allowed once'],
      [
        'permissions',
        0,
        'Always Allow',
        { kind: 'allowAlways', destination: 'localSettings' },
        'Always allowed (this project, just me)',
      ],
      [
        'permissions',
        4,
        'Always Allow',
        { kind: 'allowAlways', destination: 'session' },
        'Always allowed (this conversation)',
      ],
      [
        'permissions',
        0,
        'Allow This Folder in This Conversation',
        { kind: 'allowWith', suggestion: 1 },
        'Allowed (Allow This Folder in This Conversation: /workspace)',
      ],
      [
        'permissions',
        0,
        'Allow All Edits in This Conversation',
        { kind: 'allowWith', suggestion: 2 },
        'Allowed (Allow All Edits in This Conversation)',
      ],
      ['permissions', 0, 'Deny', { kind: 'deny' }, 'Denied'],
    ];
    for (const [scenario, index, button, answer, outcome] of choices) {
      const { card, prompt } = await ask(chat, scenario, index);
      const control = card.getByRole('button', { name: button, exact: true });
      if (button === 'Always Allow') {
        await showRules(card);
      }
      await control.dblclick();
      expect(await chat.host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
      // The badge on the card of the call; no row is left below it.
      const badge = toolOf(chat, prompt).getByText(outcome, { exact: true });
      await badge.waitFor();
      chat.host.emit(closed(prompt, answer.kind === 'deny' ? 'denied' : 'allowed'));
      await badge.waitFor();
      expect(await card.count()).toBe(0);
      expect(await chat.page.locator('.item-ask').count()).toBe(0);
      expect(chat.host.called('prompt.answer')).toHaveLength(1);
    }
  });

  testInFull('saves to the destination that the user chose', async () => {
    const chat = await open();
    const labels: [label: string, Destination, file: string][] = [
      ['this conversation', 'session', 'not saved, for this conversation only'],
      ['this project, just me', 'localSettings', 'in .claude/settings.local.json'],
      ['this project, shared', 'projectSettings', 'in .claude/settings.json'],
      ['all projects', 'userSettings', 'in ~/.claude/settings.json'],
    ];
    for (const [label, destination, file] of labels) {
      const { card, prompt } = await ask(chat, 'permissions', 1);
      await showRules(card);
      await card.getByRole('combobox', { name: 'Remember in' }).selectOption({ label });
      await card.getByText(file, { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Always Allow' }).click();
      const answer = { kind: 'allowAlways', destination } as const;
      expect(await chat.host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
    }
  });

  it('opens the diff without answering', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'edit_tools', 1);
    await card.getByRole('button', { name: 'Open Diff' }).click();
    const { channelId } = chat.host;
    expect(await chat.host.waitFor('prompt.openDiff')).toEqual({ channelId, promptId: prompt.id });
    expect(chat.host.called('prompt.answer')).toEqual([]);
    expect(await card.getAttribute('data-outcome')).toBe('open');
  });

  it("denies with the user's feedback", async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'permissions', 1);
    const box = card.getByRole('textbox', { name: words, exact: true });
    await box.press('Enter');
    await box.fill('用 pnpm');
    // Enter that accepts an input method candidate is not an answer.
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await box.press('Shift+Enter');
    expect(chat.host.called('prompt.answer')).toEqual([]);
    await box.fill('  Use pnpm  ');
    await box.press('Enter');
    const answer = { kind: 'deny', message: 'Use pnpm' } as const;
    expect(await chat.host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
    await toolOf(chat, prompt).getByText('Denied: Use pnpm').waitFor();
  });

  testInFull('accepts another answer when the first could not be delivered', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'permissions', 1);
    chat.host.answers['prompt.answer'] = () => {
      throw new Error('The process is gone.');
    };
    await card.getByRole('button', { name: 'Allow Once' }).click();
    await card.getByRole('alert').waitFor();
    await armed(card);
    delete chat.host.answers['prompt.answer'];
    await card.getByRole('button', { name: 'Allow Once' }).click();
    await chat.host.waitFor('prompt.answer', 2);
    await toolOf(chat, prompt).getByText('Allowed once').waitFor();
  });

  it('says when it is withdrawn or answered elsewhere', async () => {
    const chat = await open();
    const one = await ask(chat, 'permissions', 1);
    chat.host.emit(closed(one.prompt, 'withdrawn'));
    await toolOf(chat, one.prompt).getByText('Canceled').waitFor();
    const call = { ...one.prompt.call, status: 'interrupted' as const };
    chat.host.emit({ type: 'tool.updated', call, at: Date.now() });
    const ended = toolOf(chat, one.prompt).and(chat.page.locator('[data-status=interrupted]'));
    await ended.getByText('Canceled').waitFor();
    expect(await ended.getByText('Interrupted').count()).toBe(0);
    const two = await ask(chat, 'permissions', 1);
    chat.host.emit(closed(two.prompt, 'denied'));
    await toolOf(chat, two.prompt).getByText('Denied').waitFor();
  });
});

describe('The keys 1, 2 and 3', () => {
  it('answer the oldest pending prompt', async () => {
    const chat = await open();
    const { page, host } = chat;
    const [first, second] = await askTwice(chat);
    const [older, newer] = [first.card, second.card];
    expect(await older.locator('kbd').allInnerTexts()).toEqual(['1', '2', '3']);
    expect(await newer.locator('kbd').count()).toBe(0);
    await page.getByText('asked by the agent “Count the first”').waitFor();
    await page.getByRole('log').focus();
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer')).toEqual(
      answerOf(chat, first.prompt, { kind: 'allowOnce' }),
    );
    host.emit(closed(first.prompt, 'allowed'));
    await expect.poll(() => newer.locator('kbd').allInnerTexts()).toEqual(['1', '2', '3']);
    // The card has moved to the previous card's place.
    await armed(newer);
    await page.keyboard.press('3');
    expect(await host.waitFor('prompt.answer', 2)).toEqual(
      answerOf(chat, second.prompt, { kind: 'deny' }),
    );
  });

  it('show what Always Allow saves, and Escape folds it without stopping the turn', async () => {
    const chat = await open();
    const { page, host } = chat;
    const { card } = await ask(chat, 'permissions', 1);
    host.emit({ type: 'agent.changed', agent: { phase: 'waiting' } });
    await page.getByText('Needs your approval', { exact: true }).first().waitFor();
    await card.focus();
    const choice = card.getByRole('combobox', { name: 'Remember in' });
    for (const from of [card, choice]) {
      await page.keyboard.press('2');
      await choice.waitFor();
      await from.focus();
      await page.keyboard.press('Escape');
      await choice.waitFor({ state: 'detached' });
      expect(await card.evaluate(element => element === document.activeElement)).toBe(true);
      await armed(card);
    }
    expect(host.called('agent.stop')).toEqual([]);
    await page.keyboard.press('Escape');
    await host.waitFor('agent.stop');
    expect(host.called('prompt.answer')).toEqual([]);
  });

  testInFull('belong to a card whose ring lies around its title, too', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'permissions', 1);
    await chat.page.keyboard.press('Shift');
    await card.focus();
    const ringOf = (place: Locator) => place.evaluate(at => getComputedStyle(at).outlineStyle);
    expect([await ringOf(toolOf(chat, prompt)), await ringOf(card)]).toEqual(['solid', 'none']);
  });

  testInFull('are typed as text in text fields', async () => {
    const chat = await open();
    const { page, host } = chat;
    const { card, prompt } = await ask(chat, 'permissions', 1);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('');
    await message.pressSequentially('123');
    await showRules(card);
    const box = card.getByRole('textbox', { name: words });
    await box.pressSequentially('123');
    await card.getByRole('combobox').press('1');
    expect(await box.inputValue()).toBe('123');
    expect(await messageText(message)).toBe('123');
    expect(host.called('prompt.answer')).toEqual([]);
    await card.getByRole('button', { name: 'Allow Once' }).focus();
    for (const key of ['Control+1', 'Alt+1', 'Shift+1', '4', '0']) {
      await page.keyboard.press(key);
    }
    expect(host.called('prompt.answer')).toEqual([]);
    await page.keyboard.press('2');
    const answer = { kind: 'allowAlways', destination: 'localSettings' } as const;
    expect(await host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
  });

  testInFull('skip 2 when there is nothing to save', async () => {
    const chat = await open();
    const { card } = await ask(chat, 'bash_tools', 2);
    expect(await card.locator('kbd').allInnerTexts()).toEqual(['1', '3']);
    await card.getByRole('button', { name: 'Deny' }).focus();
    await chat.page.keyboard.press('2');
    await chat.page.keyboard.press('3');
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'deny' } });
  });
});

describe('A newly shown card', () => {
  it('answers to keys as soon as its buttons look ready', async () => {
    const chat = await open();
    const asked = promptsIn(recordedEvents(newestRecorded, 'permissions'))[1];
    if (!asked) {
      throw new Error('A permission was recorded.');
    }
    await show(chat, asked.before);
    await chat.page.evaluate(() => {
      new MutationObserver((_changes, observer) => {
        const button = document.querySelector('.prompt-button-primary');
        if (button?.getAttribute('aria-disabled') === 'false') {
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }));
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    chat.host.emit(asked.opened);
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'deny' } });
  });

  it('ignores clicks and keys that were meant for something else', async () => {
    const chat = await open();
    const { page, host } = chat;
    const asked = promptsIn(recordedEvents(newestRecorded, 'permissions'))[1];
    if (!asked) {
      throw new Error('A permission was recorded.');
    }
    await show(chat, asked.before);
    await page.getByRole('log').focus();
    const held = page.evaluate(
      () =>
        new Promise<number>(resolve => {
          // Measured from before the card is created: a slow machine can only lengthen the time.
          let told = 0;
          const note = () => {
            told = performance.now();
          };
          window.addEventListener('message', note, { capture: true, once: true });
          const observer = new MutationObserver(() => {
            const button = document.querySelector<HTMLElement>('.prompt-button-primary');
            if (!button) {
              return;
            }
            observer.disconnect();
            const press = () => {
              if (!button.isConnected || button.getAttribute('aria-disabled') !== 'true') {
                resolve(button.isConnected ? performance.now() - told : 0);
                return;
              }
              button.click();
              const key = { key: '1', bubbles: true };
              document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
              requestAnimationFrame(press);
            };
            press();
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
    host.emit(asked.opened);
    // The timer cannot fire early; a busy machine only delays it.
    expect(await held).toBeGreaterThan(300);
    const card = cardOf(chat, asked.prompt);
    await armed(card);
    expect(host.called('prompt.answer')).toEqual([]);
    await card.getByRole('button', { name: 'Allow Once' }).click();
    await host.waitFor('prompt.answer');
  });

  testInFull('does not take a key for a withdrawn card as an answer to the next', async () => {
    const chat = await open();
    const { page, host } = chat;
    const [first, second] = await askTwice(chat);
    await page.getByRole('log').focus();
    const newer = `prompt-${second.prompt.id}`;
    // Presses the key in each frame for half of the time that the card takes no keys.
    const pressed = page.evaluate(
      id =>
        new Promise<number>(resolve => {
          let keys = 0;
          let since: number | undefined;
          const press = () => {
            if (document.getElementById(id)?.querySelector('kbd')) {
              since ??= performance.now();
              const key = { key: '1', bubbles: true };
              document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
              keys += 1;
            }
            if (since !== undefined && performance.now() - since > 200) resolve(keys);
            else requestAnimationFrame(press);
          };
          press();
        }),
      newer,
    );
    host.emit(closed(first.prompt, 'withdrawn'));
    expect(await pressed).toBeGreaterThan(1);
    expect(host.called('prompt.answer')).toEqual([]);
    const allow = page.locator(`#${newer} .prompt-button-primary`);
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('1');
    expect(await host.waitFor('prompt.answer')).toEqual(
      answerOf(chat, second.prompt, { kind: 'allowOnce' }),
    );
  });

  it('does not take a double click on the previous card as an answer', async () => {
    const chat = await open();
    const { page, host } = chat;
    const [first, second] = await askTwice(chat);
    const held = await page.evaluate(async () => {
      const [older, newer] = document.querySelectorAll<HTMLElement>('.prompt-button-primary');
      older?.click();
      let clicks = 0;
      do {
        await new Promise(resolve => requestAnimationFrame(resolve));
        if (newer?.getAttribute('aria-disabled') !== 'true') {
          return clicks;
        }
        newer.click();
        clicks += 1;
      } while (newer.isConnected);
      return 0;
    });
    expect(held).toBeGreaterThan(0);
    await host.waitFor('prompt.answer');
    await armed(second.card);
    expect(host.called('prompt.answer').map(call => call.promptId)).toEqual([first.prompt.id]);
  });
});

describe('A prompt whose process has ended', () => {
  const rows = [
    ['permissions', 1, 'Allow resumes the session.'],
    ['ask_question', 0, 'Submitting resumes the session.'],
    ['exit_plan', 0, 'Approving resumes the session.'],
  ] as const;
  it.each(rowsOf(rows.slice(0, 1), rows))(
    'says so and explains what an answer does: %s',
    async (scenario, index, sentence) => {
      const chat = await open();
      const asked = promptsIn(recordedEvents(newestRecorded, scenario))[index];
      if (!asked) {
        throw new Error(`${scenario} has no such prompt.`);
      }
      const prompt = { ...asked.prompt, interrupted: 'reload' as const };
      await show(chat, [...asked.before, { type: 'prompt.opened', prompt, at: 0 }]);
      const card = cardOf(chat, prompt);
      await card.getByText(`The process that asked was ended by the reload. ${sentence}`).waitFor();
    },
  );
});

it('distinguishes a process that died from one that ended with its window', async () => {
  const chat = await open();
  const [asked] = promptsIn(recordedEvents(newestRecorded, 'permissions'));
  if (!asked) {
    throw new Error('No permission was recorded.');
  }
  const prompt = { ...asked.prompt, interrupted: 'exit' as const };
  await show(chat, [...asked.before, { type: 'prompt.opened', prompt, at: 0 }]);
  await cardOf(chat, prompt).getByText('The process that asked has ended.').waitFor();
});

describe('An unfinished answer', () => {
  it('is restored after a reload and removed with its prompt', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'permissions', 1);
    await showRules(card);
    await card.getByRole('combobox', { name: 'Remember in' }).selectOption('userSettings');
    await card.getByRole('textbox', { name: words, exact: true }).fill('Use pnpm');
    const draft = { promptId: prompt.id, words: 'Use pnpm', destination: 'userSettings' };
    await expect.poll(() => chat.host.view.promptDrafts).toEqual([draft]);
    await chat.reload();
    const box = card.getByRole('textbox', { name: words, exact: true });
    await expect.poll(() => box.inputValue()).toBe('Use pnpm');
    const kept = card.getByRole('combobox', { name: 'Remember in' });
    expect(await kept.inputValue()).toBe('userSettings');
    await armed(card);
    await box.press('Enter');
    await chat.host.waitFor('prompt.answer');
    chat.host.emit(closed(prompt, 'denied'));
    await expect.poll(() => chat.host.view.promptDrafts).toEqual([]);
  });

  testInFull('is restored for questions', async () => {
    const chat = await open();
    const { card } = await ask(chat, 'ask_question', 0);
    await card.getByRole('radio', { name: 'SQLite' }).check();
    await card.getByRole('checkbox', { name: 'Linux' }).check();
    await card.getByRole('textbox', { name: 'Other' }).nth(1).fill('BSD');
    await expect.poll(() => chat.host.view.promptDrafts?.[0]?.choices?.[1]?.other).toBe('BSD');
    await chat.reload();
    const own = card.getByRole('textbox', { name: 'Other' }).nth(1);
    await expect.poll(() => own.inputValue()).toBe('BSD');
    expect(await card.getByRole('radio', { name: 'SQLite' }).isChecked()).toBe(true);
    expect(await card.getByRole('checkbox', { name: 'Linux' }).isChecked()).toBe(true);
    expect(await card.getByRole('checkbox', { name: 'Windows' }).isChecked()).toBe(false);
  });
});

describe('A question', () => {
  it('accepts one option, several options, or own words', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'ask_question', 0);
    expect(await card.getAttribute('aria-label')).toBe('Question');
    const submit = card.getByRole('button', { name: 'Submit' });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await submit.click({ force: true });
    await card.getByRole('radio', { name: 'SQLite' }).check();
    await card.getByRole('radio', { name: 'PostgreSQL' }).check();
    expect(await card.getByRole('radio', { name: 'SQLite' }).isChecked()).toBe(false);
    await card.getByText('Answer 1 more question (Platforms)').waitFor();
    await card.getByRole('checkbox', { name: 'Windows' }).check();
    await card.getByRole('checkbox', { name: 'Linux' }).check();
    await card.getByRole('textbox', { name: 'Other' }).nth(1).fill('BSD');
    expect(chat.host.called('prompt.answer')).toEqual([]);
    await submit.click();
    expect(await chat.host.waitFor('prompt.answer')).toEqual(
      answerOf(chat, prompt, {
        kind: 'answers',
        answers: {
          'Which database should the service use?': 'PostgreSQL',
          'Which platforms matter?': 'Linux, Windows, BSD',
        },
      }),
    );
    chat.host.emit(closed(prompt, 'answered'));
    await card.waitFor({ state: 'detached' });
  });

  it('can be skipped, or answered by keyboard in own words', async () => {
    const chat = await open();
    const skipped = await ask(chat, 'ask_question', 1);
    await skipped.card.getByRole('button', { name: 'Skip' }).click();
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'deny' } });
    await toolOf(chat, skipped.prompt).getByText('Skipped').waitFor();
    const { card } = await ask(chat, 'ask_question', 0);
    await card.getByRole('radio', { name: 'SQLite' }).focus();
    await chat.page.keyboard.press('Space');
    const [own, platform] = await card.getByRole('textbox', { name: 'Other' }).all();
    await own?.fill('DuckDB');
    expect(await card.getByRole('radio', { name: 'SQLite' }).isChecked()).toBe(false);
    await platform?.fill('Plan 9');
    await platform?.press('Enter');
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({
      answer: {
        answers: {
          'Which database should the service use?': 'DuckDB',
          'Which platforms matter?': 'Plan 9',
        },
      },
    });
  });
});

describe('A plan', () => {
  it('is shown as Markdown and can be approved, with or without edits, or sent back', async () => {
    const chat = await open();
    const choices: [button: string, feedback: string, PromptAnswer, outcome: string][] = [
      ['Approve', '', { kind: 'approvePlan' }, 'Approved'],
      [
        'Approve, Edit Automatically',
        '',
        { kind: 'approvePlan', mode: 'acceptEdits' },
        'Approved (Edit automatically)',
      ],
      ['Keep Planning', '', { kind: 'keepPlanning' }, 'Kept planning'],
      [
        'Keep Planning',
        'Add a test',
        { kind: 'keepPlanning', feedback: 'Add a test' },
        'Kept planning: Add a test',
      ],
    ];
    for (const [button, feedback, answer, outcome] of choices) {
      const { card, prompt } = await ask(chat, 'exit_plan', 0, '2.0.36');
      expect(await card.getAttribute('aria-label')).toBe('Plan');
      await card.getByRole('heading').first().waitFor();
      expect(await buttonsOf(card)).toEqual([
        'Approve',
        'Approve, Edit Automatically',
        'Keep Planning',
      ]);
      await card.getByRole('textbox', { name: 'Feedback' }).fill(feedback);
      await card.getByRole('button', { name: button, exact: true }).click();
      expect(await chat.host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
      await toolOf(chat, prompt).getByText(outcome, { exact: true }).waitFor();
    }
  });

  it('links to its file and is sent back by Enter in the feedback', async () => {
    const chat = await open();
    const { card, prompt } = await ask(chat, 'exit_plan', 0);
    const path = '/config/plans/make-a-plan-parsed-pie.md';
    await card.getByRole('link', { name: 'make-a-plan-parsed-pie.md', exact: true }).click();
    const { channelId } = chat.host;
    expect(await chat.host.waitFor('file.open')).toEqual({ channelId, location: { path } });
    const box = card.getByRole('textbox', { name: 'Feedback' });
    await box.press('Enter');
    expect(chat.host.called('prompt.answer')).toEqual([]);
    await box.fill('Smaller steps');
    await box.press('Enter');
    const answer = { kind: 'keepPlanning', feedback: 'Smaller steps' } as const;
    expect(await chat.host.waitFor('prompt.answer')).toEqual(answerOf(chat, prompt, answer));
  });
});

describe.each(themeRows('hcDark'))('Prompts in the theme %s', theme => {
  it('have no accessibility finding and fit a narrow view', async () => {
    const chat = await open({ theme, width: 260, height: 1600 });
    for (const [scenario, index] of [
      ['permissions', 0],
      ['edit_tools', 1],
      ['ask_question', 0],
      ['exit_plan', 0],
    ] as const) {
      const { card } = await ask(chat, scenario, index);
      expect(await axeFindings(chat.page), scenario).toEqual([]);
      const box = await card.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999), scenario).toBeLessThanOrEqual(260);
      const isTooWide = await card.evaluate(element => element.scrollWidth > element.clientWidth);
      expect(isTooWide, scenario).toBe(false);
    }
  });
});
