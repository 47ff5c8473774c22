import { extname } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { count } from '../../support/counts';
import { type Theme, themeStyle, themes } from '../../support/themes';
import { buildPage } from './buildPage';
import { ScriptedHost } from './scriptedHost';

const address = 'http://page.invalid/';
/** As the extension sets it. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-x'; img-src data: blob:";

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

export interface ChatPage {
  readonly page: Page;
  readonly host: ScriptedHost;
  /** Uncaught errors and violations of the policy. */
  readonly faults: string[];
  readonly requests: string[];
  /** The page goes and comes back, as when it was hidden. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

interface ChatPageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Before the page asks for anything. */
  readonly prepare?: (host: ScriptedHost) => void;
}

/** The built page in a browser, with a scripted host behind it. */
export async function openChatPage(
  browser: Browser,
  options: ChatPageOptions = {},
): Promise<ChatPage> {
  const { theme = themes.dark, width = 420, height = 720, prepare } = options;
  const { files } = await buildPage();
  const context = await browser.newContext({ viewport: { width, height } });
  count('page');
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const faults: string[] = [];
  const requests: string[] = [];
  const host = new ScriptedHost(message => {
    // A closed page takes nothing; the test that closed it knows.
    page.evaluate(data => window.postMessage(data, '*'), message).catch(() => undefined);
  });
  prepare?.(host);
  page.on('pageerror', error => faults.push(String(error)));
  await page.exposeBinding('toHost', (_source, message: unknown) => host.receive(message));
  await page.exposeBinding('toFaults', (_source, text: string) => {
    faults.push(text);
  });
  const generated: Record<string, string> = {
    '': html(theme),
    'theme.css': themeCss(theme),
  };
  await page.route('**/*', route => {
    const url = route.request().url();
    const name = url.startsWith(address) ? url.slice(address.length) : undefined;
    const body = name === undefined ? undefined : (generated[name] ?? files.get(name));
    if (name === undefined || body === undefined) {
      requests.push(url);
      return route.abort();
    }
    return route.fulfill({
      contentType: contentTypes[extname(name)] ?? 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: typeof body === 'string' ? body : Buffer.from(body),
    });
  });
  const open = async () => {
    await page.goto(address);
    await page
      .locator('main.app')
      .waitFor()
      .catch(error => {
        throw new Error(`The page did not start: ${[...faults, ...requests].join('; ')}`, {
          cause: error,
        });
      });
  };
  await open();
  return {
    page,
    host,
    faults,
    requests,
    reload: open,
    async close() {
      host.dispose();
      await context.close();
    },
  };
}

function themeCss(theme: Theme): string {
  return `${themeStyle(theme)}
html { background: var(--vscode-sideBar-background); }`;
}

function html(theme: Theme): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tandem</title>
<link rel="stylesheet" href="theme.css"><link rel="stylesheet" href="main.css"></head>
<body class="${theme.bodyClass}"><div id="root"></div>
<script nonce="x">
addEventListener('securitypolicyviolation', event =>
  toFaults(event.violatedDirective + ' ' + event.blockedURI));
window.acquireVsCodeApi = () => ({ postMessage: message => toHost(message), setState: () => undefined });
</script>
<script nonce="x" type="module" src="main.js"></script></body></html>`;
}
