import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { earlyCall } from './earlyCall';
import { firstPicture, skeleton } from './firstPicture';
import { likelyAgent } from './likelyAgent';
import { pagePolicy } from './pagePolicy';

type PageEntry = 'main' | 'sections' | 'inspector';

/** A page: of a conversation in the side bar or in a tab, or one of the other two, in a tab. */
type PageKind =
  | { readonly entry: 'main'; readonly place: 'sideBar' | 'tab' }
  | { readonly entry: 'sections' | 'inspector' };

/** Replaced by the build, see `scripts/pageParts`; absent while files are watched. */
declare const pageParts: Readonly<Record<PageEntry, readonly string[]>> | undefined;

/** Builds the page's document: what it shows at first, then our script by nonce. */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  kind: PageKind,
): string {
  const { entry } = kind;
  const nonce = randomBytes(16).toString('base64');
  const page = vscode.Uri.joinPath(extensionUri, 'dist', 'page');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(page, name)).toString();
  const policy = pagePolicy(nonce, webview.cspSource);
  const parts = typeof pageParts === 'undefined' ? [] : pageParts[entry];
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}" data-place="${entry === 'main' && kind.place === 'sideBar' ? 'view' : 'tab'}">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${entry === 'main' ? earlyCall(nonce) : ''}
    <link rel="stylesheet" href="${uri(`${entry}.css`)}">
${parts.map(name => `    ${preload(uri(name), nonce)}\n`).join('')}    <title>Tandem</title>
  </head>
  <body>
    <div id="root">${contentsOf(kind, nonce)}</div>${translations()}
    <script type="module" nonce="${nonce}" src="${uri(`${entry}.js`)}"></script>
  </body>
</html>`;
}

/** Returns what the page shows until it has started. */
function contentsOf(kind: PageKind, nonce: string): string {
  const loading = vscode.l10n.t('Loading…');
  return kind.entry === 'main' && mayTakeMessages()
    ? firstPicture(nonce, {
        title: vscode.l10n.t('Chat'),
        message: vscode.l10n.t('Message'),
        hint: vscode.l10n.t('Ask {0} (/ commands, @ files)', likelyAgent),
        loading,
      })
    : skeleton(loading);
}

/** Elsewhere the page explains what is missing, and has no box. */
function mayTakeMessages(): boolean {
  return vscode.workspace.isTrusted && !!vscode.workspace.workspaceFolders?.length;
}

/** The browser requests a part at once, not only when a file that names it has been read. */
function preload(uri: string, nonce: string): string {
  if (uri.endsWith('.js')) {
    return `<link rel="modulepreload" nonce="${nonce}" href="${uri}">`;
  }
  return uri.endsWith('.css')
    ? `<link rel="preload" as="style" href="${uri}">`
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
