import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { count } from '../../support/counts';
import { startedPage } from '../../support/startedPage';
import { pagePath, type ThemeName } from './pageFiles';
import type {} from './pageServer';
import { ScriptedHost } from './scriptedHost';

export interface ChatPage {
  readonly page: Page;
  readonly host: ScriptedHost;
  /** Uncaught errors and policy violations. */
  readonly faults: string[];
  readonly requests: string[];
  /** Discards and recreates the page, as when it was hidden. */
  reload(): Promise<void>;
}

export interface ChatPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** True leaves the focus where the page puts it; default: it is nowhere, as after a click. */
  readonly keepsFocus?: boolean;
  /** True does not wait until the page has started. */
  readonly isEarly?: boolean;
  /** Called before the page sends any request. */
  readonly prepare?: (host: ScriptedHost) => void;
  /**
   * True for a separate page, closed afterwards: for state that outlives a document, like a clock.
   */
  readonly isOwn?: boolean;
}

let openings = 0;

/**
 * A browser page that shows successive conversations, each in a new document with a new host. A new
 * page would need a new renderer process, which costs seven times as much.
 */
export class ChatWindow {
  private current: (ChatPage & { readonly opening: string }) | undefined;

  private constructor(private readonly page: Page) {}

  static async create(browser: Browser): Promise<ChatWindow> {
    const viewport = { width: 420, height: 720 };
    const context = await browser.newContext({ viewport });
    count('page');
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const window = new ChatWindow(page);
    await window.listen();
    return window;
  }

  /** Opens the built page with a scripted host. */
  async open(options: ChatPageOptions): Promise<ChatPage> {
    const { theme = 'dark', width = 420, height = 720, keepsFocus = false, prepare } = options;
    const { isEarly = false } = options;
    const { page } = this;
    const viewport = page.viewportSize();
    // The previous test may have changed it by itself.
    if (width !== viewport?.width || height !== viewport.height) {
      await page.setViewportSize({ width, height });
    }
    const host = new ScriptedHost(message => {
      // A closed page accepts no messages; the test that left it knows that.
      page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    prepare?.(host);
    const faults: string[] = [];
    const requests: string[] = [];
    openings += 1;
    const address = inject('chatPages').address + pagePath(theme, openings);
    const reload = async () => {
      await page.goto(address);
      if (isEarly) return;
      await page
        .locator(startedPage)
        .waitFor()
        .catch(error => {
          throw new Error(`The page did not start: ${[...faults, ...requests].join('; ')}`, {
            cause: error,
          });
        });
      if (!keepsFocus) {
        await loseFocus(page);
      }
    };
    this.current = { page, host, faults, requests, reload, opening: `?${openings}` };
    await reload();
    return this.current;
  }

  /** Ends the conversation; the page can then be reused. */
  async leave(): Promise<void> {
    this.current?.host.dispose();
    this.current = undefined;
    // Otherwise the pointer would hover over an element of the next document.
    await this.page.mouse.move(0, 0);
  }

  async close(): Promise<void> {
    this.current?.host.dispose();
    this.current = undefined;
    await this.page.context().close();
  }

  /** Routes messages by opening: a document's late messages must not reach the next one's host. */
  private async listen(): Promise<void> {
    const { page } = this;
    const { address, paths } = inject('chatPages');
    const known = new Set(paths.map(path => address + path));
    const of = (opening: string) => (this.current?.opening === opening ? this.current : undefined);
    page.on('pageerror', error => this.current?.faults.push(String(error)));
    page.on('request', request => {
      const url = request.url();
      if (!known.has(url.replace(/\?.*$/, '')) && !url.startsWith('blob:')) {
        this.current?.requests.push(url);
      }
    });
    await page.exposeBinding('toHost', (_source, opening: string, message: unknown) =>
      of(opening)?.host.receive(message),
    );
    await page.exposeBinding('toFaults', (_source, opening: string, text: string) => {
      of(opening)?.faults.push(text);
    });
  }
}

/** Takes the focus from the message box, to which the page gives it. */
export async function loseFocus(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) {
      document.activeElement.blur();
    }
  });
}
