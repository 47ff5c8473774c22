import { afterEach, expect } from 'vitest';
import { recordFailure, type Seen } from '../../support/failureRecords';
import { type ChatPage, type ChatPageOptions, ChatWindow } from './chatPage';
import { useBrowser } from './useBrowser';

/** Windows of this worker that no test is using; closed with the browser. */
const idle: ChatWindow[] = [];

/** Returns the newest page's screenshot, and the DOM and scripted host's state of all pages. */
function seen(chats: readonly ChatPage[]): Seen {
  const last = chats.at(-1)?.page;
  const parts = chats.flatMap(({ page, host, faults, requests }, index) => [
    [`${index}/page.html`, page.content()] as const,
    [`${index}/faults.txt`, [...faults, ...requests].join('\n')] as const,
    [`${index}/calls.json`, JSON.stringify(host.calls, null, 2)] as const,
    [`${index}/conversation.json`, JSON.stringify(host.conversation, null, 2)] as const,
  ]);
  const screenshot = last ? { 'screenshot.png': last.screenshot({ timeout: 5_000 }) } : {};
  return { ...screenshot, ...Object.fromEntries(parts) };
}

/**
 * Opens the page in a new document with a new host. After each test, its pages must be free of
 * faults. Windows are reused, except those of failed tests.
 */
export function useChat(): (options?: ChatPageOptions) => Promise<ChatPage> {
  let opened: { chat: ChatPage; window: ChatWindow; isOwn: boolean }[] = [];
  afterEach(async ({ task }) => {
    const used = opened;
    opened = [];
    const faults = used.flatMap(({ chat }) => [...chat.faults, ...chat.requests]);
    const hasFailed = task.result?.state === 'fail' || faults.length > 0;
    if (hasFailed) {
      await recordFailure(task, seen(used.map(({ chat }) => chat)));
    }
    for (const { window, isOwn } of used) {
      if (hasFailed || isOwn) {
        await window.close();
      } else {
        await window.leave();
        idle.push(window);
      }
    }
    expect(faults).toEqual([]);
  });
  return async (options = {}) => {
    const { isOwn = false } = options;
    const free = isOwn ? undefined : idle.pop();
    const window = free ?? (await ChatWindow.create(await useBrowser()));
    try {
      const chat = await window.open(options);
      opened.push({ chat, window, isOwn });
      return chat;
    } catch (error) {
      await window.close();
      throw error;
    }
  };
}
