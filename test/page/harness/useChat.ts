import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../../support/browser';
import { type ChatPage, openChatPage } from './chatPage';

type Options = Parameters<typeof openChatPage>[1];

/** One browser for a test file; pages are closed, and must be without a fault, after each test. */
export function useChat(): (options?: Options) => Promise<ChatPage> {
  let browser: Browser;
  let chats: ChatPage[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const faults = chats.flatMap(chat => [...chat.faults, ...chat.requests]);
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
