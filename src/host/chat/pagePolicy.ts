/**
 * Content security policy of the page. Nothing is remote, images are data or blob URLs, and the DOM
 * takes no text for a script: the page needs no policy that makes one trusted. The nonce marks all
 * scripts, also the inline one of the page's HTML.
 * @param source where the page's own files come from
 * @see https://code.visualstudio.com/api/extension-guides/webview#content-security-policy
 */
export function pagePolicy(nonce: string, source: string): string {
  return [
    "default-src 'none'",
    `style-src ${source}`,
    `font-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    'img-src data: blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
