import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pagePolicy } from './pagePolicy';

type PageEntry = 'main' | 'sections' | 'inspector';

/** Replaced by the build, see `scripts/pageParts`; absent while files are watched. */
declare const pageParts: Readonly<Record<PageEntry, readonly string[]>> | undefined;

/** Builds the page's document: a skeleton for a page that takes long, then our script by nonce. */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  entry: PageEntry = 'main',
  place: 'sideBar' | 'tab' = 'tab',
): string {
  const nonce = randomBytes(16).toString('base64');
  const page = vscode.Uri.joinPath(extensionUri, 'dist', 'page');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(page, name)).toString();
  const policy = pagePolicy(nonce, webview.cspSource);
  const parts = typeof pageParts === 'undefined' ? [] : pageParts[entry];
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}" data-place="${place === 'tab' ? 'tab' : 'view'}">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${uri(`${entry}.css`)}">
${parts.map(name => `    ${preload(uri(name), nonce)}\n`).join('')}    <title>Tandem</title>
  </head>
  <body>
    <div id="root"><p class="skeleton" role="status" hidden>${vscode.l10n.t('Loading…')}</p></div>${translations()}
    <script type="module" nonce="${nonce}" src="${uri(`${entry}.js`)}"></script>
  </body>
</html>`;
}

/** The browser requests a part at once, not only when a file that names it has been read. */
function preload(uri: string, nonce: string): string {
  return uri.endsWith('.js')
    ? `<link rel="modulepreload" nonce="${nonce}" href="${uri}">`
    : `<link rel="preload" as="font" type="font/ttf" crossorigin href="${uri}">`;
}

/** Passes the texts of the display language to the page, as data that is no script. */
function translations(): string {
  const { bundle } = vscode.l10n;
  if (!bundle) {
    return '';
  }
  const json = JSON.stringify(bundle).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="translations">${json}</script>`;
}

/** Limits the page's access to the disk to its own script and style. */
export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'page')],
  };
}
