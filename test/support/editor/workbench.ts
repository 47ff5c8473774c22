import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { count } from '../counts';
import { EditorArea } from './editorArea';
import { QuickInput } from './quickInput';
import { registerWebviewPlaces, type WebviewPlace } from './webviewPlaces';

export interface WorkbenchOptions {
  viewport?: { width: number; height: number };
  /** Makes `context.secrets` survive a reload; without it they live in memory. Default true. */
  secrets?: boolean;
  /** What `prefers-color-scheme` says; only matters with `window.autoDetectColorScheme`. */
  colorScheme?: 'light' | 'dark';
}

const extensionId = 'tandem.tandem-code';
const defaultViewport = { width: 1280, height: 800 };
const menuMs = 1_000;
const menuAttempts = 5;
const hoverMs = 2_000;
const hoverAttempts = 10;

/** One window of VS Code in the browser, by what a user sees of it. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly editors: EditorArea;

  private constructor(readonly page: Page) {
    this.quickInput = new QuickInput(page);
    this.editors = new EditorArea(page);
  }

  /**
   * Opens an address in a fresh browser context: state that VS Code keeps in the browser
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
      // Without a GPU each frame of an animation is drawn by the processor.
      reducedMotion: 'reduce',
      // `vscode.env.clipboard` goes through the page, which would ask the user.
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

  /** A second window that shares the browser's state with this one, as on a desktop. */
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

  /** Runs a command of the palette by its exact title, for instance `View: Close Editor`. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.runCommand(title);
  }

  /**
   * Reloads as a user does. The browser's own reload would lose webview state that VS Code has
   * not written yet. The extension host changes: ask the driver for `{ exceptPid }` afterwards.
   */
  async reload(): Promise<void> {
    count('reload');
    const loaded = this.page.waitForEvent('load');
    await Promise.all([loaded, this.runCommand('Developer: Reload Window')]);
    await this.ready();
  }

  /** The container's tab in the activity bar. */
  activity(container = 'Tandem'): Locator {
    // The name of the tab itself stays empty until the container gets a badge.
    const label = this.page.locator(`.action-label[aria-label^=${JSON.stringify(container)}]`);
    return this.page.locator('.activitybar [role=tab]').filter({ has: label });
  }

  /** Shows a container of the side bar; does nothing when it is shown. */
  async showContainer(container = 'Tandem'): Promise<void> {
    const tab = this.activity(container);
    // A click on the tab of the visible container would hide it.
    if ((await tab.getAttribute('aria-expanded')) === 'true') return;
    await tab.click();
    await this.page.locator('[aria-expanded=true]').and(tab).waitFor();
  }

  /** Drags the edge of the side bar until it has this width, in px; @returns the width that it got. */
  async resizeSideBar(wanted: number): Promise<number> {
    const { page } = this;
    const bar = page.locator('.part.sidebar');
    const box = await bar.boundingBox();
    const left = box?.x ?? 0;
    await page.mouse.move(left + (box?.width ?? 0), 400);
    await page.mouse.down();
    await page.mouse.move(left + wanted, 400, { steps: 4 });
    await page.mouse.up();
    // The edge stays lit while the pointer is on it.
    await page.mouse.move(800, 400);
    return (await bar.boundingBox())?.width ?? 0;
  }

  /** Expands or collapses a view of the container that is shown. */
  async expandView(title: string, isExpanded: boolean): Promise<void> {
    const header = this.view(title).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== String(isExpanded)) await header.click();
    await this.page.locator(`[aria-expanded=${isExpanded}]`).and(header).waitFor();
  }

  /** The number on a container's icon; hidden without a badge. */
  badge(container = 'Tandem'): Locator {
    return this.activity(container).locator('.badge-content');
  }

  /** The document of the chat view. It floats over the workbench, outside the view's own DOM. */
  chat(): FrameLocator {
    return this.webview('view');
  }

  /** The document of a chat in an editor tab; only tabs in front have one. */
  chatTab(index = 0): FrameLocator {
    return this.webview('tab', index);
  }

  /** A status bar item by its own id, for instance `tandem.status`. */
  statusItem(id: string): Locator {
    return this.page.locator(`.statusbar-item[id="${extensionId}.${id}"]`);
  }

  /** A view by its title, header and body. */
  view(title: string): Locator {
    const heading = this.page.locator('.pane-header h3.title').getByText(title, { exact: true });
    return this.page.locator('.pane').filter({ has: heading });
  }

  /** Rows of a tree view; only those that are scrolled into sight exist. */
  rows(view: string): Locator {
    return this.view(view).locator('.monaco-list-row[role=treeitem]');
  }

  /** The row with exactly this label. */
  row(view: string, label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.rows(view).filter({ has: name });
  }

  /** A button in the header of a view. Views show them while hovered or focused. */
  async clickViewAction(view: string, action: string): Promise<void> {
    const header = this.view(view).locator('.pane-header');
    await header.hover();
    await header.getByRole('button', { name: action, exact: true }).click();
  }

  /**
   * Presses one of the buttons that a row shows while the pointer is over it, by the beginning of its
   * name. A row that is drawn anew hides them until the pointer moves, hence the loop.
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

  /**
   * Right-clicks something and picks an item of the menu by its exact label. A menu does not listen to
   * the mouse until it has been open for a moment, hence the loop.
   */
  async pickFromContextMenu(target: Locator, item: string): Promise<void> {
    await target.click({ button: 'right' });
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

  /** Toasts that hold this text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
  }

  /** Waits for a toast and presses one of its buttons. */
  async answerToast(text: string | RegExp, button: string): Promise<void> {
    await this.toast(text)
      .locator('.notification-list-item-buttons-container')
      .getByRole('button', { name: button, exact: true })
      .click();
  }

  /** A modal dialog that holds this text. */
  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box').filter({ hasText: text });
  }

  async answerDialog(text: string | RegExp, button: string): Promise<void> {
    await this.dialog(text).getByRole('button', { name: button, exact: true }).click();
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  private webview(place: WebviewPlace, index = 0): FrameLocator {
    return this.page
      .locator(`iframe[src*="extensionId=${extensionId}"]`)
      .and(this.page.locator(`webview-place=${place}`))
      .nth(index)
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }
}

/** Answers the request by which VS Code asks for its key, as code-server's wrapper does. */
async function withSecrets(context: BrowserContext): Promise<void> {
  const key = Buffer.alloc(32, 'tandem');
  await context.route('**/mint-key', route =>
    route.fulfill({ contentType: 'application/octet-stream', body: key }),
  );
}
