import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AgentAction } from '../../src/contract/agentState';
import type { Gate } from '../../src/contract/calls';
import type { ChatPage } from './harness/chatPage';
import {
  greekCompacting,
  greekOutcomes,
  greekPrompts,
  greekSummary,
  greekTurn,
  greekWork,
} from './harness/greekStory';
import { endTurn, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const actions: readonly AgentAction[] = [
  ...(['resume', 'restart', 'takeOver', 'takeBack', 'chooseFolder'] as const),
  ...(['signIn', 'installCli', 'choosePath', 'configureAgents', 'otherAgent'] as const),
  ...(['openWrapperSetting', 'showLog'] as const),
];

/** Translates each message into itself in brackets; runs before the scripts of the page. */
function translatePseudo(): void {
  const contents = '"⟦⟧"';
  const { parse } = JSON;
  JSON.parse = (text, reviver) =>
    text === contents
      ? new Proxy({}, { get: (_target, message) => `⟦${String(message)}⟧` })
      : parse(text, reviver);
  // The document is complete, and its modules have not run yet.
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') {
      // Only the parser may give a script its text.
      const element = document.createElement('template');
      element.id = 'translations';
      element.textContent = contents;
      document.body.append(element);
    }
  });
}

/** Opens the page in the pseudo language, for an agent with a Greek name. */
async function openTranslated(): Promise<ChatPage> {
  const chat = await open({
    isOwn: true,
    height: 1400,
    prepare: host => {
      const { config } = host.init;
      host.init = { ...host.init, config: { ...config, agentTitle: 'Πράκτορας' } };
    },
  });
  await chat.page.addInitScript(translatePseudo);
  await chat.reload();
  return chat;
}

/** Returns texts and names with Latin letters outside of the brackets: no data contain any. */
function untranslated(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const attributes = [
      ...['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext'],
      ...['placeholder', 'title'],
    ];
    const found = new Set<string>();
    /** Reports Latin letters outside of brackets; returns how many brackets are open at the end. */
    const read = (text: string, place: string, open: number): number => {
      let depth = open;
      let outside = '';
      for (const char of text) {
        depth += char === '⟦' ? 1 : char === '⟧' ? -1 : 0;
        outside += depth > 0 ? '' : char;
      }
      if (/\p{Script=Latin}/u.test(outside)) {
        found.add(`${place}: ${text}`);
      }
      return depth;
    };
    // A sentence around elements opens its bracket in one text node and closes it in another.
    const walk = (element: Element, open: number): void => {
      // Browsers write dates and times, in their own language.
      if (element.matches('script, style, time')) {
        return;
      }
      const place = `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
      for (const name of attributes) {
        read(element.getAttribute(name) ?? '', `${place} ${name}`, 0);
      }
      let depth = open;
      for (const node of element.childNodes) {
        if (node instanceof Element) {
          walk(node, depth);
        } else if (node instanceof Text) {
          depth = read(node.data, place, depth);
        }
      }
    };
    walk(document.body, 0);
    return [...found];
  });
}

/** Opens all folds, also those inside of others. */
async function unfold(page: Page): Promise<void> {
  const openFolded = () =>
    page.evaluate(() => {
      const folded = [
        ...document.querySelectorAll<HTMLElement>('[role=log] [aria-expanded=false]'),
        ...document.querySelectorAll<HTMLElement>('details:not([open]) > summary'),
      ];
      for (const element of folded) {
        element.click();
      }
      return folded.length;
    });
  await expect.poll(openFolded).toBe(0);
}

it('The page translates all texts of a conversation', async () => {
  const { page, host } = await openTranslated();
  host.emit(...greekSummary);
  await page.locator('.queue').waitFor();
  expect(await untranslated(page)).toEqual([]);
  host.emit(...startTurn('0', 'μήνυμα'));
  // From its first turn on, the conversation is shown as a whole.
  await page.locator('.turn').waitFor();
  host.emit(...endTurn(), ...greekTurn);
  await page.locator('.turn-decision').first().waitFor();
  await page.locator('.queue').waitFor();
  expect(await untranslated(page)).toEqual([]);
  await unfold(page);
  await page.locator('[data-family=mcp] .tool-body').first().waitFor();
  expect(await untranslated(page)).toEqual([]);
  for (const [index, events] of greekOutcomes.entries()) {
    host.emit(...events);
    await expect.poll(() => page.locator('.outcome').count()).toBe(index + 1);
    expect(await untranslated(page)).toEqual([]);
  }
  host.emit(...greekWork);
  const waiting = page.locator('.prompt[data-outcome=open]');
  await expect.poll(() => waiting.count()).toBe(greekPrompts.length);
  await unfold(page);
  expect(await untranslated(page)).toEqual([]);
  host.emit(greekCompacting);
  await page.getByText('⟦Compacting the conversation…⟧').waitFor();
});

/** Reasons why no conversation is shown, with the start of what the page says about each. */
const gates: readonly (readonly [Gate, string])[] = [
  [{ kind: 'untrusted' }, '⟦This workspace is not trusted'],
  [{ kind: 'noFolder' }, '⟦No folder is open'],
  [{ kind: 'noCli', searched: ['/έργο'], message: 'Δεν βρέθηκε.' }, '⟦Install Claude Code'],
  [
    {
      kind: 'programs',
      cwd: '/έργο',
      hash: 'α',
      programs: (
        ['hook', 'server', 'agent', 'command', 'rule', 'setting', 'unreadable'] as const
      ).map(kind => ({ kind, file: 'αρχείο', name: 'όνομα', text: 'κείμενο' })),
    },
    '⟦This folder brings programs',
  ],
];

it('The page translates all texts of its menus and states', async () => {
  const { page, host } = await openTranslated();
  host.emit(...greekSummary);
  const lists = { 'Permission mode': 1, Model: 3 };
  const pickers = page.locator('.toolbar .picker-button');
  await expect.poll(() => pickers.count()).toBe(Object.keys(lists).length);
  for (const [index, count] of Object.values(lists).entries()) {
    await pickers.nth(index).click();
    await expect.poll(() => page.getByRole('listbox').count()).toBe(count);
    expect(await untranslated(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  }
  for (const phase of ['idle', 'starting', 'working', 'stopping', 'stopped', 'lost'] as const) {
    const agent = { phase, detail: 'λόγος', stderr: 'έξοδος', actions };
    host.emit({ type: 'agent.changed', agent });
    await page.locator(`[data-phase=${phase}]`).waitFor();
    expect(await untranslated(page)).toEqual([]);
  }
  for (const [gate, title] of gates) {
    host.send('page.changed', { ...host.init, gate });
    await page.locator('.gate').getByText(title).waitFor();
    expect(await untranslated(page)).toEqual([]);
  }
});
