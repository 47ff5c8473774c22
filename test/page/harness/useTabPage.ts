import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { count } from '../../support/counts';
import { recordFailure } from '../../support/failureRecords';
import { pagePath, type ThemeName } from './pageFiles';
import type {} from './pageServer';
import { useBrowser } from './useBrowser';

/** The host's end of a page in a tab. */
interface TabHost {
  /** Faults that the page has reported. */
  readonly reports: readonly string[];
  receive(message: unknown): void;
  dispose(): void;
}

export interface TabPage<Host> {
  readonly page: Page;
  readonly host: Host;
  /** Discards and recreates the page, as when it was hidden. */
  reload(): Promise<void>;
}

export interface TabPageOptions<Host> {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** True for a separate page, closed afterwards: for a clock, which outlives a document. */
  readonly isOwn?: boolean;
  /** Called before the page sends any request. */
  readonly prepare?: (host: Host) => void;
}

/**
 * Opens a page in a new document with a new host. All tests of a file share one browser page, except
 * those with their own, and each must leave it free of faults.
 */
export function useTabPage<Host extends TabHost>(
  entry: 'inspector' | 'sections',
  createHost: (post: (message: unknown) => void) => Host,
): (options: TabPageOptions<Host>) => Promise<TabPage<Host>> {
  let shared: Page;
  /** Page of the running test. */
  let page: Page;
  let opening = 0;
  let current: Host | undefined;
  let faults: string[] = [];
  const isCurrent = (search: string) => search === `?${opening}`;

  const create = async () => {
    const context = await (await useBrowser()).newContext();
    count('page');
    const created = await context.newPage();
    created.setDefaultTimeout(20_000);
    created.on('pageerror', error => faults.push(String(error)));
    await created.exposeBinding('toHost', (_source, search: string, message: unknown) => {
      if (isCurrent(search)) current?.receive(message);
    });
    await created.exposeBinding('toFaults', (_source, _search: string, text: string) => {
      faults.push(text);
    });
    return created;
  };

  beforeAll(async () => {
    shared = await create();
    page = shared;
  });
  afterAll(() => shared.context().close());
  afterEach(async ({ task }) => {
    const found = [...faults, ...(current?.reports ?? [])];
    faults = [];
    current?.dispose();
    current = undefined;
    if (task.result?.state === 'fail' || found.length > 0) {
      await recordFailure(task, {
        'screenshot.png': page.screenshot({ timeout: 5_000 }),
        'page.html': page.content(),
      });
    }
    if (page === shared) {
      // Otherwise the pointer would hover over an element of the next document.
      await page.mouse.move(0, 0);
    } else {
      await page.context().close();
      page = shared;
    }
    expect(found).toEqual([]);
  });
  return async ({ theme = 'dark', width = 1200, height = 720, isOwn = false, prepare }) => {
    opening += 1;
    if (isOwn) page = await create();
    const opened = page;
    const host = createHost(message => {
      // A closed page accepts no messages; the test that left it knows that.
      opened.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    prepare?.(host);
    current = host;
    await opened.setViewportSize({ width, height });
    const address = inject('chatPages').address + pagePath(theme, opening, entry);
    const reload = async () => {
      await opened.goto(address);
    };
    await reload();
    return { page: opened, host, reload };
  };
}
