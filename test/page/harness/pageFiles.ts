import { earlyCall } from '../../../src/host/chat/earlyCall';
import { firstPicture } from '../../../src/host/chat/firstPicture';
import { pagePolicy } from '../../../src/host/chat/pagePolicy';
import { allThemes, themeStyle } from '../../support/themes';

export type ThemeName = keyof typeof allThemes;

/** Content security policy, as set by the extension. */
export const policy = pagePolicy('x', "'self'");

/** Script of a page: of a conversation, of the tab "Claude Code", or of the inspector. */
export type PageEntry = 'main' | 'sections' | 'inspector';

/** Returns the page's path in a theme; each message of the page includes `opening`. */
export function pagePath(theme: ThemeName, opening: number, entry: PageEntry = 'main'): string {
  return `${entry === 'main' ? '' : `${entry}-`}${theme}?${opening}`;
}

/** Returns the path of a page whose fonts are the same everywhere and in which nothing moves. */
export function pinnedPath(entry: PageEntry, opening: number): string {
  return `pinned-${entry}?${opening}`;
}

/** Returns the documents around the bundle by path: a page and a style sheet for each theme. */
export function pageDocuments(): Map<string, string> {
  const entries = ['main', 'sections', 'inspector'] as const;
  return new Map([
    ...Object.entries(allThemes).flatMap(([name, theme]): [string, string][] => [
      [name, html(name, theme.bodyClass, 'main')],
      [`sections-${name}`, html(name, theme.bodyClass, 'sections')],
      [`inspector-${name}`, html(name, theme.bodyClass, 'inspector')],
      [`theme-${name}.css`, themeStyle(theme)],
    ]),
    ...entries.map((entry): [string, string] => [
      `pinned-${entry}`,
      html('dark', allThemes.dark.bodyClass, entry, '<link rel="stylesheet" href="pinned.css">'),
    ]),
  ]);
}

const firstTexts = {
  title: 'Chat',
  message: 'Message',
  hint: 'Ask Claude (/ commands, @ files)',
  loading: 'Loading…',
};

function html(theme: string, bodyClass: string, entry: PageEntry, more = ''): string {
  return `<!doctype html><html lang="en" data-place="${entry === 'main' ? 'view' : 'tab'}"><head><meta charset="utf-8"><title>Tandem</title>
<script nonce="x">
addEventListener('securitypolicyviolation', event =>
  toFaults(location.search, event.violatedDirective + ' ' + event.blockedURI));
window.acquireVsCodeApi = () => ({
  postMessage: message => toHost(location.search, message),
  setState: state => { window.savedState = state; } });
</script>
${entry === 'main' ? earlyCall('x') : ''}
<link rel="stylesheet" href="theme-${theme}.css"><link rel="stylesheet" href="${entry}.css">${more}</head>
<body class="${bodyClass}"><div id="root">${entry === 'main' ? firstPicture('x', firstTexts) : ''}</div>
<script nonce="x" type="module" src="${entry}.js"></script></body></html>`;
}
