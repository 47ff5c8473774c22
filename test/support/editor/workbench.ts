import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { count } from '../counts';
import { EditorArea } from './editorArea';
import { QuickInput } from './quickInput';
import { registerWebviewPlaces, type WebviewPlace } from './webviewPlaces';

export interface WorkbenchOptions {
  viewport?: { width: number; height: number };
  /** Makes `context.secrets` survive a reload; without it they live in memory. Default true. */
  secrets?: boolean;
  /** Value of `prefers-color-scheme`; only used with `window.autoDetectColorScheme`. */
  colorScheme?: 'light' | 'dark';
}

const extensionId = 'tandem.tandem-code';
const defaultViewport = { width: 1280, height: 800 };
const menuMs = 1_000;
const menuAttempts = 5;
const hoverMs = 2_000;
const hoverAttempts = 10;

/** A VS Code window in the browser, operated through its visible UI. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly editors: EditorArea;

  private constructor(readonly page: Page) {
    this.quickInput = new QuickInput(page);
    this.editors = new EditorArea(page);
  }

  /**
   * Opens an address in a new browser context: state that VS Code keeps in the browser
   * (globalState, workspaceState, view layout) starts empty and lives as long as the context.
   */
  static async open(
    browser: Browser,
    url: string,
    options: WorkbenchOptions = {},
  ): Promise<Workbench> {
    const { viewport = defaultViewport, secrets = true, colorScheme } = options;
    const context = await browser.newContext({
      viewport,
      locale: 'en-US',
      // Without a GPU the CPU renders every animation frame.
      reducedMotion: 'reduce',
      // `vscode.env.clipboard` goes through the page, which would prompt the user.
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(colorScheme ? { colorScheme } : {}),
    });
    if (secrets) await withSecrets(context);
    return Workbench.openIn(context, url);
  }

  static async openIn(context: BrowserContext, url: string): Promise<Workbench> {
    await registerWebviewPlaces();
    const page = await context.newPage();
    const workbench = new Workbench(page);
    count('window');
    await page.goto(url);
    await workbench.ready();
    return workbench;
  }

  /** Opens a second window that shares the browser's state with this one, as on a desktop. */
  anotherWindow(url: string): Promise<Workbench> {
    return Workbench.openIn(this.page.context(), url);
  }

  /** Resolves when the window is painted; extensions may still be starting. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
  }

  /** Closes the window and its browser context. */
  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Runs a palette command by its exact title, for example `View: Close Editor`. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.runCommand(title);
  }

  /**
   * Reloads through VS Code's command. The browser's reload would lose webview state that VS Code
   * has not written yet. The extension host changes: pass `{ exceptPid }` to the driver afterwards.
   */
  async reload(): Promise<void> {
    count('reload');
    const loaded = this.page.waitForEvent('load');
    await Promise.all([loaded, this.runCommand('Developer: Reload Window')]);
    await this.ready();
  }

  /** Finds the tab of the container in the activity bar. */
  activity(container = 'Tandem'): Locator {
    // The tab's own name stays empty until the container has a badge.
    const label = this.page.locator(
      `.action-label[aria-label^=${JSON.stringify(container)}]:not([aria-label^=${JSON.stringify(`${container} Activity`)}])`,
    );
    return this.page.locator('.activitybar [role=tab]').filter({ has: label });
  }

  /** Shows a side bar container, if it is not visible yet. */
  async showContainer(container = 'Tandem'): Promise<void> {
    const tab = this.activity(container);
    // A click on the visible container's tab would hide the container.
    if ((await tab.getAttribute('aria-expanded')) === 'true') return;
    await tab.click();
    await this.page.locator('[aria-expanded=true]').and(tab).waitFor();
  }

  /** Drags the side bar's edge to this width in px. @returns the resulting width */
  async resizeSideBar(wanted: number): Promise<number> {
    const { page } = this;
    const bar = page.locator('.part.sidebar');
    const box = await bar.boundingBox();
    const left = box?.x ?? 0;
    await page.mouse.move(left + (box?.width ?? 0), 400);
    await page.mouse.down();
    await page.mouse.move(left + wanted, 400, { steps: 4 });
    await page.mouse.up();
    // The edge stays highlighted while the pointer is on it.
    await page.mouse.move(800, 400);
    return (await bar.boundingBox())?.width ?? 0;
  }

  /** Expands or collapses a view of the visible container. */
  expandView(title: string, isExpanded: boolean): Promise<void> {
    return this.expandPane(this.view(title), isExpanded);
  }

  async expandPane(pane: Locator, isExpanded: boolean): Promise<void> {
    const header = pane.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== String(isExpanded)) await header.click();
    await this.page.locator(`[aria-expanded=${isExpanded}]`).and(header).waitFor();
  }

  /** Finds the number on a container's icon; hidden without a badge. */
  badge(container = 'Tandem'): Locator {
    return this.activity(container).locator('.badge-content');
  }

  /** Finds the chat view's document, which floats over the workbench, outside the view's DOM. */
  chat(): FrameLocator {
    return this.webview('view');
  }

  /** Finds the document of a chat in an editor tab; only active tabs have one. */
  chatTab(index = 0): FrameLocator {
    return this.webview('tab', index);
  }

  /** Finds a status bar item by id, for example `tandem.status`. */
  statusItem(id: string): Locator {
    return this.page.locator(`.statusbar-item[id="${extensionId}.${id}"]`);
  }

  /** Finds a view by title, with header and body. VS Code's own Chat view, beside, is none of them. */
  view(title: string): Locator {
    // A view that was moved has the name of its own container in front.
    const heading = this.page
      .locator('.pane-header h3.title')
      .getByText(new RegExp(`^(Tandem Activity: )?${title}$`));
    return this.page.locator('.pane:not(.part.auxiliarybar *)').filter({ has: heading });
  }

  /** Finds the chat's view, whose title is that of the conversation. */
  chatView(): Locator {
    const icon = this.page.locator('.pane-header .view-tandem-chat');
    return this.page.locator('.pane').filter({ has: icon });
  }

  /** Finds the rows of a tree view; only those scrolled into view exist. */
  rows(view: string): Locator {
    return this.view(view).locator('.monaco-list-row[role=treeitem]');
  }

  /** Finds the row with exactly this label. */
  row(view: string, label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.rows(view).filter({ has: name });
  }

  /**
   * Clicks a button in a view's header by the start of its name, which may end in a key. Views show
   * these while hovered or focused.
   */
  async clickViewAction(view: string, action: string): Promise<void> {
    const header = this.view(view).locator('.pane-header');
    await header.hover();
    await header.locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /**
   * Presses a row's hover button by the start of its name. Retries, because a redrawn row hides its
   * buttons until the pointer moves.
   */
  async clickRowAction(row: Locator, action: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await row.hover();
      try {
        await row.locator(`.action-label[aria-label^="${action}"]`).click({ timeout: hoverMs });
        return;
      } catch (error) {
        if (attempt === hoverAttempts) throw error;
      }
    }
  }

  /** Right-clicks an element and picks a menu item by its exact label. */
  async pickFromContextMenu(target: Locator, item: string): Promise<void> {
    await target.click({ button: 'right' });
    await this.pickFromMenu(item);
  }

  /**
   * Picks an item of the open menu by its exact label. Retries, because a new menu ignores the mouse
   * for a moment.
   */
  async pickFromMenu(item: string): Promise<void> {
    const row = this.page.getByRole('menuitem', { name: item, exact: true });
    for (let attempt = 1; ; attempt++) {
      await row.click();
      try {
        await row.waitFor({ state: 'detached', timeout: menuMs });
        return;
      } catch (error) {
        if (attempt === menuAttempts) throw error;
      }
    }
  }

  /** Finds toasts that contain this text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
  }

  /**
   * Begins to record what VS Code tells screen readers of notifications. Unlike toasts, this misses
   * none that replaces its like or comes soon after others.
   * @returns the texts so far, oldest first
   */
  async announced(): Promise<() => Promise<string[]>> {
    const seen = await this.page.locator('.monaco-aria-container').evaluateHandle(container => {
      const all: string[] = [];
      new MutationObserver(changes => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const texts = added.map(({ textContent }) => textContent ?? '');
        all.push(...texts.filter(text => /^(Info|Warning|Error): /.test(text)));
      }).observe(container, { childList: true, subtree: true });
      return all;
    });
    return () => seen.jsonValue();
  }

  /** Waits for a toast and presses one of its buttons. */
  async answerToast(text: string | RegExp, button: string): Promise<void> {
    await this.toast(text)
      .locator('.notification-list-item-buttons-container')
      .getByRole('button', { name: button, exact: true })
      .click();
  }

  /** Finds a modal dialog that contains this text. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box').filter({ hasText: text });
  }

  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    await this.dialog(text).getByRole('button', { name: button, exact: true }).click();
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  webview(place: WebviewPlace, index = 0): FrameLocator {
    return this.page
      .locator(`iframe[src*="extensionId=${extensionId}"]`)
      .and(this.page.locator(`webview-place=${place}`))
      .nth(index)
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }
}

/** Answers VS Code's request for its secrets key, as code-server's wrapper does. */
async function withSecrets(context: BrowserContext): Promise<void> {
  const key = Buffer.alloc(32, 'tandem');
  await context.route('**/mint-key', route =>
    route.fulfill({ contentType: 'application/octet-stream', body: key }),
  );
}
