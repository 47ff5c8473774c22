import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gate, text, thinking, toolUse } from '../support/api/reply';
import { repository } from '../support/editor/tandemWindow';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in' });
  window.workbench.page.setDefaultTimeout(patience.timeout);
  await window.chat.phase('idle');
});
afterAll(() => window?.close());
beforeEach(async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.workbench.showContainer();
  await window.startNew();
});
describeFailures(() => window);

/** Returns numbered paragraphs, enough to scroll; numbers reveal duplicate or missing ones. */
function paragraphs(from: number, to: number): string {
  const all = Array.from({ length: to - from }, (_, at) => `Paragraph ${from + at} of the answer.`);
  return `${all.join('\n\n')}\n\n`;
}

testInFull(
  'a chat in an editor tab has its own conversation, and commands act on the focused chat',
  async () => {
    const { api, chat, workbench } = window;
    api.onPrompt('ask in the side bar', [text('Side one. ', gate('side'), 'Side two.')]);
    api.onPrompt('ask in the tab', [text('Tab one. ', gate('tab'), 'Tab two.')]);
    await workbench.runCommand('Tandem: Open Chat in Editor Tab');
    const tab = new Chat(workbench.chatTab());
    await tab.phase('idle');
    expect(await window.agents()).toHaveLength(2);
    await tab.send('ask in the tab');
    await chat.send('ask in the side bar');
    await Promise.all([api.reached('side'), api.reached('tab')]);
    await Promise.all([tab.text('Tab one.').waitFor(), chat.text('Side one.').waitFor()]);

    await tab.message.click();
    await workbench.runCommand('Tandem: Stop Turn');
    await tab.log.locator('[data-outcome=interrupted]').waitFor();
    await chat.phase('working');
    api.open('tab');
    api.open('side');
    await chat.text('Side one. Side two.').waitFor();
    await chat.phase('idle');
    expect(await tab.log.textContent()).not.toMatch(/side|Tab two/i);
    expect(await chat.log.textContent()).not.toMatch(/tab/i);

    // When the palette closes, it focuses the active editor: the tab, not the side bar.
    api.onPrompt('once more in the tab', [text('Tab three. ', gate('tab again'), 'Tab four.')]);
    api.onPrompt('once more in the side bar', [text('Side three. ', gate('side again'))]);
    await tab.send('once more in the tab');
    await chat.send('once more in the side bar');
    await Promise.all([api.reached('side again'), api.reached('tab again')]);
    await chat.message.click();
    await workbench.runCommand('Tandem: Stop Turn');
    await chat.log.locator('[data-outcome=interrupted]').waitFor();
    await tab.phase('working');
    api.open('tab again');
    await tab.text('Tab three. Tab four.').waitFor();
    await workbench.editors.closeTab('ask in the tab');
    await expect.poll(async () => (await window.agents()).length, patience).toBe(1);
  },
);

const dark = ['Default Dark Modern', 'vscode-dark'] as const;
const themes = rowsOf(
  [dark],
  [
    dark,
    ['Default Light Modern', 'vscode-light'],
    ['Default High Contrast', 'vscode-high-contrast'],
    ['Default High Contrast Light', 'vscode-high-contrast-light'],
  ],
);

test('the page names what its first picture needs, and all of that is loaded once', async () => {
  const { named, loaded } = await window.chat.frame.locator('html').evaluate(() => {
    const name = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
    const links = document.querySelectorAll<HTMLLinkElement>(
      'link[rel=modulepreload], link[rel=preload]',
    );
    return {
      named: [...links].map(({ href }) => name(href)),
      loaded: performance.getEntriesByType('resource').map(one => name(one.name)),
    };
  });
  expect(named).toEqual(
    expect.arrayContaining([expect.stringMatching(/^cardChunk-/), 'codicon.ttf', 'late.css']),
  );
  expect(loaded.filter(name => named.includes(name)).sort()).toEqual([...named].sort());
  // Modules that others import, too: what the entry imports was not left to be found later.
  const entry = await readFile(join(repository, 'dist', 'page', 'main.js'), 'utf8');
  const imported = [...entry.matchAll(/(?:from|import)\s?"\.\/([\w-]+\.js)"/g)].map(
    ([, one]) => one,
  );
  expect(imported).not.toEqual([]);
  expect(named).toEqual(expect.arrayContaining(imported));
});

