import { describe, expect, it } from 'vitest';
import type { AgentFeature, AgentOption, Choices } from '../../src/contract/choices';
import type { ConversationEvent } from '../../src/contract/events';
import type { OfferedAnswer, PermissionPrompt } from '../../src/contract/prompts';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage } from './harness/chatPage';
import { arrived } from './harness/reports';
import { opened, permissionFor, say, startTurn, turnOf } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();

const values = (...names: readonly string[]) => names.map(name => ({ value: name, label: name }));

const options: readonly AgentOption[] = [
  {
    ...{ id: 'web', label: 'Web search', role: 'other', kind: 'switch', isOn: false },
    description: 'May look things up',
  },
  {
    ...{ id: 'model', label: 'LLM', role: 'model', kind: 'select', value: 'fast-1' },
    groups: [
      { label: 'Fast', values: values('fast-1', 'fast-2', 'fast-3', 'fast-4', 'fast-5') },
      {
        label: 'Thorough',
        values: values(
          ...['deep-1', 'deep-2', 'deep-3', 'deep-4', 'deep-5', 'deep-6'],
          ...['deep-7', 'deep-8', 'deep-9'],
        ),
      },
    ],
  },
  {
    ...{ id: 'approval', label: 'Approval', role: 'mode', kind: 'select', value: 'ask' },
    groups: [
      {
        values: [
          { value: 'ask', label: 'Ask', description: 'Asks before each change' },
          { value: 'auto', label: 'Auto edit' },
          { value: 'yolo', label: 'YOLO' },
        ],
      },
    ],
  },
  {
    ...{ id: 'effort', label: 'Depth', role: 'thinking', kind: 'select', value: 'low' },
    groups: [{ values: values('low', 'high') }],
  },
];

function foreign(lacks: readonly AgentFeature[] = [], changes: Partial<Choices> = {}) {
  const choices: Choices = {
    ...{ models: [], modes: [], options },
    commands: [{ name: 'init', description: 'Write a summary', source: 'builtIn' }],
    foreign: { name: 'Gemini CLI', title: 'gemini', version: '1.2.0', lacks },
    ...changes,
  };
  return { type: 'choices.changed', choices } as const satisfies ConversationEvent;
}

const chip = ({ page }: ChatPage, name: RegExp) =>
  page.locator('.toolbar').getByRole('button', { name });

/** Resolves when the page shows what the last `foreign` event said. */
async function met({ page }: ChatPage) {
  await page.locator('.status-agent', { hasText: 'Gemini CLI 1.2.0' }).waitFor();
}

