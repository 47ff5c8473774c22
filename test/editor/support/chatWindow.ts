import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, expect, type RunnerTask, vi } from 'vitest';
import { views } from '../../../src/host/contributed';
import type { DriverWindow } from '../../support/editor/driverClient';
import type { MarkedProcess } from '../../support/editor/processes';
import { sceneOf } from '../../support/editor/scene';
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

/** Local time of an error in the log. */
const errorLine = /^([\d-]+ [\d:.]+) \[error\]/;

export interface ChatWindowOptions extends TandemWindowOptions {
  /** False leaves the chat hidden. Default true, without waiting for its content. */
  isShown?: boolean;
  /** True to have the trees below the chat, where a user can move them: for tests of both. */
  hasTreesBelowChat?: boolean;
  /** True for an unused window. Default: a cleaned window may be reused. */
  isFresh?: boolean;
}

/** A window with Tandem, its side bar chat, and its extension host, even across reloads. */
export class ChatWindow {
  readonly chat: Chat;
  /** True if a test failed in it; the next file must not inherit its state. */
  hasFailed = false;
  private host: DriverWindow | undefined;

  private constructor(readonly tandem: TandemWindow) {
    this.chat = new Chat(tandem.workbench.chat());
  }

  /**
   * Opens a window for a test file; `close` returns it. Reuses a returned window of the same kind,
   * because starting one takes fifteen times as long.
   */
  static async open(options: ChatWindowOptions = {}): Promise<ChatWindow> {
    const { isShown = true, isFresh = false, hasTreesBelowChat = false } = options;
    const window = await windowPool.take(options, isFresh, () => ChatWindow.start(options));
    window.workbench.page.setDefaultTimeout(patience.timeout);
    await window.workbench.showContainer(isShown ? 'Tandem' : 'Explorer');
    if (hasTreesBelowChat) await window.moveTrees();
    return window;
  }

  private static async start(options: TandemWindowOptions): Promise<ChatWindow> {
    const window = new ChatWindow(await openTandem(options));
    await window.workbench.leaveUndrawn();
    await RawPage.prepare(window.workbench);
    window.workbench.page.setDefaultTimeout(patience.timeout);
    window.host = await window.tandem.editor.driver.window();
    return window;
  }

  /** Prepares a cleaned window with these options. */
  async refill(options: TandemWindowOptions): Promise<void> {
    const settings = await this.tandem.refill(options);
    await removeRecords(this.tandem.editor.userDataDir);
    await setUserSettings(this.driver, this.tandem.editor.userDataDir, settings);
    await this.workbench.showContainer();
    // The existing conversation started with the previous settings.
    await this.run('tandem.chat.new');
  }

  /** Moves all views into the container of the chat. */
  async moveTrees(): Promise<void> {
    const { chat: _, ...trees } = views;
    await this.run('vscode.moveViews', {
      viewIds: Object.values(trees),
      destinationId: 'workbench.view.extension.tandem',
    });
    await this.workbench.expandView('Conversations', false);
    await this.workbench.expandView('Prompts', false);
  }

  get api() {
    return this.tandem.api;
  }

  get workbench() {
    return this.tandem.workbench;
  }

  /** Page of the tab "Claude Code", which must be the only tab with a page. */
  sections() {
    return this.workbench.chatTab();
  }

  /** Connection to the extension host. */
  get driver(): DriverWindow {
    if (!this.host) {
      throw new Error('The extension host is not up');
    }
    return this.host;
  }

  /** Returns the live agent processes. */
  async agents(): Promise<MarkedProcess[]> {
    const all = await this.tandem.editor.processes();
    const agents = all.filter(({ argv }) => argv.includes('--input-format'));
    // A child of an agent has the agent's arguments until it executes its own program.
    return agents.filter(({ parent }) => !agents.some(({ pid }) => pid === parent));
  }

  /** Returns the only agent, after those of closed conversations have ended. */
  async theAgent(): Promise<MarkedProcess> {
    await expect.poll(() => this.agents(), patience).toHaveLength(1);
    const [agent] = await this.agents();
    if (!agent) {
      throw new Error('No agent runs');
    }
    return agent;
  }

  /** Returns the session ids under which the live agents store their conversations. */
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