test('a narrow side bar has no overflow and no serious accessibility finding', async () => {
  const { api, chat, workbench, tandem } = window;
  const file = join(tandem.workspace, 'src', 'cli.js');
  api.onPrompt('show all', [
    [
      thinking('Something to think about.'),
      text('A table:\n\n| Name | Size |\n| --- | ---: |\n| a | 1 |\n\n- [x] done\n- [ ] open\n\n'),
      toolUse('Read', { file_path: file }),
    ],
    [
      text(
        '```js\nconst answer = 42; // a long line that does not fit into a narrow side bar\n```',
      ),
      toolUse('TaskCreate', { subject: 'Look at it', description: 'x', activeForm: 'Looking' }),
      toolUse('Bash', { command: 'node src/cli.js add "Something narrow"', description: 'Add' }),
    ],
    text('Never mind.'),
  ]);
  await chat.send('show all');
  await chat.permission('Bash').waitFor();
  await chat.message.fill('A draft that is rather long, so that it takes more than one line');
  const width = await workbench.resizeSideBar(260);
  expect(width).toBeLessThan(262);
  await mkdir(join(repository, 'test-results'), { recursive: true });
  const found: Record<string, { serious: string[]; overflow: number[] }> = {};
  for (const [theme, bodyClass] of themes) {
    await window.configure('workbench.colorTheme', theme);
    await chat.frame.locator(`body.${bodyClass}`).waitFor();
    await workbench.screenshot(join(repository, 'test-results', `narrow ${theme}.png`));
    found[theme] = { serious: await axeFindings(chat), overflow: await overflow(chat) };
  }
  const none = { serious: [], overflow: [0, 0] };
  expect(found).toEqual(Object.fromEntries(themes.map(([theme]) => [theme, none])));
  await chat.answer(chat.permission('Bash'), 'Deny');
  await chat.text('Never mind.').waitFor();
});

test('a page hidden mid-stream is restored complete, with scroll position and draft', async () => {
  const { api, chat, workbench } = window;
  api.onPrompt('tell a long story', [
    text(paragraphs(0, 40), gate('seen'), paragraphs(40, 60), gate('hidden'), paragraphs(60, 70)),
  ]);
  await chat.send('tell a long story');
  await api.reached('seen');
  await chat.text('Paragraph 39 of').waitFor();
  await chat.message.pressSequentially('half a thought');
  await chat.log.hover();
  await workbench.page.mouse.wheel(0, -600);
  const before = await expectStill(chat);
  expect(before.fromEnd).toBeGreaterThan(200);

  // VS Code discards a hidden page at once; its last message to the host is then already under way.
  await workbench.activity('Explorer').hover();
  await expect.poll(() => window.keepsPlace('half a thought'), patience).toBe(true);
  expect((await place(chat)).first).toEqual(before.first);
  await workbench.showContainer('Explorer');
  await chat.message.waitFor({ state: 'hidden' });
  api.open('seen');
  await api.reached('hidden');
  await workbench.showContainer();
  await chat.text('Paragraph 59 of').waitFor({ state: 'attached' });
  await expect.poll(async () => (await place(chat)).first, patience).toEqual(before.first);
  expect(await messageText(chat.message)).toBe('half a thought');
  await chat.phase('working');

  api.open('hidden');
  await chat.phase('idle');
  const told = await chat.log.getByRole('article', { name: 'Claude' }).textContent();
  const numbers = [...(told ?? '').matchAll(/Paragraph (\d+) of/g)].map(match => Number(match[1]));
  expect(numbers).toEqual(Array.from({ length: 70 }, (_, at) => at));
  expect(await chat.log.getByRole('article').count()).toBe(2);
  expect((await place(chat)).first).toEqual(before.first);
});

interface Place {
  /** First visible paragraph and its distance from the top of the view. */
  first: { text: string; top: number };
  fromEnd: number;
}

function place(chat: Chat): Promise<Place> {
  return chat.log.evaluate(log => {
    const { top } = log.getBoundingClientRect();
    const shown = [...log.querySelectorAll('p')].find(p => p.getBoundingClientRect().top >= top);
    return {
      first: {
        text: shown?.textContent ?? '',
        top: Math.round((shown?.getBoundingClientRect().top ?? 0) - top),
      },
      fromEnd: log.scrollHeight - log.scrollTop - log.clientHeight,
    };
  });
}

/** Returns the scroll position after it has left the end and no longer changes. */
async function expectStill(chat: Chat): Promise<Place> {
  await expect.poll(async () => (await place(chat)).fromEnd, patience).toBeGreaterThan(200);
  let last = await place(chat);
  const isStill = async () => {
    // A busy page may draw nothing for a while, and scroll on after that.
    await chat.log.evaluate(async () => {
      for (let count = 0; count < 10; count++) await new Promise(requestAnimationFrame);
    });
    const now = await place(chat);
    const same = now.first.top === last.first.top && now.first.text === last.first.text;
    last = now;
    return same;
  };
  await expect.poll(isStill, patience).toBe(true);
  return last;
}

async function axeFindings(chat: Chat): Promise<string[]> {
  const source = await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  const body = await chat.frame.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) {
    throw new Error('The chat has no frame');
  }
  await frame.evaluate(source);
  const { violations } = await frame.evaluate(() => {
    // The page is transparent and shows the side bar's color behind it.
    const root = document.documentElement;
    root.style.background = 'var(--vscode-sideBar-background)';
    return (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run();
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) =>
      [id, ...nodes.map(node => `${node.html} ${node.failureSummary ?? ''}`)].join('\n'),
    );
}

/** Returns by how many px the page and the conversation are wider than their visible area. */
function overflow(chat: Chat): Promise<number[]> {
  return chat.log.evaluate(log => {
    const root = document.documentElement;
    return [root.scrollWidth - root.clientWidth, log.scrollWidth - log.clientWidth];
  });
}