describe('Chips of a foreign agent', () => {
  it('have the places and names of the usual pickers', async () => {
    const chat = await open();
    chat.host.emit(...arrived);
    await chip(chat, /effort/).waitFor();
    chat.host.emit(foreign());
    await chip(chat, /^Web search: Off/).waitFor();
    const names = await chat.page
      .locator('.toolbar .picker-button')
      .evaluateAll(buttons => buttons.map(button => button.getAttribute('aria-label')));
    expect(names).toEqual([
      'Permission mode: Ask',
      'Model: fast-1',
      'Thinking: low',
      'Web search: Off',
    ]);
  });

  it('set an option by mouse, which is pending until the agent confirms it', async () => {
    const chat = await open();
    chat.host.emit(foreign());
    await chip(chat, /^Permission mode:/).click();
    const list = chat.page.getByRole('listbox', { name: 'Permission mode' });
    expect(await list.getByRole('option', { selected: true }).innerText()).toContain('Ask');
    await list.getByRole('option', { name: 'Auto edit' }).click();
    expect(await chat.host.waitFor('option.set')).toMatchObject({ id: 'approval', value: 'auto' });
    await chip(chat, /^Permission mode: Auto edit \(pending\)/).waitFor();
    const confirmed = options.map(one =>
      one.role === 'mode' && one.kind === 'select' ? { ...one, value: 'auto' } : one,
    );
    chat.host.emit(foreign([], { options: confirmed }));
    await chip(chat, /^Permission mode: Auto edit$/).waitFor();
  });

  it('return to the value in force if the host refuses', async () => {
    const chat = await open();
    chat.host.answers['option.set'] = () => {
      throw new Error('Not now.');
    };
    chat.host.emit(foreign());
    await chip(chat, /^Thinking:/).click();
    await chat.page.getByRole('option', { name: 'high' }).click();
    await chat.page.getByText('Not now.').waitFor();
    await chip(chat, /^Thinking: low$/).waitFor();
  });

  it('filter a long list, with headings, by keyboard', async () => {
    const chat = await open();
    chat.host.emit(foreign());
    await met(chat);
    await chip(chat, /^Model:/).focus();
    await chat.page.keyboard.press('ArrowDown');
    const list = chat.page.getByRole('listbox', { name: 'Model' });
    await list.getByRole('group', { name: 'Thorough' }).waitFor();
    await chat.page.keyboard.type('thorough -2');
    await expect.poll(() => list.locator('.picker-text').allTextContents()).toEqual(['deep-2']);
    await chat.page.keyboard.press('Enter');
    expect(await chat.host.waitFor('option.set')).toMatchObject({ id: 'model', value: 'deep-2' });
    await expect
      .poll(() => chat.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Model: deep-2 (pending)');
    await chat.page.keyboard.press('ArrowDown');
    await chat.page.keyboard.type('nothing');
    await chat.page.getByText('No match').waitFor();
    await chat.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(chat.host.called('agent.stop')).toEqual([]);
  });

  it('follow Shift+Tab through the modes, and switch', async () => {
    const chat = await open();
    chat.host.emit(foreign());
    await met(chat);
    const box = chat.page.getByRole('textbox', { name: 'Message' });
    for (const [count, value] of ['auto', 'yolo', 'ask'].entries()) {
      await box.press('Shift+Tab');
      expect(await chat.host.waitFor('option.set', count + 1)).toMatchObject({ value });
    }
    expect(chat.host.called('mode.set')).toEqual([]);
    await chip(chat, /^Web search:/).click();
    await chat.page.getByRole('option', { name: 'On' }).click();
    expect(await chat.host.waitFor('option.set', 4)).toMatchObject({ id: 'web', value: true });
  });

  it('open from the list of commands', async () => {
    const chat = await open();
    chat.host.emit(foreign());
    await met(chat);
    await chat.page.getByRole('textbox', { name: 'Message' }).pressSequentially('/model');
    await chat.page.getByRole('option', { name: /^\/model/ }).waitFor();
    await chat.page.keyboard.press('Enter');
    await chat.page.getByRole('listbox', { name: 'Model' }).waitFor();
  });
});

const offers: readonly OfferedAnswer[] = [
  { index: 4, label: 'Yes, and do not ask again for npm in this folder', effect: 'allowAlways' },
  { index: 0, label: 'Yes, just this once', effect: 'allowOnce' },
  { index: 2, label: 'No, and say why', effect: 'rejectOnce' },
];

function asking(offered: readonly OfferedAnswer[] = offers): PermissionPrompt {
  return { ...permissionFor('p1', 'npm test'), offered };
}

async function armed(chat: ChatPage, name: string | RegExp) {
  const button = chat.page.getByRole('button', { name });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
  return button;
}

describe('Answers that a foreign agent offers', () => {
  it('are its own, in its order, and stand for nothing else', async () => {
    const chat = await open();
    chat.host.emit(foreign(), ...startTurn('t1', 'Run the tests'), ...opened(asking()));
    await armed(chat, /^Yes, just/);
    const texts = chat.page.locator('.prompt-actions .prompt-button > span:not(.sr-only)');
    expect(await texts.allInnerTexts()).toEqual(offers.map(({ label }) => label));
    const primary = chat.page.locator('.prompt-button-primary');
    expect(await primary.allInnerTexts()).toEqual([expect.stringContaining('just this once')]);
    expect(await chat.page.getByRole('textbox').count()).toBe(1);
    await primary.click();
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({
      answer: { kind: 'offered', index: 0 },
    });
    await chat.page.getByText('Yes, just this once').waitFor();
  });

  const digits = [
    [1, { kind: 'offered', index: 4 }],
    [3, { kind: 'offered', index: 2 }],
  ] as const;
  it.each(rowsOf(digits.slice(0, 1), digits))(
    'are taken by the digit %i',
    async (digit, answer) => {
      const chat = await open();
      chat.host.emit(foreign(), ...startTurn('t1', 'Run the tests'), ...opened(asking()));
      await armed(chat, /^No, and/);
      await chat.page.getByRole('log').focus();
      await chat.page.keyboard.press(String(digit));
      expect(await chat.host.waitFor('prompt.answer')).toMatchObject({ answer });
    },
  );

  it('get a denial if the agent offers none', async () => {
    const chat = await open();
    const only = offers.filter(({ effect }) => effect.startsWith('allow'));
    chat.host.emit(foreign(), ...startTurn('t1', 'Run the tests'), ...opened(asking(only)));
    await (await armed(chat, 'Deny')).click();
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({ answer: { kind: 'deny' } });
  });

  testInFull('are there again after a reload, and resume the session', async () => {
    const chat = await open();
    const interrupted = { ...asking(), interrupted: 'reload' } as const;
    chat.host.emit(foreign(), ...startTurn('t1', 'Run the tests'), ...opened(interrupted));
    await chat.reload();
    await (await armed(chat, /^No, and/)).click();
    expect(await chat.host.waitFor('prompt.answer')).toMatchObject({
      answer: { kind: 'offered', index: 2 },
    });
  });
});

const everything: readonly AgentFeature[] = [
  ...(['images', 'fork', 'rewind', 'sideQuestions', 'steering', 'rename', 'compact'] as const),
  ...(['toolChoice', 'shellLines', 'servers', 'temporary'] as const),
];

describe('Features that a foreign agent lacks', () => {
  testInFull('have no buttons', async () => {
    const chat = await open();
    chat.host.emit(foreign([]), ...turnOf('t1', 'Hello', 'Hi.'));
    const rewinds = chat.page.getByRole('button', { name: /rewind|fork/i });
    await expect.poll(() => rewinds.count()).toBe(3);
    chat.host.emit(foreign(['fork']));
    await expect.poll(() => rewinds.count()).toBe(1);
    // Files are taken back by Tandem itself.
    chat.host.emit(foreign(everything));
    await chip(chat, /^Model:/).waitFor();
    expect(await rewinds.count()).toBe(1);
    expect(await chat.page.getByRole('meter', { name: 'Context used' }).count()).toBe(0);
    chat.host.emit({ type: 'usage.changed', usage: { contextTokens: 1_000 } });
    await chat.page.getByRole('meter', { name: 'Context used' }).waitFor();
  });

  it('have no commands, and those of Claude Code are not listed', async () => {
    const chat = await open();
    chat.host.emit(foreign(everything));
    await met(chat);
    await chat.page.getByRole('textbox', { name: 'Message' }).pressSequentially('/');
    const rows = chat.page.getByRole('option');
    await rows.first().waitFor();
    const names = (await rows.allInnerTexts()).map(text => /\/([\w-]+)/.exec(text)?.[1]);
    expect(names).toEqual([
      ...[
        'new',
        'resume',
        'rewind',
        'mode',
        'model',
        'effort',
        'copy',
        'export',
        'add-dir',
        'diff',
      ],
      ...['tasks', 'init'],
    ]);
    await chat.page.getByText('Gemini CLI', { exact: true }).first().waitFor();
  });

  it('send as text what would mean something with Claude Code', async () => {
    const chat = await open();
    chat.host.emit(foreign(everything));
    await met(chat);
    const box = chat.page.getByRole('textbox', { name: 'Message' });
    for (const [count, text] of ['!ls', '/vim', '/permissions'].entries()) {
      await box.fill(text);
      await box.press('Enter');
      expect(await chat.host.waitFor('message.send', count + 1)).toMatchObject({ text });
    }
    expect(chat.host.called('shell.run')).toEqual([]);
  });

  testInFull('say why an image is left out', async () => {
    const chat = await open();
    chat.host.emit(foreign(['images']));
    await met(chat);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await chat.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
    const notice = chat.page.locator('.composer-notice');
    await notice.filter({ hasText: 'a.png was left out: Gemini CLI takes no images.' }).waitFor();
  });
});

describe('The name of a foreign agent', () => {
  it('stands where that of Claude is', async () => {
    const chat = await open();
    chat.host.emit(foreign());
    await chat.page.getByText('Gemini CLI works in this folder').waitFor();
    expect(await chat.page.locator('.dock-lines').innerText()).toContain('Gemini CLI 1.2.0');
    const box = chat.page.getByRole('textbox', { name: 'Message' });
    await expect
      .poll(async () =>
        String(
          (await box.getAttribute('placeholder')) ?? (await box.getAttribute('aria-placeholder')),
        ),
      )
      .toContain('Ask Gemini CLI');
    chat.host.emit(...startTurn('t1', 'Hello'), ...say('b1', 'Hi.'));
    await chat.page.getByRole('article', { name: 'Gemini CLI' }).waitFor();
    chat.host.emit({ type: 'unknown', at: 1, what: 'agent_dreams' } as never);
    await chat.page.getByText('Not understood: agent_dreams').waitFor();
    expect(await chat.page.locator('body').innerText()).not.toContain('Claude');
  });

  it('cannot hide or reorder text', async () => {
    const chat = await open();
    const name = `Gem\u202eini\u200b ${'x'.repeat(300)}`;
    chat.host.emit(foreign([], { foreign: { name, title: 'gemini', lacks: [] } }));
    const shown = `Gemini ${'x'.repeat(53)}`;
    await chat.page.getByText(`${shown} works in this folder`).waitFor();
  });
});

describe('The page of a foreign agent', () => {
  const rows = [
    ...themeRows('dark').map(theme => [theme, 260] as const),
    ...themeRows('light').map(theme => [theme, 900] as const),
  ];
  it.each(rows)('has no accessibility finding in the theme %s at %i px', async (theme, width) => {
    const chat = await open({ theme, width });
    const { page, host } = chat;
    host.emit(foreign(), ...startTurn('t1', 'Run the tests'), ...opened(asking()));
    await armed(chat, /^Yes, just/);
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await chip(chat, /^Model:/).click();
    await page.getByRole('listbox', { name: 'Model' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
