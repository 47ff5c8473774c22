import type { Browser, Page } from 'playwright-core';
import { type Theme, themeStyle, themes } from '../../support/themes';
import { buildPage } from './buildPage';
import { ScriptedHost } from './scriptedHost';

const address = 'http://page.invalid/';
/** As the extension sets it. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-x'; img-src data: blob:";

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
  const { script, styles, font } = await buildPage();
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
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
  const files: Record<string, { contentType: string; body: string | Buffer }> = {
    '/': { contentType: 'text/html; charset=utf-8', body: html(theme, script) },
    '/main.css': { contentType: 'text/css', body: styles },
    '/theme.css': { contentType: 'text/css', body: themeCss(theme) },
    '/codicon.ttf': { contentType: 'font/ttf', body: font },
  };
  await page.route('**/*', route => {
    const url = new URL(route.request().url());
    const file = url.href.startsWith(address) ? files[url.pathname] : undefined;
    if (!file) {
      requests.push(url.href);
      return route.abort();
    }
    return route.fulfill({ ...file, headers: { 'content-security-policy': policy } });
  });
  const open = async () => {
    await page.goto(address);
    await page.locator('main.app').waitFor();
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

function html(theme: Theme, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tandem</title>
<link rel="stylesheet" href="theme.css"><link rel="stylesheet" href="main.css"></head>
<body class="${theme.bodyClass}"><div id="root"></div>
<script nonce="x">
addEventListener('securitypolicyviolation', event =>
  toFaults(event.violatedDirective + ' ' + event.blockedURI));
window.acquireVsCodeApi = () => ({ postMessage: message => toHost(message) });
</script>
<script nonce="x">${script.replaceAll('</script', '<\\/script')}</script></body></html>`;
}