  /** Finds the current extension host after the previous one has ended. */
  async reconnect(): Promise<void> {
    if (!this.driver.connected) {
      this.host = await this.tandem.editor.driver.window();
    }
  }

  /** Runs a command like another extension would; resolves when the command ends. */
  run(command: string, ...args: unknown[]): Promise<unknown> {
    return this.driver.evaluate(
      (vscode, id, given) => vscode.commands.executeCommand(id, ...given).then(() => null),
      command,
      args,
    );
  }

  /** Starts a conversation in the side bar and waits until its agent is ready. */
  async startNew(): Promise<void> {
    await this.run('tandem.chat.new');
    await this.chat.phase('idle');
  }

  /** Like `startNew`, but resolves with the agent's session id. */
  async startSession(): Promise<string> {
    // The agent of the previous conversation may still be ending.
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
   * Waits for a notification and returns its entry in the notification center. VS Code shows no
   * toast for more than three notifications within 800 ms.
   */
  async message(words: string | RegExp): Promise<Locator> {
    const center = this.workbench.page.locator('.notifications-center');
    const message = center.locator('.notification-list-item', { hasText: words }).first();
    const show = async () => {
      // The center stays closed while it is empty, and closes with its last notification.
      await this.run('notifications.showList');
      expect(await message.isVisible()).toBe(true);
    };
    await vi.waitFor(show, patience);
    return message;
  }

  /** Waits for a notification and dismisses it, and all others. */
  async dismissMessage(sentence: string): Promise<void> {
    await this.message(sentence);
    await this.run('notifications.clearAll');
    // The closed notification center keeps its rows.
    await this.workbench.page.locator('.notifications-center').waitFor({ state: 'hidden' });
  }

  /** Returns the names of the files whose compiled code is kept for the next window. */
  async compiledCode(): Promise<string[]> {
    const folder = join(storageFolder(this.tandem.editor.userDataDir), 'codeCache');
    return existsSync(folder) ? readdir(folder) : [];
  }

  /** Returns Tandem's log of all windows so far, newest last. */
  async log(): Promise<string> {
    const logs = await this.tandem.editor.logs();
    // Folder names contain the extension host's number.
    const inOrder = new Intl.Collator('en', { numeric: true });
    return Object.entries(logs)
      .filter(([file]) => file.endsWith('Tandem.log'))
      .sort(([one], [other]) => inOrder.compare(one, other))
      .map(([, text]) => text)
      .join('\n');
  }

  /**
   * Returns the errors in Tandem's log since then. Lines are chosen by their time: an editor writes
   * its log in blocks, so that lines about an earlier file may arrive during this one.
   */
  async errorsSince(since: Date): Promise<string[]> {
    const millisecond = String(since.getMilliseconds()).padStart(3, '0');
    const begin = `${since.toLocaleString('sv')}.${millisecond}`;
    const lines = (await this.log()).split('\n');
    return lines.filter(line => (errorLine.exec(line)?.[1] ?? '') >= begin);
  }

  /** Returns the lines of all sessions that the CLI has stored, by file. */
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

  /** Returns whether the host's record of a conversation has its place in view, and this draft. */
  async keepsPlace(draft: string): Promise<boolean> {
    // Positions on the way there are saved, too.
    const anchors = await this.chat.log.evaluate(log => {
      const { top } = log.getBoundingClientRect();
      return [...log.querySelectorAll<HTMLElement>('[data-key]')].map(element => ({
        key: element.dataset.key ?? '',
        offset: Math.round(element.getBoundingClientRect().top - top),
      }));
    });
    const places = anchors.map(anchor => `"anchor":${JSON.stringify(anchor)}`);
    const records = await this.records();
    return records.some(
      record => record.includes(draft) && places.some(place => record.includes(place)),
    );
  }

  /** Returns whether the host's record of one conversation contains all these parts. */
  async recordsHold(...parts: string[]): Promise<boolean> {
    const records = await this.records();
    return records.some(record => parts.every(part => record.includes(part)));
  }

  /** Returns the texts of all records in the host's storage. */
  private async records(): Promise<string[]> {
    const names = await readdir(this.storage, { recursive: true });
    const files = names.filter(name => name.endsWith('.json'));
    return Promise.all(files.map(name => readFile(join(this.storage, name), 'utf8')));
  }

  /** Folder of Tandem's data that outlives a window. */
  get storage(): string {
    return storageFolder(this.tandem.editor.userDataDir);
  }

  /** Returns the index of the workspace's code as it is kept, one character for each byte. */
  async codeIndex(): Promise<string> {
    const folder = join(storageFolder(this.tandem.editor.userDataDir), 'codeIndex');
    const names = await readdir(folder);
    const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'latin1')));
    return texts.find(text => text.includes(JSON.stringify(this.tandem.workspace))) ?? '';
  }

  /** Describes the visible state for a failed test. */
  async describe(): Promise<string> {
    const shown = await this.chat.frame.locator('body').innerText({ timeout: 2_000 }).catch(String);
    const log = (await this.log()).split('\n').slice(-25).join('\n');
    return `The chat shows:\n${shown}\n\nThe end of the log:\n${log}`;
  }

  /** Describes what the window shows, and what Tandem last warned of: toasts vanish. */
  private async scene(): Promise<string> {
    const lines = (await this.log()).split('\n');
    const warnings = lines.filter(line => / \[(warning|error)\] /.test(line)).slice(-3);
    const logged = warnings.map(line => `Logged: ${line.slice(0, 200)}`);
    return [await sceneOf(this.workbench.page), ...logged].join('\n');
  }

  /** Collects the complete state for later analysis; Tandem's log traces the CLI's frames. */
  async seen(): Promise<Seen> {
    const { page } = this.workbench;
    const chat = this.chat.frame.locator('html');
    const { requests, unmatched, otherRequests } = this.api;
    const logs = Object.entries(await this.tandem.editor.logs());
    const others = page
      .context()
      .pages()
      .filter(other => other !== page);
    return {
      'scene.txt': this.scene(),
      'screenshot.png': this.workbench.picture({ timeout: 5_000 }),
      ...Object.fromEntries(
        others.map((other, index) => [
          `screenshot-${index + 2}.png`,
          other.screenshot({ timeout: 5_000 }),
        ]),
      ),
      'workbench.html': page.content(),
      'chat.html': chat.evaluate(element => element.outerHTML, undefined, { timeout: 2_000 }),
      'api.json': JSON.stringify({ requests, unmatched, otherRequests }, null, 2),
      ...Object.fromEntries(logs.map(([name, text]) => [`logs/${name}`, text])),
    };
  }

  /** Returns the window: cleans it for the next test file, or closes it if that fails. */
  close(): Promise<void> {
    const failed = new Error('One of its tests failed');
    return windowPool.giveBack(this, () =>
      this.hasFailed ? Promise.reject(failed) : cleanUp(this),
    );
  }
}

