import type { Page } from 'playwright-core';

/** Rounds after which a page that still changes counts as one that never rests. */
const mostRounds = 200;
/** Quiet rounds, one after the other, after which nothing more is expected. */
const quietRounds = 2;

declare global {
  interface Window {
    /** Callbacks that wait until the page is idle: it colors code then. */
    idleWork?: Set<number>;
  }
}

/**
 * Brings a page to rest, and tells when it is: nothing loads, waits to run, moves or changes.
 */
export class Rest {
  private loading = 0;

  private constructor(private readonly page: Page) {}

  static async watch(page: Page): Promise<Rest> {
    const rest = new Rest(page);
    page.on('request', () => rest.loads(1));
    page.on('requestfinished', () => rest.loads(-1));
    page.on('requestfailed', () => rest.loads(-1));
    await page.addInitScript(() => {
      const work = new Set<number>();
      window.idleWork = work;
      const request = window.requestIdleCallback.bind(window);
      const cancel = window.cancelIdleCallback.bind(window);
      window.requestIdleCallback = (callback, options) => {
        const id = request(deadline => {
          work.delete(id);
          callback(deadline);
        }, options);
        work.add(id);
        return id;
      };
      window.cancelIdleCallback = id => {
        work.delete(id);
        cancel(id);
      };
    });
    return rest;
  }

  async reached(): Promise<void> {
    let quiet = 0;
    for (let round = 0; round < mostRounds; round += 1) {
      const isQuiet = (await this.page.evaluate(quietRound)) && this.loading === 0;
      quiet = isQuiet ? quiet + 1 : 0;
      if (quiet === quietRounds) return;
    }
    throw new Error('The page does not come to rest.');
  }

  private loads(by: number): void {
    this.loading = Math.max(0, this.loading + by);
  }
}

/** Lets two frames pass. Returns whether nothing has changed, and nothing is left to do. */
async function quietRound(): Promise<boolean> {
  let isQuiet = true;
  const observer = new MutationObserver(() => {
    isQuiet = false;
  });
  observer.observe(document, {
    ...{ subtree: true, childList: true, attributes: true, characterData: true },
  });
  // Those that follow a scroll position stay: they fade the edges of code that is cut.
  for (const animation of document.getAnimations()) {
    if (animation.timeline === document.timeline && animation.playState === 'running') {
      animation.cancel();
      isQuiet = false;
    }
  }
  await document.fonts.ready;
  await Promise.all([...document.images].map(image => image.decode().catch(() => undefined)));
  for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  await new Promise(resolve => setTimeout(resolve, 0));
  observer.disconnect();
  return isQuiet && (window.idleWork?.size ?? 0) === 0;
}
