import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ChatWindow } from './chatWindow';
import { patience } from './patience';

/**
 * Waits as long as a user looks at a proposal before a key answers it. No event tells when this time
 * is over: the host compares times when a command comes. The host counts from the moment when it
 * sees the tab, which may be later than the page shows it.
 * @param name part of the label of the proposal's tab
 */
export async function beRead(window: ChatWindow, name: string): Promise<void> {
  const front = () =>
    window.driver.evaluate(
      async vscode => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '',
    );
  await expect.poll(front, patience).toContain(name);
  await delay(500);
}
