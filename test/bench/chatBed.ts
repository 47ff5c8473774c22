import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildPage } from '../page/harness/buildPage';
import { pageDocuments, pagePath, policy } from '../page/harness/pageFiles';
import { ScriptedHost } from '../page/harness/scriptedHost';
import { launchBrowser } from '../support/browser';

/** The built page in a browser, with a scripted host. */
export interface ChatBed {
  readonly browser: Browser;
  readonly page: Page;
  /**
   * Shows a conversation in a new document.
   * @param prepare may fill it
   */
  open(prepare?: (host: ScriptedHost) => void): Promise<ScriptedHost>;
}

export async function withChatBed<T>(work: (bed: ChatBed) => Promise<T>): Promise<T> {
  const server = await serve();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 420, height: 1_000 } });
    return await work({ browser, page, open: await opener(page, server.address) });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page: resolves when what has arrived is painted. */
export function twoFrames(): Promise<unknown> {
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}

async function opener(page: Page, address: string): Promise<ChatBed['open']> {
  let openings = 0;
  let current: ScriptedHost | undefined;
  // Messages of a document that was left do not reach the next one's host.
  await page.exposeBinding('toHost', (_source, opening: string, message: unknown) => {
    if (opening === `?${openings}`) current?.receive(message);
  });
  await page.exposeBinding('toFaults', (_source, _opening: string, text: string) => {
    throw new Error(text);
  });
  return async prepare => {
    openings += 1;
    current?.dispose();
    const host = new ScriptedHost(message => {
      // A page that is left accepts no messages.
      page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
    });
    prepare?.(host);
    current = host;
    await page.goto(address + pagePath('dark', openings));
    await page.locator('main.app').waitFor();
    return host;
  };
}

async function serve(): Promise<{ address: string; close(): void }> {
  const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
  const bodies = new Map<string, string | Uint8Array>([...(await buildPage()), ...pageDocuments()]);
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1).replace(/\?.*$/, '');
    response.writeHead(bodies.has(name) ? 200 : 404, {
      'content-type': types[extname(name)] ?? 'text/html; charset=utf-8',
      'content-security-policy': policy,
    });
    response.end(bodies.get(name));
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}/`, close };
}
