import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../../support/browser';
import { recordFailure, type Seen } from '../../support/failureRecords';
import { type ChatPage, openChatPage } from './chatPage';

type Options = Parameters<typeof openChatPage>[1];

/** The newest page's picture; of all of them the DOM, and what the scripted host knows. */
function seen(chats: readonly ChatPage[]): Seen {
  const last = chats.at(-1)?.page;
  const files = chats.flatMap(({ page, host, faults, requests }, index) => [
    [`${index}/page.html`, page.content()] as const,
    [`${index}/faults.txt`, [...faults, ...requests].join('\n')] as const,
    [`${index}/calls.json`, JSON.stringify(host.calls, null, 2)] as const,
    [`${index}/conversation.json`, JSON.stringify(host.conversation, null, 2)] as const,
  ]);
  return { screenshot: last?.screenshot({ timeout: 5_000 }), files: Object.fromEntries(files) };
}

/** One browser for a test file; pages are closed, and must be without a fault, after each test. */
export function useChat(): (options?: Options) => Promise<ChatPage> {
  let browser: Browser;
  let chats: ChatPage[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async ({ task }) => {
    const faults = chats.flatMap(chat => [...chat.faults, ...chat.requests]);
    if (task.result?.state === 'fail' || faults.length > 0) await recordFailure(task, seen(chats));
    await Promise.all(chats.map(chat => chat.close()));
    chats = [];
    expect(faults).toEqual([]);
  });
  return async options => {
    const chat = await openChatPage(browser, options);
    chats.push(chat);
    return chat;
  };
}
