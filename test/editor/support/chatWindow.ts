import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import type { DriverWindow } from '../../support/editor/driverClient';
import type { MarkedProcess } from '../../support/editor/processes';
import {
  openTandem,
  type TandemWindow,
  type TandemWindowOptions,
} from '../../support/editor/tandemWindow';
import { recordFailure, type Seen } from '../../support/failureRecords';
import { Chat } from './chat';
import { cleanUp } from './cleanUp';
import { patience } from './patience';
import { RawPage } from './rawPage';
import { setUserSettings } from './userSettings';
import { WindowPool } from './windowPool';

export { patience };

const windowPool = new WindowPool<ChatWindow>();

export interface ChatWindowOptions extends TandemWindowOptions {
  /** False leaves the chat hidden. Default true; what it shows is not waited for. */
  isShown?: boolean;
  /** True for a window in which nothing has been done yet. Default: one that was cleaned will do. */
  isFresh?: boolean;
}

/** A window with Tandem, its side bar's chat, and its extension host, also across reloads. */
export class ChatWindow {
  readonly chat: Chat;
  private host: DriverWindow | undefined;

  private constructor(readonly tandem: TandemWindow) {
    this.chat = new Chat(tandem.workbench.chat());
  }

  /**
   * A window for a test file, which `close` gives back. One that another file has given back is lent
   * again where it is of the kind that is wanted: starting one takes fifteen times as long.
   */
  static async open(options: ChatWindowOptions = {}): Promise<ChatWindow> {
    const { isShown = true, isFresh = false } = options;
    const window = await windowPool.take(options, isFresh, () => ChatWindow.start(options));
    window.workbench.page.setDefaultTimeout(patience.timeout);
    await window.workbench.showContainer(isShown ? 'Tandem' : 'Explorer');
    return window;
  }

  private static async start(options: TandemWindowOptions): Promise<ChatWindow> {
    const window = new ChatWindow(await openTandem(options));
    await RawPage.prepare(window.workbench);
    window.workbench.page.setDefaultTimeout(patience.timeout);
    window.host = await window.tandem.editor.driver.window();
    return window;
  }

  /** Makes of a window that was cleaned up what these options open. */
  async refill(options: TandemWindowOptions): Promise<void> {
    const settings = await this.tandem.refill(options);
    await removeRecords(this.tandem.editor.userDataDir);
    await setUserSettings(this.driver, this.tandem.editor.userDataDir, settings);
    await this.workbench.showContainer();
    // The conversation that was there has begun under the settings of before.
    await this.run('tandem.chat.new');
  }

  get api() {
    return this.tandem.api;
  }

  get workbench() {
    return this.tandem.workbench;
  }

  /** The extension host's own end of the wire. */
  get driver(): DriverWindow {
    if (!this.host) {
      throw new Error('The extension host is not up');
    }
    return this.host;
  }

  /** The agents' processes that live. */
  async agents(): Promise<MarkedProcess[]> {
    const all = await this.tandem.editor.processes();
    const agents = all.filter(({ argv }) => argv.includes('--input-format'));
    // What an agent starts has the agent's own arguments until it has become another program.
    return agents.filter(({ parent }) => !agents.some(({ pid }) => pid === parent));
  }

  /** The one that is left when those of closed conversations have ended. */
  async theAgent(): Promise<MarkedProcess> {
    await expect.poll(() => this.agents(), patience).toHaveLength(1);
    const [agent] = await this.agents();
    if (!agent) {
      throw new Error('No agent runs');
    }
    return agent;
  }

  /** The ids under which the living agents store their conversations. */
  private async sessions(): Promise<string[]> {
    return (await this.agents()).flatMap(({ argv }) => {
      const at = argv.indexOf('--session-id');
      return at < 0 ? [] : (argv[at + 1] ?? []);
    });
  }

  async reload(): Promise<void> {
    const { pid } = this.driver;
    await this.workbench.reload();
    this.host = await this.tandem.editor.driver.window({ exceptPid: pid });
  }

  /** Finds the extension host of now, where the one of before is gone. */
  async reconnect(): Promise<void> {
    if (!this.driver.connected) {
      this.host = await this.tandem.editor.driver.window();
    }
  }

  /** Runs a command as another extension would; resolves when it has run. */
  run(command: string, ...args: unknown[]): Promise<unknown> {
    return this.driver.evaluate(
      (vscode, id, given) => vscode.commands.executeCommand(id, ...given).then(() => null),
      command,
      args,
    );
  }

  /** Starts a conversation in the side bar and waits until its agent is up. */
  async startNew(): Promise<void> {
    await this.run('tandem.chat.new');
    await this.chat.phase('idle');
  }

  /** As `startNew`, and resolves with the id under which the agent stores the conversation. */
  async startSession(): Promise<string> {
    // The agent of the conversation before may still be ending.
    const before = await this.sessions();
    await this.startNew();
    const started = (await this.sessions()).find(id => !before.includes(id));
    if (!started) throw new Error('The new conversation has no agent of its own');
    return started;
  }

