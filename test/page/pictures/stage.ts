import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { count } from '../../support/counts';
import { startedPage } from '../../support/startedPage';
import { themes } from '../../support/themes';
import { loseFocus } from '../harness/chatPage';
import { pinnedPath } from '../harness/pageFiles';
import type {} from '../harness/pageServer';
import { ScriptedHost } from '../harness/scriptedHost';
import { ScriptedInspector } from '../harness/scriptedInspector';
import { ScriptedSections } from '../harness/scriptedSections';
import {
  type Hosts,
  heightOf,
  type PictureState,
  type PictureTheme,
  type PictureWidth,
} from './picture';
import { Rest } from './rest';

/** Time of all pictures: half a minute after the events of the stories. */
const pictureTime = Date.UTC(2026, 10, 20, 9, 31, 30);

type AnyHost = Hosts[keyof Hosts];

/**
 * A browser page in which each picture is the same on every machine: its clock stands still, its
 * fonts come from npm, and nothing moves.
 */
export class Stage {
  private faults: string[] = [];
  private host: AnyHost | undefined;
  private opening = 0;

  private constructor(
    readonly page: Page,
    private readonly rest: Rest,
  ) {}

  /** @param scale pixels of a picture for each px of the page */
  static async create(browser: Browser, scale = 1): Promise<Stage> {
    const context = await browser.newContext({
      ...{ locale: 'en-US', timezoneId: 'UTC', deviceScaleFactor: scale },
      reducedMotion: 'reduce',
    });
    count('page');
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.clock.setFixedTime(pictureTime);
    const stage = new Stage(page, await Rest.watch(page));
    page.on('pageerror', error => stage.faults.push(String(error)));
    await page.exposeBinding('toHost', (_source, search: string, message: unknown) => {
      if (search === `?${stage.opening}`) stage.host?.receive(message);
    });
    await page.exposeBinding('toFaults', (_source, _search: string, text: string) => {
      stage.faults.push(text);
    });
    return stage;
  }

  /** Shows a state in a new document. */
  async open(state: PictureState, width: PictureWidth): Promise<void> {
    await this.leave();
    this.opening += 1;
    await this.page.setViewportSize({ width, height: heightOf(state) });
    switch (state.entry) {
      case 'main':
        return this.start(new ScriptedHost(this.post), state, width);
      case 'sections':
        return this.start(new ScriptedSections(this.post), state, width);
      default:
        return this.start(new ScriptedInspector(this.post), state, width);
    }
  }

  /** Applies a theme as VS Code does it to an open page, and resolves when it is in force. */
  async setTheme(theme: PictureTheme): Promise<void> {
    await this.page.evaluate(
      async ([name, bodyClass]) => {
        document.body.className = bodyClass ?? '';
        const link = document.querySelector<HTMLLinkElement>('link[href^="theme-"]');
        if (!link) throw new Error('The page has no theme.');
        if (link.getAttribute('href') === `theme-${name}.css`) return;
        const loaded = new Promise(resolve => link.addEventListener('load', resolve));
        link.setAttribute('href', `theme-${name}.css`);
        await loaded;
      },
      [theme, themes[theme].bodyClass] as const,
    );
  }

  /** Takes a picture (PNG) as soon as the page has come to rest. */
  async shoot(): Promise<Buffer> {
    await this.rest.reached();
    return this.page.screenshot({ caret: 'initial' });
  }

  /** Returns errors of the page and violations of its policy since the last call. */
  takeFaults(): readonly string[] {
    const { faults } = this;
    this.faults = [];
    return faults;
  }

  private async leave(): Promise<void> {
    this.host?.dispose();
    this.host = undefined;
    // Otherwise the pointer would hover over an element of the next document.
    await this.page.mouse.move(0, 0);
  }

  async close(): Promise<void> {
    await this.leave();
    await this.page.context().close();
  }

  private readonly post = (message: unknown): void => {
    // A closed page accepts no messages; whoever left it knows that.
    this.page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
  };

  private async start<Host extends AnyHost>(
    host: Host,
    state: {
      readonly entry: keyof Hosts;
      readonly prepare?: (host: Host) => void;
      readonly show: (page: Page, host: Host) => Promise<void>;
    },
    width: PictureWidth,
  ): Promise<void> {
    state.prepare?.(host);
    this.host = host;
    await this.page.goto(inject('chatPages').address + pinnedPath(state.entry, this.opening));
    if (state.entry === 'main') {
      await this.page.locator(startedPage).waitFor();
      await loseFocus(this.page);
    }
    // A conversation that is as wide as this is in a tab, which has another background.
    const place = state.entry !== 'main' || width === 880 ? 'tab' : 'view';
    await this.page.evaluate(value => {
      document.documentElement.dataset.place = value;
    }, place);
    await state.show(this.page, host);
    await this.rest.reached();
  }
}
