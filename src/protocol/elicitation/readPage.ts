import { domainToUnicode } from 'node:url';
import type { AddressWarning, PageRequest } from '../../contract/elicitation';
import { cutText } from './cutText';

/** UTF-16 units of an address that can be opened. */
const longestUrl = 8_192;
/** UTF-16 units of another one that is shown. */
const longestShown = 2_000;
const schemes: ReadonlySet<string> = new Set(['http:', 'https:']);

/** Reads the address of a page that a server wants to be opened. Only web pages can be. */
export function readPage(address: string): PageRequest {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !schemes.has(url.protocol) || url.href.length > longestUrl) {
    return { mode: 'page', url: cutText(address, longestShown), warnings: [] };
  }
  // The parser has removed line breaks and converted the host to ASCII; nothing can pose as it.
  const { href, hostname } = url;
  const afterScheme = url.protocol.length + 2;
  const name = href.slice(afterScheme).search(/[/?#]|$/);
  const at = href.slice(afterScheme, afterScheme + name).lastIndexOf('@');
  const from = afterScheme + at + 1;
  return {
    mode: 'page',
    url: href,
    host: { from, to: from + hostname.length },
    warnings: warningsOf(url),
  };
}

function warningsOf(url: URL): readonly AddressWarning[] {
  const warnings: AddressWarning[] = [];
  const unicodeHost = domainToUnicode(url.hostname);
  if (/(?:^|\.)xn--/.test(url.hostname)) {
    warnings.push({ kind: 'otherAlphabet', unicodeHost });
  }
  if (url.username !== '' || url.password !== '') {
    warnings.push({ kind: 'userName' });
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    warnings.push({ kind: 'unencrypted' });
  }
  return warnings;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
