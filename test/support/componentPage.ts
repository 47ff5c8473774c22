import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { type Theme, themeStyle } from './themes';

const root = join(import.meta.dirname, '..', '..');
const address = 'http://page.invalid/';
const strictPolicy = "default-src 'none'; script-src 'nonce-x'; style-src 'nonce-x'";

/** A page that shows one component and records its requests and policy violations. */
export interface ComponentPage {
  readonly page: Page;
  /** Requests other than the page itself; all remain unanswered. */
  readonly requests: string[];
  readonly dialogs: string[];
  /** Directives that the page violated. */
  readonly violations: string[];
  readonly errors: string[];
  setTheme(theme: Theme): Promise<void>;
}

/**
 * Bundles a script from test/support/pages and opens it under the real page's strict policy.
 * Style sheets are named as in webview/styles.
 */
export async function openComponentPage(
  browser: Browser,
  script: string,
  styles: readonly string[],
): Promise<ComponentPage> {
  const code = await bundlePage(join(root, 'test', 'support', 'pages', script));
  const css = await Promise.all(
    styles.map(name => readFile(join(root, 'webview', 'styles', `${name}.css`), 'utf8')),
  );
  const page = await browser.newPage();
  const requests: string[] = [];
  const dialogs: string[] = [];
  const violations: string[] = [];
  const errors: string[] = [];
  await page.route('**/*', route => {
    const url = route.request().url();
    if (url !== address || requests.includes(address)) {
      requests.push(url);
      return route.abort();
    }
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': strictPolicy },
      body: pageHtml(css.join('\n'), code),
    });
  });
  page.on('dialog', dialog => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', error => errors.push(String(error)));
  await page.exposeFunction('reportViolation', (text: string) => void violations.push(text));
  await page.goto(address);
  return {
    page,
    requests,
    dialogs,
    violations,
    errors,
    setTheme: theme =>
      page.evaluate(
        ({ style, bodyClass }) => {
          const element = document.querySelector('style#theme');
          if (element !== null) {
            element.textContent = style;
          }
          document.body.className = bodyClass;
        },
        { style: themeStyle(theme), bodyClass: theme.bodyClass },
      ),
  };
}

/** Bundles a page's script into one file, minified like the shipped one. */
async function bundlePage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'chrome128',
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

function pageHtml(css: string, code: string): string {
  const base =
    'body { margin: 0; padding: 16px; color: var(--vscode-foreground);' +
    ' background: var(--vscode-sideBar-background);' +
    ' font: var(--vscode-font-size) var(--vscode-font-family); }';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Component</title>
<style nonce="x" id="theme"></style><style nonce="x">${base}\n${css}</style></head>
<body><main id="root"></main>
<script nonce="x">addEventListener('securitypolicyviolation', event =>
  reportViolation(event.violatedDirective + ' ' + event.blockedURI));</script>
<script nonce="x">${code.replaceAll('</script', '<\\/script')}</script></body></html>`;
}
