import { expect, vi } from 'vitest';
import type { DriverWindow } from '../../support/editor/driverClient';
import { variableOf } from '../../support/editor/processes';
import type { TandemWindow } from '../../support/editor/tandemWindow';
import type { Workbench } from '../../support/editor/workbench';
import { patience } from './patience';

/** The parts of a window that cleaning uses. */
interface UsedWindow {
  readonly workbench: Workbench;
  readonly driver: DriverWindow;
  readonly tandem: Pick<TandemWindow, 'home' | 'standIn'>;
  agents(): Promise<readonly { readonly pid: number }[]>;
  reconnect(): Promise<void>;
  run(command: string): Promise<unknown>;
  configure(key: string, value: unknown): Promise<void>;
}

/**
 * Resets a window so that it looks unused to test files that do not require a fresh one. Rejects if
 * something of the previous file remains.
 */
export async function cleanUp(window: UsedWindow): Promise<void> {
  const { workbench } = window;
  await window.reconnect();
  if ((await workbench.page.locator('.monaco-dialog-box').count()) > 0) {
    throw new Error('A dialog is open');
  }
  const { page } = workbench;
  const others = page.context().pages();
  await Promise.all(others.filter(other => other !== page).map(other => other.close()));
  await page.keyboard.press('Escape');
  await window.configure('tandem.tabs.onClose', 'stop');
  // The tab "Claude Code" may have an agent of its own, which ends with it.
  await closeEditors(window);
  await endConversations(window);
  await checkAccount(window);
  await window.run('notifications.clearAll');
  if ((await workbench.statusItem('tandem.changes').count()) > 0) {
    await window.run('tandem.changes.keepAll');
  }
  await workbench.statusItem('tandem.changes').waitFor({ state: 'detached' });
  await restoreLayout(window);
  await page.mouse.move(0, 0);
}

/** VS Code's initial side bar width, in px. */
const sideBarWidth = 300;

/** Restores the views and the side bar of a new window, with the Explorer visible. */
async function restoreLayout(window: UsedWindow): Promise<void> {
  const { workbench } = window;
  if ((await workbench.view('Conversations').count()) > 0) {
    // VS Code remembers how a view was when it was last there.
    await workbench.expandPane(workbench.chatView(), true);
    for (const title of ['Changes', 'To-dos', 'Tasks', 'Runs']) {
      if ((await workbench.view(title).count()) > 0) await workbench.expandView(title, true);
    }
  }
  await window.run('workbench.action.resetViewLocations');
  const box = await workbench.page.locator('.part.sidebar').boundingBox();
  if (Math.round(box?.width ?? 0) !== sideBarWidth) await workbench.resizeSideBar(sideBarWidth);
  await workbench.showContainer('Explorer');
}

/** Leaves at most one idle agent, in an empty conversation that the next file replaces. */
async function endConversations(window: UsedWindow): Promise<void> {
  // Nobody talks to this agent, and the real CLI takes six times as long to start.
  await window.configure('tandem.cli.path', window.tandem.standIn);
  await window.configure('tandem.processes.maxLive', 1);
  await window.workbench.showContainer();
  await window.run('tandem.chat.new');
  const count = async () => (await window.agents()).length;
  await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(1), patience);
}

/** Rejects if agents still start with another key, because a file has left a profile. */
async function checkAccount(window: UsedWindow): Promise<void> {
  const name = 'ANTHROPIC_API_KEY';
  const keys = [undefined, window.tandem.home.cliEnv[name]];
  // The last agent of the file may end only when the next one has started.
  await vi.waitFor(async () => {
    for (const { pid } of await window.agents()) {
      expect(keys, name).toContain(variableOf(pid, name));
    }
  }, patience);
}

/** Closes all editors without saving, and all terminals. */
async function closeEditors(window: UsedWindow): Promise<void> {
  await window.driver.evaluate(async vscode => {
    for (const document of vscode.workspace.textDocuments) {
      if (!document.isDirty) continue;
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    for (const notebook of vscode.workspace.notebookDocuments) {
      if (!notebook.isDirty) continue;
      await vscode.window.showNotebookDocument(notebook);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('workbench.action.closePanel');
    for (const terminal of vscode.window.terminals) terminal.dispose();
  });
  const open = () =>
    window.driver.evaluate(
      vscode => vscode.window.tabGroups.all.flatMap(group => group.tabs).length,
    );
  await vi.waitFor(async () => expect(await open()).toBe(0), patience);
}