  configure(key: string, value: unknown): Promise<void> {
    return this.driver.evaluate(
      async (vscode, name, next) => {
        const target = vscode.ConfigurationTarget.Global;
        await vscode.workspace.getConfiguration().update(name, next ?? undefined, target);
      },
      key,
      value,
    );
  }

  /**
   * Waits for a message and takes it away. It is looked for in the notification center: VS Code shows
   * no toast of more than three messages that come within 800 ms.
   */
  async dismissMessage(sentence: string): Promise<void> {
    const center = this.workbench.page.locator('.notifications-center');
    const message = center.locator('.notification-list-item', { hasText: sentence });
    const isShown = async () => {
      // An empty center stays closed, and what comes then is a toast.
      await this.run('notifications.showList');
      expect(await message.first().isVisible()).toBe(true);
    };
    await vi.waitFor(isShown, patience);
    await this.run('notifications.clearAll');
    // The closed center keeps its rows.
    await center.waitFor({ state: 'hidden' });
  }

  /** Tandem's log of all windows so far, the newest last. */
  async log(): Promise<string> {
    const logs = await this.tandem.editor.logs();
    // Extension hosts are numbered in their folders' names.
    const inOrder = new Intl.Collator('en', { numeric: true });
    return Object.entries(logs)
      .filter(([file]) => file.endsWith('Tandem.log'))
      .sort(([one], [other]) => inOrder.compare(one, other))
      .map(([, text]) => text)
      .join('\n');
  }

  /** The lines of all sessions that the CLI has stored, by file. */
  async storedSessions(): Promise<Record<string, Record<string, unknown>[]>> {
    const root = join(this.tandem.home.configDir, 'projects');
    const names = await readdir(root, { recursive: true }).catch(() => []);
    const files = names.filter(name => name.endsWith('.jsonl'));
    const texts = await Promise.all(files.map(name => readFile(join(root, name), 'utf8')));
    return Object.fromEntries(
      files.map((name, index) => [
        name,
        (texts[index] ?? '').split('\n').flatMap(line => (line ? [JSON.parse(line)] : [])),
      ]),
    );
  }

  /** Whether the host's record of a conversation says where it is being read, beside this draft. */
  keepsPlace(draft: string): Promise<boolean> {
    return this.recordsHold('"anchor"', draft);
  }

  /** Whether the host's record of one conversation holds all of these. */
  async recordsHold(...parts: string[]): Promise<boolean> {
    const root = storageFolder(this.tandem.editor.userDataDir);
    const names = await readdir(root, { recursive: true });
    const files = names.filter(name => name.endsWith('.json'));
    const texts = await Promise.all(files.map(name => readFile(join(root, name), 'utf8')));
    return texts.some(record => parts.every(part => record.includes(part)));
  }

  /** What there is to see, for a test that has failed. */
  async describe(): Promise<string> {
    const shown = await this.chat.frame.locator('body').innerText({ timeout: 2_000 }).catch(String);
    const log = (await this.log()).split('\n').slice(-25).join('\n');
    return `The chat shows:\n${shown}\n\nThe end of the log:\n${log}`;
  }

  /** All of it, to be looked at later: Tandem's log traces the CLI's frames. */
  async seen(): Promise<Seen> {
    const { page } = this.workbench;
    const chat = this.chat.frame.locator('html');
    const { requests, unmatched, otherRequests } = this.api;
    const logs = Object.entries(await this.tandem.editor.logs());
    return {
      screenshot: page.screenshot({ timeout: 5_000 }),
      files: {
        'workbench.html': page.content(),
        'chat.html': chat.evaluate(element => element.outerHTML, undefined, { timeout: 2_000 }),
        'api.json': JSON.stringify({ requests, unmatched, otherRequests }, null, 2),
        ...Object.fromEntries(logs.map(([name, text]) => [`logs/${name}`, text])),
      },
    };
  }

  /** Gives the window back: it is cleaned up for the next test file, or closed where that fails. */
  close(): Promise<void> {
    return windowPool.giveBack(this, () => cleanUp(this));
  }
}

/** Where Tandem keeps what outlives a window. */
function storageFolder(userDataDir: string): string {
  return join(userDataDir, 'User', 'globalStorage', 'tandem.tandem-code');
}

/**
 * Removes the records of conversations and reviews: a later test file could find its own words in
 * them, and a reload would take up reviews of files that are gone. The folders stay as they are.
 */
async function removeRecords(userDataDir: string): Promise<void> {
  for (const name of ['channels', 'reviews', 'trash']) {
    const folder = join(storageFolder(userDataDir), name);
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = found.filter(entry => !entry.isDirectory());
    await Promise.all(files.map(file => rm(join(file.parentPath, file.name), { force: true })));
  }
}

/** Prints what the window showed when a test of this file has failed. */
export function describeFailures(window: () => ChatWindow | undefined): void {
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail' ? window() : undefined;
    if (failed) {
      console.error(await failed.describe());
      await recordFailure(task, await failed.seen());
    }
  });
}
