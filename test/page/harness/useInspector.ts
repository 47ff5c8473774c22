import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { count } from '../../support/counts';
import { recordFailure } from '../../support/failureRecords';
import { pagePath, type ThemeName } from './pageFiles';
import type {} from './pageServer';
import { ScriptedInspector } from './scriptedInspector';
import { useBrowser } from './useBrowser';

export interface InspectorPage {
  readonly page: Page;
  readonly host: ScriptedInspector;
  /** Discards and recreates the page, as when it was hidden. */
  reload(): Promise<void>;
}

interface InspectorOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Called before the page sends any request. */
  readonly prepare?: (host: ScriptedInspector) => void;
}

/**
 * Opens the inspector in a new document with a new host. All tests of a file share one browser page,
 * and each must leave it free of faults.
 */
export function useInspector(): (options?: InspectorOptions) => Promise<InspectorPage> {
  let page: Page;
  let opening = 0;
  let current: ScriptedInspector | undefined;
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
    current = undefined;
    if (task.result?.state === 'fail' || found.length > 0) {
      await recordFailure(task, {
        'screenshot.png': page.screenshot({ timeout: 5_000 }),
        'page.html': page.content(),
      });
    }
    // Otherwise the pointer would hover over an element of the next document.
    await page.mouse.move(0, 0);
    expect(found).toEqual([]);
  });
  return async ({ theme = 'dark', width = 1200, height = 720, prepare } = {}) => {
    opening += 1;
    const host = new ScriptedInspector(message => {
      // A closed page accepts no messages; the test that left it knows that.
      page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    prepare?.(host);
    current = host;
    await page.setViewportSize({ width, height });
    const address = inject('chatPages').address + pagePath(theme, opening, 'inspector');
    const reload = async () => {
      await page.goto(address);
    };
    await reload();
    return { page, host, reload };
  };
}
