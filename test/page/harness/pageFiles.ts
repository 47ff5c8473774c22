import { themeStyle, themes } from '../../support/themes';

export type ThemeName = keyof typeof themes;

/** As the extension sets it. */
export const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'nonce-x'; img-src data: blob:";

/** The path of the page in a theme; `opening` comes back with each message of the page. */
export function pagePath(theme: ThemeName, opening: number): string {
  return `${theme}?${opening}`;
}

/** The documents around the bundle, by their paths: a page and a style sheet for each theme. */
export function pageDocuments(): Map<string, string> {
  return new Map(
    Object.entries(themes).flatMap(([name, theme]) => [
      [name, html(name, theme.bodyClass)],
      [
        `theme-${name}.css`,
        `${themeStyle(theme)}
html { background: var(--vscode-sideBar-background); }`,
      ],
    ]),
  );
}

function html(theme: string, bodyClass: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tandem</title>
<link rel="stylesheet" href="theme-${theme}.css"><link rel="stylesheet" href="main.css"></head>
<body class="${bodyClass}"><div id="root"></div>
<script nonce="x">
addEventListener('securitypolicyviolation', event =>
  toFaults(location.search, event.violatedDirective + ' ' + event.blockedURI));
window.acquireVsCodeApi = () => ({
  postMessage: message => toHost(location.search, message), setState: () => undefined });
</script>
<script nonce="x" type="module" src="main.js"></script></body></html>`;
}
