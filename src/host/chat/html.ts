import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pagePolicy } from './pagePolicy';

/** Builds the page's document: a skeleton that shows at once, then our script by nonce. */
export function pageHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  entry: 'main' | 'sections' | 'inspector' = 'main',
  place: 'sideBar' | 'tab' = 'tab',
): string {
  const nonce = randomBytes(16).toString('base64');
  const page = vscode.Uri.joinPath(extensionUri, 'dist', 'page');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(page, name)).toString();
  const policy = pagePolicy(nonce, webview.cspSource);
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}" data-place="${place === 'tab' ? 'tab' : 'view'}">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${uri(`${entry}.css`)}">
    <title>Tandem</title>
  </head>
  <body>
    <div id="root"><p class="skeleton" role="status">${vscode.l10n.t('Loading…')}</p></div>${translations()}
    <script type="module" nonce="${nonce}" src="${uri(`${entry}.js`)}"></script>
  </body>
</html>`;
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
