import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { count } from '../../support/counts';
import { recordFailure } from '../../support/failureRecords';
import { pagePath, type ThemeName } from './pageFiles';
import type {} from './pageServer';
import { ScriptedSections } from './scriptedSections';
import { useBrowser } from './useBrowser';

export interface SectionsPage {
  readonly page: Page;
  readonly host: ScriptedSections;
}

interface SectionsOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  /** Called before the page sends any request. */
  readonly prepare: (host: ScriptedSections) => void;
}

/**
 * Opens the tab "Claude Code" in a new document with a new host. All tests of a file share one
 * browser page, and each must leave it free of faults.
 */
export function useSections(): (options: SectionsOptions) => Promise<SectionsPage> {
  let page: Page;
  let opening = 0;
  let current: ScriptedSections | undefined;
  let faults: string[] = [];
  const isCurrent = (search: string) => search === `?${opening}`;

  beforeAll(async () => {
    const context = await (await useBrowser()).newContext();
    count('page');
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', error => faults.push(String(error)));
    await page.exposeBinding('toHost', (_source, search: string, message: unknown) => {
      if (isCurrent(search)) current?.receive(message);
    });
    await page.exposeBinding('toFaults', (_source, _search: string, text: string) => {
      faults.push(text);
    });
  });
  afterAll(() => page.context().close());
  afterEach(async ({ task }) => {
    const found = [...faults, ...(current?.reports ?? [])];
    faults = [];
    current?.dispose();
    if (task.result?.state === 'fail' || found.length > 0) {
      await recordFailure(task, {
        'screenshot.png': page.screenshot({ timeout: 5_000 }),
        'page.html': page.content(),
      });
    }
    expect(found).toEqual([]);
  });
  return async ({ theme = 'dark', width = 900, prepare }) => {
    opening += 1;
    const host = new ScriptedSections(message => {
      // A closed page accepts no messages; the test that left it knows that.
      page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    prepare(host);
    current = host;
    await page.setViewportSize({ width, height: 720 });
    await page.goto(inject('chatPages').address + pagePath(theme, opening, 'sections'));
    return { page, host };
  };
}
