import { expect, it } from 'vitest';
import { readPage } from '../../../../src/protocol/elicitation/readPage';

function hostOf(address: string): string | undefined {
  const { url, host } = readPage(address);
  return host && url.slice(host.from, host.to);
}

it.each([
  ['https://example.com', 'example.com'],
  ['https://example.com:8443/a?b#c', 'example.com'],
  ['http://127.0.0.1:3000/', '127.0.0.1'],
  ['http://[::1]:3000/', '[::1]'],
  ['https://good.com@evil.com/', 'evil.com'],
  ['https://good.com:x%40y@evil.com/@good.com', 'evil.com'],
  ['https://evil.com?@good.com', 'evil.com'],
  ['https://evil.com#@good.com/', 'evil.com'],
  ['https:\\\\evil.com\\@good.com', 'evil.com'],
  ['https://ex\nample.com/', 'example.com'],
  ['https://EXAMPLE.com/', 'example.com'],
])('finds the site that %j leads to', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

it.each([
  ['javascript:alert(1)'],
  ['file:///etc/passwd'],
  ['vscode://tandem/open'],
  ['command:tandem.chat.new'],
  ['data:text/html,x'],
  ['//example.com'],
  ['https://'],
  [''],
  [`https://example.com/${'a'.repeat(9_000)}`],
])('does not offer to open %j', address => {
  const page = readPage(address);
  expect(page).toMatchObject({ mode: 'page', warnings: [] });
  expect(page).not.toHaveProperty('host');
  expect(page.url.length).toBeLessThanOrEqual(2_001);
});

it.each([
  ['https://xn--pple-43d.com/', [{ kind: 'otherAlphabet', unicodeHost: 'аpple.com' }]],
  ['https://аpple.com/', [{ kind: 'otherAlphabet', unicodeHost: 'аpple.com' }]],
  ['https://good.com@evil.com/', [{ kind: 'userName' }]],
  ['http://example.com/', [{ kind: 'unencrypted' }]],
  ['http://localhost:1/', []],
  ['http://127.0.0.1.example.com/', [{ kind: 'unencrypted' }]],
  ['https://example.com/xn--x', []],
])('warns of what may deceive in %j', (address, warnings) => {
  expect(readPage(address).warnings).toEqual(warnings);
});

it('spells a host of another alphabet in letters that nothing looks like', () => {
  expect(readPage('https://аpple.com/\u202Egpj')).toMatchObject({
    url: 'https://xn--pple-43d.com/%E2%80%AEgpj',
  });
});