/** Returns the folder of Tandem's data that outlives a window. */
function storageFolder(userDataDir: string): string {
  return join(userDataDir, 'User', 'globalStorage', 'tandem.tandem-code');
}

/**
 * Removes the records of conversations and reviews. A later test file could find its own words in
 * them, and a reload would resume reviews of deleted files. Keeps the folders themselves.
 */
async function removeRecords(userDataDir: string): Promise<void> {
  for (const name of ['acp', 'channels', 'reviews', 'trash']) {
    const folder = join(storageFolder(userDataDir), name);
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = found.filter(entry => !entry.isDirectory());
    await Promise.all(files.map(file => rm(join(file.parentPath, file.name), { force: true })));
  }
}

/** Prints the window's state when a test in this file fails, or what comes before its tests. */
export function describeFailures(window: () => ChatWindow | undefined): void {
  const describeIfFailed = async (task: Readonly<RunnerTask>) => {
    const failed = task.result?.state === 'fail' ? window() : undefined;
    if (failed) {
      failed.hasFailed = true;
      console.error(await failed.describe());
      await recordFailure({ fullName: task.fullName, meta: task.meta }, await failed.seen());
    }
  };
  afterEach(({ task }) => describeIfFailed(task));
  // Hooks run in reverse order: this one sees the window before the file gives it back.
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern.
  afterAll(({}, suite) => (window()?.hasFailed ? undefined : describeIfFailed(suite)));
}
