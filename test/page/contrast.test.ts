import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../support/extent';
import { allThemes } from '../support/themes';
import type { ChatPage } from './harness/chatPage';
import { greekOutcomes, greekSummary, greekTurn, greekWork } from './harness/greekStory';
import type { ThemeName } from './harness/pageFiles';
import { arrived } from './harness/reports';
import { rowOf, usual } from './harness/sampleSections';
import { showcase } from './harness/showcase';
import { endTurn, startTurn } from './harness/story';
import { useChat } from './harness/useChat';
import { useInspector } from './harness/useInspector';
import { useSections } from './harness/useSections';
import { weakContrasts } from './harness/weakContrasts';

const open = useChat();
const openSections = useSections();
const openInspector = useInspector();

/** States of the page, each of which ends with something to wait for. */
const states: Record<string, (chat: ChatPage) => Promise<void>> = {
  empty: async ({ page, host }) => {
    host.emit(...arrived);
    await page.getByRole('heading', { name: 'What should we work on?' }).waitFor();
  },
  talk: async ({ page, host }) => {
    host.emit(...showcase);
    await page.getByRole('list', { name: 'Queued messages' }).waitFor();
    await page.getByRole('button', { name: 'Thought for 4 s' }).click();
    await page.getByRole('button', { name: /^Permission mode:/ }).click();
    await page.getByRole('listbox').waitFor();
  },
  everything: async ({ page, host }) => {
    host.emit(...greekSummary, ...startTurn('0', 'μήνυμα'), ...endTurn(), ...greekTurn);
    host.emit(...greekWork);
    await page.locator('.prompt[data-outcome=open]').first().waitFor();
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll<HTMLElement>(
        '[role=log] [aria-expanded=false], details:not([open]) > summary',
      )) {
        folded.click();
      }
    });
  },
  // The page draws no more turns than these at once.
  endings: async ({ page, host }) => {
    host.emit(...greekSummary, ...greekOutcomes.flat());
    await expect.poll(() => page.locator('.outcome').count()).toBe(greekOutcomes.length);
  },
  gate: async ({ page, host }) => {
    const gate = { kind: 'noCli', searched: ['/usr/bin'], message: 'None.' } as const;
    host.send('page.changed', { ...host.init, gate });
    await page.getByText('Searched locations (1)').click();
  },
};

/** States of the tab "Claude Code" and of the inspector. */
const tabs: Record<string, (theme: ThemeName) => Promise<Page>> = {
  sections: async theme => {
    const { page } = await openSections({ theme, prepare: usual });
    await rowOf(page, 'docs').getByText('Details').click();
    return page;
  },
  inspector: async theme => {
    const { page } = await openInspector({ theme });
    await page.getByRole('row').nth(1).waitFor();
    return page;
  },
};

const rows = rowsOf<ThemeName>(['solarizedLight'], Object.keys(allThemes) as ThemeName[]);

describe.each(rows)('In the theme %s', theme => {
  it.each(Object.keys(states))(
    'texts and signs stand out from what is behind them: %s',
    async name => {
      const chat = await open({ theme, height: 2000 });
      await states[name]?.(chat);
      expect(await weakContrasts(chat.page)).toEqual([]);
    },
  );

  it.each(Object.keys(tabs))('nothing is too faint in the tab: %s', async name => {
    const page = await tabs[name]?.(theme);
    expect(page && (await weakContrasts(page))).toEqual([]);
  });
});
